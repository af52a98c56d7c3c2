import css from './bar.module.css';

/** How much of a series or a season is seen, in words and as a quiet bar. */
export function Bar({ seen, of }: { seen: number; of: number }) {
  const share = of > 0 ? Math.min(1, seen / of) : 0;
  return (
    <span className={css.bar}>
      <span className={css.line} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {seen} of {of}
    </span>
  );
}
