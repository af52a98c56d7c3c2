import type { Plan, User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { ResendButton } from '#src/features/account/components/resend-button.tsx';
import { PlanCard } from '#src/features/plans/components/plan-card.tsx';
import { SwitchDialog } from '#src/features/plans/components/switch-dialog.tsx';
import { useChangePlan } from '#src/features/plans/hooks/use-change-plan.ts';
import { isCurrent, isFree, managedElsewhere, offerOf } from '#src/features/plans/plan-rules.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import css from './plans.module.css';

const labels = { choose: 'Select', switch: 'Switch', resume: 'Resume' } as const;

/** All plans with their prices, and the action that this user can take for each plan. */
export function PriceList({ plans, user }: { plans: readonly Plan[]; user: User | null }) {
  const navigate = useNavigate();
  const [switching, setSwitching] = useState<Plan | null>(null);
  const change = useChangePlan((plan) => {
    if (!user?.subscribed) void navigate(paths.checkoutSuccess);
    else
      showToast(
        user.product_id === plan.plan_id
          ? 'Your plan is no longer canceled.'
          : `You are on ${plan.name} now.`,
      );
    setSwitching(null);
  });
  const failure = failureOf(change.error);

  return (
    <div className={css.list}>
      <FormNotice failure={switching ? undefined : failure} />
      {user?.plan_read_only && <p className={css.store}>{managedElsewhere(user)}</p>}
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          plans={plans}
          current={user !== null && isCurrent(plan, user)}
          action={
            <PlanAction
              plan={plan}
              user={user}
              busy={change.isPending && change.variables.id === plan.id}
              onChoose={() => change.mutate(plan)}
              onSwitch={() => {
                change.reset();
                setSwitching(plan);
              }}
            />
          }
        >
          {user && !user.email_verified && isFree(plan) && offerOf(plan, user) !== 'none' && (
            <div className={`stack gap-2 ${css.unproven}`}>
              <p>It needs a confirmed email address. Open the link that we sent to {user.email}.</p>
              <ResendButton />
            </div>
          )}
        </PlanCard>
      ))}
      <p className={css.note}>Every plan includes all features. No ads, no add-ons.</p>
      {switching && user && (
        <SwitchDialog
          plan={switching}
          user={user}
          busy={change.isPending}
          failure={failure}
          onConfirm={() => change.mutate(switching)}
          onCancel={() => setSwitching(null)}
        />
      )}
    </div>
  );
}

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
      <ButtonLink to={paths.register} aria-label={`Sign up for ${plan.name}`}>
        Sign up
      </ButtonLink>
    );
  }
  const offer = offerOf(plan, user);
  if (offer === 'none') return null;
  return (
    <Button
      variant={offer === 'resume' || (offer === 'choose' && plan.recommended) ? 'primary' : 'outline'}
      busy={busy}
      aria-label={`${labels[offer]} ${plan.name}`}
      onClick={offer === 'switch' ? onSwitch : onChoose}
    >
      {labels[offer]}
    </Button>
  );
}
