import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { messageOf } from '#src/lib/errors.ts';
import { destroyAccount } from '../api/destroy-account.ts';

/** What goes with an account. */
export const DELETION =
  'Your ratings, lists and settings are erased for good, and a running subscription is cancelled at once.';

/** The last question before the account is deleted. `onDestroyed` ends the session. */
export function DestroyDialog({ onDestroyed, onCancel }: { onDestroyed: () => void; onCancel: () => void }) {
  const destroy = useMutation({ mutationFn: destroyAccount, onSuccess: onDestroyed });
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete for good"
      danger
      busy={destroy.isPending}
      onConfirm={() => destroy.mutate()}
      onCancel={onCancel}
    >
      <p>{DELETION} This cannot be undone.</p>
      <FormNotice
        failure={
          destroy.error ? messageOf(destroy.error, 'Unknown error trying to delete your account') : undefined
        }
      />
    </ConfirmDialog>
  );
}
