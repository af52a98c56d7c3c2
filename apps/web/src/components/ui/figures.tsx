import css from './figures.module.css';

/** Large numbers, each with what it counts. */
export function Figures({ values }: { values: readonly { count: number; one: string; more: string }[] }) {
  return (
    <ul className={css.figures}>
      {values
        .filter(({ count }) => count > 0)
        .map(({ count, one, more }) => (
          <li key={more}>
            <strong>{count.toLocaleString('en')}</strong> {count === 1 ? one : more}
          </li>
        ))}
    </ul>
  );
}
