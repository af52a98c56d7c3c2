import type { Plan, User } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { cancelPlan } from '#src/features/plans/api.ts';
import { ManageButton } from '#src/features/plans/components/manage-button.tsx';
import { OpenInvoice } from '#src/features/plans/components/open-invoice.tsx';
import { canCancel, canManage, planInWords } from '#src/features/plans/plan-rules.ts';
import { failureOf } from '#src/lib/http/errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { setUser } from '#src/lib/session/session.ts';
import css from './plans.module.css';

/** Asks before the subscription is canceled, and names the day on which access ends. */
function CancelDialog({ user, plans, onClose }: { user: User; plans: readonly Plan[]; onClose: () => void }) {
  const cancel = useMutation({
    mutationFn: cancelPlan,
    onSuccess: (canceled) => {
      onClose();
      setUser(canceled);
      // The sentence under the heading says the same, but the page may be scrolled.
      showToast(planInWords(canceled, plans));
    },
  });
  const end = user.current_period_end;
  return (
    <ConfirmDialog
      title="Cancel your subscription?"
      confirm="Cancel subscription"
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      <p>
        You keep access until {end === null ? 'the end of the period you have paid for' : formatDate(end)}.
        Your ratings and lists are kept.
      </p>
      <FormNotice failure={failureOf(cancel.error, texts.unknownCancel)} />
    </ConfirmDialog>
  );
}

/** The payment is overdue. It is paid on the page of its invoice, or with a new card in the billing portal. */
const isOverdue = (user: User, plans: readonly Plan[]): boolean =>
  user.subscription_status === 'past_due' && canManage(user, plans);

/** What an overdue payment needs, directly below the sentence that asks for it. */
export function OverduePayment({ plans, user }: { plans: readonly Plan[]; user: User }) {
  return isOverdue(user, plans) ? <OpenInvoice /> : null;
}

/** The actions on the running plan: manage the card, cancel. A user without access can delete the account instead. */
export function RunningPlan({ plans, user }: { plans: readonly Plan[]; user: User }) {
  const [canceling, setCanceling] = useState(false);
  return (
    <div className={`wrap ${css.after}`}>
      {canManage(user, plans) && !isOverdue(user, plans) && <ManageButton />}
      {canCancel(user, plans) && <Button onClick={() => setCanceling(true)}>Cancel subscription</Button>}
      {!user.trial_or_subscribed && <Link to={paths.deleteAccount}>Delete my account instead</Link>}
      {canceling && <CancelDialog user={user} plans={plans} onClose={() => setCanceling(false)} />}
    </div>
  );
}
