import { SIGNUP_STEP } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { FormNotice } from '#src/components/ui/form.tsx';
import { patchSignupStep } from '#src/features/sign-up/api.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { setUser } from '#src/lib/session/session.ts';

/**
 * The choice after "Finish later": select streaming services, or continue without streaming services. The
 * session and the redirect target stay.
 */
export function LaterChoice() {
  const skip = useMutation({
    mutationFn: () => patchSignupStep(SIGNUP_STEP.complete),
    onSuccess: setUser,
  });
  const { failure } = useFormErrors(skip.error, 'Your account could not be updated. Please try again.');
  return (
    <div className="stack gap-4">
      <ButtonLink to="/register?step=4" variant="primary" size="large" wide>
        Choose streaming services
      </ButtonLink>
      <Button size="large" wide busy={skip.isPending} onClick={() => skip.mutate()}>
        Continue without choosing
      </Button>
      <p className="soft">
        Without a selection you see titles from all streaming services. You can choose yours in Settings.
      </p>
      <FormNotice failure={failure} />
    </div>
  );
}
