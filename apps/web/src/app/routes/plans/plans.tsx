import type { User } from '@marquee/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { BILLING_RETURN } from '#src/features/plans/api.ts';
import { Receipts } from '#src/features/plans/components/receipts.tsx';
import { usePlanSync } from '#src/features/plans/hooks/use-plan-sync.ts';
import { isBillingOff, type Offers, plansQuery } from '#src/features/plans/offered-plans.ts';
import { planInWords } from '#src/features/plans/plan-rules.ts';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { useSession } from '#src/lib/session/session.ts';
import { PriceList } from './price-list.tsx';
import { OverduePayment, RunningPlan } from './running-plan.tsx';

/** Returns the sentence under the heading: the user's plan, or the trial for visitors. */
function leadOf(user: User | null, offers: Offers | undefined): string | undefined {
  if (user) return planInWords(user, offers?.plans);
  if (!offers || offers.trial_days === 0) return undefined;
  return `The first ${offers.trial_days} days are free, without a card. Cancel at any time.`;
}

/** Plan selection. Visitors see the plans; users choose, switch, cancel and resume. */
export function Component() {
  const { state, user } = useSession();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useQuery(plansQuery);
  const isReturn = params.has(BILLING_RETURN);
  const sync = usePlanSync(isReturn ? 'portal' : null);

  useEffect(() => {
    if (isReturn && sync.isSuccess) setParams({}, { replace: true });
  }, [isReturn, sync.isSuccess, setParams]);

  // With BILLING=off every user is a member.
  if (data && isBillingOff(data) && state !== 'plans') return <Navigate to="/" replace />;

  return (
    <Page title="Plans" heading="Plans and prices" lead={leadOf(user, data)}>
      {isReturn && sync.isError && (
        <FormNotice
          failure={`Your plan could not be updated from the payment processor. ${plainMessageOf(sync.error)}`}
        />
      )}
      {error && (
        <EmptyState
          alert
          text="We could not load the plans."
          more={plainMessageOf(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!error && !data && <Skeleton height="28rem" />}
      {data && user && <OverduePayment plans={data.plans} user={user} />}
      {data && <PriceList plans={data.plans} user={user} />}
      {data && user && <RunningPlan plans={data.plans} user={user} />}
      {data && user && <Receipts />}
    </Page>
  );
}
