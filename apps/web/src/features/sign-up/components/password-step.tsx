import type { User } from '@marquee/contracts';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { PasswordField } from '#src/components/ui/password-field.tsx';
import { isValidPassword } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { fieldError } from '#src/lib/http/errors.ts';
import { createAccount } from '../api.ts';
import type { Draft } from '../hooks/use-draft.ts';

/**
 * Step 3: the password, after which Next creates the account. Errors about email or display name go to
 * `onRejected`, which returns to the step of the field.
 */
export function PasswordStep({
  draft,
  onCreated,
  onRejected,
}: {
  draft: Draft;
  onCreated: (user: User) => void;
  onRejected: (field: 'email' | 'display_name', sentence: string) => void;
}) {
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState(false);
  // A second click, even after the reply, would find the own email taken.
  const isSent = useRef(false);
  const create = useMutation({
    mutationFn: () => createAccount({ email: draft.email, display_name: draft.displayName, password }),
    onSuccess: onCreated,
    onError: (error) => {
      isSent.current = false;
      const email = fieldError(error, 'email');
      const name = fieldError(error, 'display_name');
      if (email) onRejected('email', email);
      else if (name) onRejected('display_name', name);
    },
  });
  const { errorOf, failure } = useFormErrors(create.error, texts.unknownSignUp, ['password']);

  return (
    <Form
      onSubmit={() => {
        if (!isValidPassword(password) || isSent.current) return;
        isSent.current = true;
        create.mutate();
      }}
    >
      {/* Password managers need the email beside the password. */}
      <input type="email" name="email" autoComplete="username" value={draft.email} readOnly hidden />
      <PasswordField
        label="Password"
        autoFocus
        value={password}
        required={touched}
        error={errorOf('password')}
        onChange={(value) => {
          setPassword(value);
          setTouched(true);
        }}
      />
      <FormNotice failure={failure} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        disabled={!isValidPassword(password)}
        busy={create.isPending}
      >
        {texts.next}
      </Button>
    </Form>
  );
}
