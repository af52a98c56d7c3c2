import type { User } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { updateUser } from '#src/features/account/api.ts';
import { ResendButton } from '#src/features/account/components/resend-button.tsx';
import { failureOf } from '#src/lib/http/errors.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { setUser } from '#src/lib/session/session.ts';
import { Setting } from './section.tsx';
import css from './settings.module.css';

/** The address, whether it is confirmed, and a new address that waits for its confirmation. */
export function EmailSetting({ user }: { user: User }) {
  const { email, email_verified: isProven, pending_email: pending } = user;
  const keep = useMutation({
    mutationFn: () => updateUser({ email }),
    onSuccess: (saved) => {
      setUser(saved);
      showToast(`Your address stays ${email}.`);
    },
  });
  const waits = pending !== null || !isProven;
  return (
    <Setting name="Email" control={null}>
      <p>{email}</p>
      {pending === null ? (
        <p>{isProven ? 'Confirmed.' : 'Not confirmed yet. Open the link in the email that we sent you.'}</p>
      ) : (
        <p>Your address changes to {pending} when you open the link that we sent there.</p>
      )}
      {waits && (
        <div className={css.buttons}>
          <ResendButton variant="plain" />
          {pending !== null && (
            <Button variant="plain" busy={keep.isPending} onClick={() => keep.mutate()}>
              Keep the current address
            </Button>
          )}
        </div>
      )}
      <FormNotice failure={failureOf(keep.error, texts.unknownSetting)} />
    </Setting>
  );
}
