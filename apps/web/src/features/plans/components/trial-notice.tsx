import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSession } from '#src/lib/session/session.ts';
import { isBillingOff, plansQuery } from '../offered-plans.ts';
import { trialDaysLeft } from '../plan-rules.ts';
import css from './trial-notice.module.css';

/** The days left of the trial, with a link to the plans. Renders nothing for users with a plan. */
export function TrialNotice() {
  const { user } = useSession();
  const days = user && trialDaysLeft(user);
  const { data: offers } = useQuery({ ...plansQuery, enabled: days !== null });
  if (days === null || (offers && isBillingOff(offers))) return null;
  // Keeps the room of the line, which is in the first screen of a phone.
  if (!offers) return <div className={css.awaited} />;
  return (
    <aside className={`wrap soft ${css.notice}`} aria-label="Your trial">
      <p>{days === 1 ? '1 day' : `${days} days`} left of your free trial.</p>
      <Link to={paths.plans}>Choose a plan</Link>
    </aside>
  );
}
