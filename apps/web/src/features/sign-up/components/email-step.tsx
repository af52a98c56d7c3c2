import { MESSAGES } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { emailProblem, suggestName } from '#src/lib/forms/rules.ts';
import { fieldError, messageOf } from '#src/lib/http/errors.ts';
import { checkEmail } from '../api.ts';
import type { Draft } from '../hooks/use-draft.ts';
import { ConsentBoxes } from './consent-boxes.tsx';

/** Step 1: email, terms and age. `rejected` is the error about the email from step 3. */
export function EmailStep({
  draft,
  onChange,
  onDone,
  takeToken,
  rejected,
  onShowTerms,
  botNotice,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onDone: () => void;
  takeToken: () => Promise<string>;
  rejected: string | undefined;
  onShowTerms: () => void;
  botNotice: ReactNode;
}) {
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: async () => checkEmail({ email: draft.email.trim(), recaptcha: await takeToken() }),
    onSuccess: (taken) => {
      if (taken) return setProblem(MESSAGES.emailTaken);
      const email = draft.email.trim();
      onChange({ email, emailChecked: true, displayName: draft.displayName || suggestName() });
      onDone();
    },
    onError: (error) =>
      setProblem(
        fieldError(error, 'email') ??
          (error.name === 'ApiError' ? messageOf(error, texts.unknownEmailCheck) : error.message),
      ),
  });
  const confirmed = draft.acceptedTerms && draft.confirmedAge;

  return (
    <Form
      onSubmit={() => {
        if (!confirmed || check.isPending) return;
        const found = emailProblem(draft.email);
        setProblem(found);
        if (!found) check.mutate();
      }}
    >
      <Field
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        value={draft.email}
        error={problem ?? rejected}
        onChange={(event) => {
          setProblem(undefined);
          onChange({ email: event.target.value, emailChecked: false });
        }}
      />
      <ConsentBoxes consent={draft} onChange={onChange} onShowTerms={onShowTerms} />
      {botNotice}
      <Button type="submit" variant="primary" size="large" wide disabled={!confirmed} busy={check.isPending}>
        {texts.next}
      </Button>
    </Form>
  );
}
