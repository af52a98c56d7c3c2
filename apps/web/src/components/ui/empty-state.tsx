import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** Nothing here, or it failed: one sentence, perhaps one more, and one thing to do. */
export function EmptyState({
  text,
  more,
  action,
  alert = false,
}: {
  text: string;
  more?: ReactNode;
  action?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div className={css.empty} role={alert ? 'alert' : undefined}>
      <hr className={`bulbs ${css.bulbs}`} />
      <p className={css.text}>{text}</p>
      {more && <p className={css.more}>{more}</p>}
      {action}
    </div>
  );
}
