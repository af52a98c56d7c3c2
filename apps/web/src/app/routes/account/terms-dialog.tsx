import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { TermsText } from '#src/features/legal/components/terms-text.tsx';
import { useBillingOff } from '#src/features/plans/hooks/use-billing-off.ts';

/** The terms over a form that asks for them. */
export function TermsDialog({ onClose, onAccept }: { onClose: () => void; onAccept: () => void }) {
  const isFree = useBillingOff();
  return (
    <Dialog title="Terms of Service" size="wide" onClose={onClose}>
      <TermsText isFree={isFree} />
      <DialogChoice cancel="Close" confirm="Accept" onConfirm={onAccept} onCancel={onClose} />
    </Dialog>
  );
}
