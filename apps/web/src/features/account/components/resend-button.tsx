import { useMutation } from '@tanstack/react-query';
import { Button, type ButtonVariant } from '#src/components/ui/button.tsx';
import { showFailure } from '#src/lib/http/show-failure.ts';
import { showToast } from '#src/lib/screen/toast.ts';
import { useSession } from '#src/lib/session/session.ts';
import { resendConfirmation } from '../api.ts';

/** Mails the confirmation link again. A toast names the address. */
export function ResendButton({ variant = 'outline' }: { variant?: ButtonVariant }) {
  const { user } = useSession();
  const address = user?.pending_email ?? user?.email;
  const send = useMutation({
    mutationFn: resendConfirmation,
    onSuccess: () => showToast(`The link is on its way to ${address}.`),
    onError: (error) => showFailure(error, 'The link could not be sent. Please try again.'),
  });
  return (
    <Button variant={variant} busy={send.isPending} onClick={() => send.mutate()}>
      Send the link again
    </Button>
  );
}
