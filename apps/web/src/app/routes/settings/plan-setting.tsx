import type { User } from '@marquee/contracts';
import { useMutation } from '@tanstack/react-query';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { managePlan } from '#src/features/plans/api/manage-plan.ts';
import { managedElsewhere, planInWords } from '#src/features/plans/plan-rules.ts';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { Setting } from './section.tsx';
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
    <ButtonLink to="/plans" variant="plain" className={css.button} aria-label={name}>
      {text}
    </ButtonLink>
  );
}

/** The plan in the settings. Choosing, switching and canceling are on the plans page. */
export function PlanSetting({ user }: { user: User }) {
  const manage = useMutation({ mutationFn: managePlan, onSuccess: (address) => location.assign(address) });
  return (
    <Setting
      name="Plan"
      control={<PlanControl user={user} busy={manage.isPending} onManage={() => manage.mutate()} />}
    >
      <p>{planInWords(user, 0)}</p>
      {user.plan_read_only && <p>{managedElsewhere(user)}</p>}
      <FormNotice failure={manage.error ? plainMessageOf(manage.error) : undefined} />
    </Setting>
  );
}
