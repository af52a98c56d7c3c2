import type { User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '#src/components/ui/button.tsx';
import { OpenInvoice } from '#src/features/plans/components/open-invoice.tsx';
import { isBillingOff, plansQuery } from '#src/features/plans/offered-plans.ts';
import { managedElsewhere, planInWords } from '#src/features/plans/plan-rules.ts';
import { Setting } from './section.tsx';
import css from './settings.module.css';

function PlanControl({ user }: { user: User }) {
  if (user.plan_read_only) return null;
  if (user.subscription_status === 'past_due') return <OpenInvoice />;
  const [text, name] =
    user.subscription_canceled && user.subscribed
      ? ['Resume', 'Resume your plan']
      : user.subscribed
        ? ['Change', 'Change plan']
        : ['Choose', 'Choose a plan'];
  return (
    <ButtonLink to={paths.plans} variant="plain" className={css.button} aria-label={name}>
      {text}
    </ButtonLink>
  );
}

/** The plan in the settings. The plans page has the actions to choose, switch and cancel a plan, and the receipts. */
export function PlanSetting({ user }: { user: User }) {
  const { data } = useQuery(plansQuery);
  if (data && isBillingOff(data)) return null;
  return (
    <Setting name="Plan" control={<PlanControl user={user} />}>
      <p>{planInWords(user, data?.plans)}</p>
      {user.plan_read_only && <p>{managedElsewhere(user)}</p>}
    </Setting>
  );
}
