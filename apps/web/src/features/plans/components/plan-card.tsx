import type { Plan } from '@marquee/contracts';
import type { ReactNode } from 'react';
import { cx } from '#src/lib/screen/class-names.ts';
import { noteOf, perMonth, priceOf } from '../plan-rules.ts';
import css from './plan-card.module.css';

/** One line of the price list. `action` is the button for this user, `children` what this user has to do before. */
export function PlanCard({
  plan,
  plans,
  current,
  action,
  children,
}: {
  plan: Plan;
  plans: readonly Plan[];
  current: boolean;
  action: ReactNode;
  children?: ReactNode;
}) {
  const { amount, per } = priceOf(plan);
  const monthly = perMonth(plan);
  const note = noteOf(plan, plans);
  return (
    <article className={cx(css.card, current && css.current)} aria-label={plan.name}>
      <div className={`stack gap-2 ${css.about}`}>
        <h2 className={css.name}>{plan.name}</h2>
        {plan.recommended && <p className={css.badge}>Our recommendation</p>}
        <p className="soft">{plan.description}</p>
        {note && <p className="soft">{note}</p>}
        {children}
      </div>
      <div className={css.price}>
        <p>
          <span className={css.amount}>{amount}</span> <span className={css.per}>{per}</span>
        </p>
        {monthly !== null && <p className={css.monthly}>{monthly} a month</p>}
      </div>
      <div className={`stack gap-2 ${css.action}`}>
        {current && <p className={css.badge}>Your plan</p>}
        {action}
      </div>
    </article>
  );
}
