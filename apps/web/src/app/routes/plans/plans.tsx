import type { Plan, User } from '@marquee/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { cancelPlan } from '#src/features/plans/api/cancel-plan.ts';
import { changePlan } from '#src/features/plans/api/change-plan.ts';
import { plansQuery } from '#src/features/plans/api/get-plans.ts';
import { managePlan } from '#src/features/plans/api/manage-plan.ts';
import { PlanCard } from '#src/features/plans/components/plan-card.tsx';
import {
  canCancel,
  isCurrent,
  managedElsewhere,
  offerOf,
  planInWords,
  priceOf,
} from '#src/features/plans/plan-rules.ts';
import { messageOf, plainMessageOf } from '#src/lib/http/errors.ts';
import { setUser, useSession } from '#src/lib/session/session.ts';
import css from './plans.module.css';

/** Plan selection. Visitors see the plans; users choose, switch, cancel and resume. */
export function Component() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(plansQuery);
  const lead = user
    ? planInWords(user, data?.trial_days ?? 0)
    : data &&
      data.trial_days > 0 &&
      `The first ${data.trial_days} days are free, without a card. Cancel at any time.`;

  return (
    <Page title="Plans" heading="One ticket, every evening" lead={lead || undefined}>
      {error && (
        <EmptyState
          alert
          text="The plans could not be loaded."
          more={plainMessageOf(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!error && !data && <Skeleton height="22rem" />}
      {data && <Cards plans={data.plans} user={user} />}
    </Page>
  );
}

function Cards({ plans, user }: { plans: readonly Plan[]; user: User | null }) {
  const [switching, setSwitching] = useState<Plan | null>(null);
  const [canceling, setCanceling] = useState(false);
  const change = useMutation({
    mutationFn: changePlan,
    onSuccess: (reply) => {
      setUser(reply.user);
      location.assign(reply.redirect_url);
    },
    onSettled: () => setSwitching(null),
  });
  const cancel = useMutation({
    mutationFn: cancelPlan,
    onSuccess: setUser,
    onSettled: () => setCanceling(false),
  });
  const manage = useMutation({ mutationFn: managePlan, onSuccess: (address) => location.assign(address) });
  const failure = change.error
    ? plainMessageOf(change.error)
    : cancel.error
      ? messageOf(cancel.error, 'Unknown error trying to cancel subscription')
      : manage.error && plainMessageOf(manage.error);

  return (
    <>
      <FormNotice failure={failure || undefined} />
      {user?.plan_read_only && <p>{managedElsewhere(user)}</p>}
      <div className={css.plans}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            current={user !== null && isCurrent(plan, user)}
            action={
              <PlanAction
                plan={plan}
                user={user}
                busy={change.isPending && change.variables?.id === plan.id}
                onChoose={() => change.mutate(plan)}
                onSwitch={() => setSwitching(plan)}
              />
            }
          />
        ))}
      </div>
      {user && (
        <div className={css.after}>
          {user.subscription_status === 'past_due' && (
            <Button variant="primary" busy={manage.isPending} onClick={() => manage.mutate()}>
              Manage
            </Button>
          )}
          {canCancel(user) && <Button onClick={() => setCanceling(true)}>Cancel subscription</Button>}
          {!user.trial_or_subscribed && <Link to="/delete_account">Delete my account instead</Link>}
        </div>
      )}
      {switching && (
        <ConfirmDialog
          title={`Switch to ${switching.name}?`}
          confirm="Switch"
          cancel="Stay"
          busy={change.isPending}
          onConfirm={() => change.mutate(switching)}
          onCancel={() => setSwitching(null)}
        >
          <p>
            From now on you pay {priceOf(switching).amount} {priceOf(switching).per.toLowerCase()}. Amounts
            that you have already paid are taken into account.
          </p>
        </ConfirmDialog>
      )}
      {canceling && (
        <ConfirmDialog
          title="Cancel your subscription?"
          confirm="Cancel subscription"
          danger
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate()}
          onCancel={() => setCanceling(false)}
        >
          <p>
            You keep access until the end of the period you have paid for. Your ratings and lists are kept.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const labels = { choose: 'Select', switch: 'Switch', resume: 'Resume' } as const;

function PlanAction(props: {
  plan: Plan;
  user: User | null;
  busy: boolean;
  onChoose: () => void;
  onSwitch: () => void;
}) {
  const { plan, user, busy, onChoose, onSwitch } = props;
  if (!user) {
    return (
      <ButtonLink to="/register" aria-label={`Sign up for ${plan.name}`}>
        Sign up
      </ButtonLink>
    );
  }
  const offer = offerOf(plan, user);
  if (offer === 'none') return null;
  return (
    <Button
      variant={offer === 'resume' ? 'primary' : 'outline'}
      busy={busy}
      aria-label={`${labels[offer]} ${plan.name}`}
      onClick={offer === 'switch' ? onSwitch : onChoose}
    >
      {labels[offer]}
    </Button>
  );
}
