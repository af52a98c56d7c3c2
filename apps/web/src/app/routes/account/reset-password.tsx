import { MESSAGES } from '@marquee/contracts/constants';
import * as paths from '@marquee/contracts/paths';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { NewPasswordField, PasswordField } from '#src/components/ui/password-field.tsx';
import { resetPassword } from '#src/features/account/visitor-api.ts';
import { isValidPassword } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { fieldError } from '#src/lib/http/errors.ts';
import { endSession } from '#src/lib/session/session.ts';
import css from './account.module.css';

/** Sets a new password with the token of the reset link. */
export function Component() {
  const [params] = useSearchParams();
  const token = params.get('reset_password_token') ?? '';
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const reset = useMutation({
    mutationFn: () =>
      resetPassword({ reset_password_token: token, password, password_confirmation: confirmation }),
    // The reset ends every older session, including the session of this browser.
    onSuccess: endSession,
  });
  const { failure } = useFormErrors(reset.error, texts.unknownReset);
  const matches = password === confirmation;
  const isDead = fieldError(reset.error, 'reset_password_token') !== undefined;

  if (token === '') {
    return (
      <EmptyState
        title="Incomplete reset link"
        text="This link is incomplete."
        more="Open it again from the email, or request a new one."
        action={
          <ButtonLink to={paths.forgotPassword} variant="primary">
            Request another link
          </ButtonLink>
        }
      />
    );
  }
  if (reset.isSuccess) {
    return (
      <Page title="Password reset" heading="Your password is changed" narrow>
        <FormNotice success={texts.passwordReset} />
        <ButtonLink to={paths.login} variant="primary" size="large">
          {texts.login}
        </ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={isDead ? 'Reset link no longer works' : 'Reset password'} heading="A new password" narrow>
      <Form
        label="Reset password"
        onSubmit={() => {
          setSubmitted(true);
          if (isValidPassword(password) && matches && !reset.isPending) reset.mutate();
        }}
      >
        <PasswordField label="New password" value={password} onChange={setPassword} required={submitted} />
        <NewPasswordField
          label="Repeat password"
          name="password_confirmation"
          value={confirmation}
          error={submitted && !matches ? MESSAGES.passwordConfirmation : undefined}
          onChange={setConfirmation}
        />
        <FormNotice failure={failure} />
        <Button type="submit" variant="primary" size="large" wide busy={reset.isPending}>
          Set the password
        </Button>
      </Form>
      <p className={css.links}>
        <Link to={paths.forgotPassword}>Request another link</Link>
      </p>
    </Page>
  );
}
