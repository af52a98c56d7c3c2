import type { Plan, PlanPreview, User } from '@marquee/contracts';
import { formatMoney } from '@marquee/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { plainMessageOf } from '#src/lib/http/errors.ts';
import { formatDate } from '#src/lib/screen/dates.ts';
import { planPreviewQuery } from '../api.ts';
import { isFree, priceOf } from '../plan-rules.ts';
import css from './switch-dialog.module.css';

/** Whether the credit for time that is already paid covers the next invoice, at least in part. */
const isCredited = ({ amount_due, next_amount, next_date, ...first }: PlanPreview): boolean =>
  amount_due === 0 &&
  next_amount !== null &&
  (first.first_charge_date !== next_date || first.first_charge_amount !== next_amount);

/** The amount that is due now, the next invoices, and the first charge when a credit pays for an invoice. */
function Charges({ preview, per }: { preview: PlanPreview; per: string }) {
  const { amount_due: due, currency, next_amount: next, next_date: date } = preview;
  const { first_charge_amount: first, first_charge_date: firstDate } = preview;
  return (
    <dl className={css.charges}>
      <div>
        <dt>Due now</dt>
        <dd>{formatMoney(due, currency)}</dd>
      </div>
      {next !== null && (
        <div>
          <dt>{date === null ? 'Then' : `From ${formatDate(date)}`}</dt>
          <dd>
            {formatMoney(next, currency)} {per}
          </dd>
        </div>
      )}
      {isCredited(preview) && first !== null && firstDate !== null && (
        <div>
          <dt>First charge on {formatDate(firstDate)}</dt>
          <dd>{formatMoney(first, currency)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Asks before a switch and shows the amount that is due now. Switch is disabled until that amount is loaded. */
export function SwitchDialog(props: {
  plan: Plan;
  user: User;
  busy: boolean;
  failure: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { plan, user, busy, failure, onConfirm, onCancel } = props;
  const preview = useQuery(planPreviewQuery(plan));
  const isPaid = user.subscription_processor === 'stripe';
  return (
    <ConfirmDialog
      title={`Switch to ${plan.name}?`}
      confirm="Switch"
      cancel="Keep my plan"
      busy={busy}
      disabled={!preview.data}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className={css.body}>
        {preview.data && <Charges preview={preview.data} per={priceOf(plan).per} />}
        {preview.isPending && <Skeleton height="5.5rem" />}
        {preview.isError && (
          <>
            <FormNotice
              failure={`The amount that is due now could not be loaded. ${plainMessageOf(preview.error)}`}
            />
            <div>
              <Button onClick={() => void preview.refetch()}>Try again</Button>
            </div>
          </>
        )}
        <p>
          {!isPaid
            ? 'You continue on the payment page.'
            : isFree(plan)
              ? `${user.product_name ?? 'Your plan'} ends immediately. The rest of the time that you have paid for is not refunded.`
              : preview.data && isCredited(preview.data)
                ? 'The time that you have already paid for becomes a credit, which pays your next invoices first.'
                : 'You do not lose the time that you have already paid for.'}
        </p>
        <FormNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}
