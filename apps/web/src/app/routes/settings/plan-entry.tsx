import type { User } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { managePlan } from '#src/features/plans/api/manage-plan.ts';
import { managedElsewhere, standing } from '#src/features/plans/plan-rules.ts';
import { plainMessageOf } from '#src/lib/errors.ts';
import { Entry } from './section.tsx';
import css from './settings.module.css';

function PlanControl({ user, busy, onManage }: { user: User; busy: boolean; onManage: () => void }) {
  if (user.plan_read_only) return null;
  if (user.subscription_status === 'past_due') {
    return (
      <Button variant="primary" busy={busy} onClick={onManage}>
        Manage
      </Button>
    );
  }
  const [text, name] = user.subscription_canceled
    ? ['Resume', 'Resume your plan']
    : user.product_id === null
      ? ['Choose', 'Choose a plan']
      : ['Change', 'Change plan'];
  return (
    <ButtonLink to="/plans" variant="plain" className={css.quiet} aria-label={name}>
      {text}
    </ButtonLink>
  );
}

/** The plan and what can be done about it; choosing, switching and cancelling are on the plans' own page. */
export function PlanEntry({ user }: { user: User }) {
  const manage = useMutation({ mutationFn: managePlan, onSuccess: (address) => location.assign(address) });
  return (
    <Entry
      name="Plan"
      control={<PlanControl user={user} busy={manage.isPending} onManage={() => manage.mutate()} />}
    >
      <p>{standing(user, 0)}</p>
      {user.plan_read_only && <p>{managedElsewhere(user)}</p>}
      <FormNotice failure={manage.error ? plainMessageOf(manage.error) : undefined} />
    </Entry>
  );
}
