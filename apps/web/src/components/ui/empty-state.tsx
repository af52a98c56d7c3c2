import type { ReactNode } from 'react';
import css from './empty-state.module.css';

/** An empty or failed screen: a sentence, an optional explanation and one action. An empty screen has a picture. */
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
      {alert ? <hr className={`bulbs ${css.bulbs}`} /> : <div className={css.seats} />}
      <p className={css.text}>{text}</p>
      {more && <p className={css.more}>{more}</p>}
      {action}
    </div>
  );
}
