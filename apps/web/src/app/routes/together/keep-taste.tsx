import type { User } from '@marquee/contracts';
import { MESSAGES } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { PasswordField } from '#src/components/ui/password-field.tsx';
import { keepTaste } from '#src/features/rounds/api.ts';
import { Part } from '#src/features/rounds/components/part.tsx';
import { ConsentBoxes } from '#src/features/sign-up/components/consent-boxes.tsx';
import { emailProblem, isValidPassword } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { TermsDialog } from '../account/terms-dialog.tsx';

/** Makes an account of what a guest rated and voted: three fields and the two boxes of the sign-up. */
export function KeepTaste({
  code,
  name,
  onKept,
}: {
  code: string;
  /** The name of the guest in the round. */
  name: string;
  onKept: (user: User) => void;
}) {
  const [email, setEmail] = useState('');
  const [displayName, setDisplayName] = useState(name);
  const [password, setPassword] = useState('');
  const [touched, setTouched] = useState(false);
  const [consent, setConsent] = useState({ acceptedTerms: false, confirmedAge: false });
  const [termsShown, setTermsShown] = useState(false);
  const keep = useMutation({
    mutationFn: () => keepTaste(code, { email: email.trim(), display_name: displayName.trim(), password }),
    onSuccess: onKept,
  });
  const errors = useFormErrors(keep.error, texts.unknownSignUp, ['email', 'display_name', 'password']);
  const confirmed = consent.acceptedTerms && consent.confirmedAge;

  return (
    <Part title="Keep my taste">
      <p>Your ratings and what you said yes to become an account. Next time Marquee knows what you like.</p>
      <Form
        narrow
        label="Keep my taste"
        onSubmit={() => {
          if (!confirmed || keep.isPending) return;
          setTouched(true);
          const isFine = errors.check({
            email: emailProblem(email),
            display_name: displayName.trim() === '' ? MESSAGES.displayNameRequired : undefined,
          });
          if (isFine && isValidPassword(password)) keep.mutate();
        }}
      >
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          autoFocus
          value={email}
          error={errors.errorOf('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label="Public display name"
          name="display_name"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          value={displayName}
          error={errors.errorOf('display_name')}
          onChange={(event) => setDisplayName(event.target.value)}
        />
        <PasswordField
          label="Password"
          value={password}
          required={touched}
          error={errors.errorOf('password')}
          onChange={setPassword}
        />
        <ConsentBoxes
          consent={consent}
          onChange={(part) => setConsent((was) => ({ ...was, ...part }))}
          onShowTerms={() => setTermsShown(true)}
        />
        <FormNotice failure={errors.failure} />
        <Button type="submit" variant="primary" size="large" disabled={!confirmed} busy={keep.isPending}>
          Create my account
        </Button>
      </Form>
      {termsShown && (
        <TermsDialog
          onClose={() => setTermsShown(false)}
          onAccept={() => {
            setConsent((was) => ({ ...was, acceptedTerms: true }));
            setTermsShown(false);
          }}
        />
      )}
    </Part>
  );
}
