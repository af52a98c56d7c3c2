import type { Plan } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { priceOf } from '../plan-rules.ts';
import css from './plan-card.module.css';

/** One plan with its price. `action` is the button for this user. */
export function PlanCard({ plan, current, action }: { plan: Plan; current: boolean; action: ReactNode }) {
  const { amount, per } = priceOf(plan);
  return (
    <article className={cx(css.card, current && css.current)} aria-label={plan.name}>
      <div className={css.name}>
        <h2>{plan.name}</h2>
        {current && <span className={css.badge}>Your plan</span>}
      </div>
      <p className={css.price}>
        <span className={css.amount}>{amount}</span>
        <span className={css.per}>{per}</span>
      </p>
      <p className={css.description}>{plan.description}</p>
      {action}
    </article>
  );
}
