import * as texts from '@marquee/contracts/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '#src/components/ui/confirm-dialog.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { destroyAccount, needsPassword } from '../api.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** Returns the text about what a deletion removes. `isFree`: the server sells nothing. */
export const toDeletionText = (isFree: boolean): string =>
  `Your ratings, lists and settings are deleted permanently.${
    isFree
      ? ''
      : ' A subscription paid by card is canceled immediately. Apple and Google subscriptions are not canceled. Cancel yours in the App Store or Google Play.'
  }`;

interface Props {
  isFree: boolean;
  onDestroyed: () => void;
  onCancel: () => void;
}

const DESTROY = ['destroy-account'];

/** The last confirmation before the account is deleted. `onDestroyed` ends the session. */
export function DestroyDialog({ isFree, onDestroyed, onCancel }: Props) {
  const client = useQueryClient();
  const destroy = useMutation({ mutationKey: DESTROY, mutationFn: destroyAccount, onSuccess: onDestroyed });
  // The second click of a double click comes before the button is busy. The call of the second click would end with
  // 401.
  const confirm = () => {
    if (client.isMutating({ mutationKey: DESTROY }) === 0) destroy.mutate();
  };
  // A session of more than ten minutes must show that it is still its owner's.
  if (needsPassword(destroy.error)) return <PasswordDialog onConfirmed={confirm} onClose={onCancel} />;
  return (
    <ConfirmDialog
      title="Delete your account?"
      confirm="Delete for good"
      danger
      busy={destroy.isPending}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{toDeletionText(isFree)} This cannot be undone.</p>
      <FormNotice failure={failureOf(destroy.error, texts.unknownDestroy)} />
    </ConfirmDialog>
  );
}
