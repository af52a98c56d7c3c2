import { MESSAGES } from '@marquee/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { fieldError, messageOf } from '#src/lib/http/errors.ts';
import { checkDisplayName } from '../api/check-display-name.ts';
import type { Draft } from '../hooks/use-draft.ts';

/** Step 2: the display name, checked by the server. */
export function NameStep({
  draft,
  onChange,
  onDone,
  rejected,
}: {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onDone: () => void;
  rejected: string | undefined;
}) {
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: () => checkDisplayName(draft.displayName.trim()),
    onSuccess: (problems) => {
      if (problems.length > 0) return setProblem(problems.join('\n'));
      onChange({ displayName: draft.displayName.trim(), displayNameChecked: true });
      onDone();
    },
    onError: (error) =>
      setProblem(
        fieldError(error, 'display_name') ??
          messageOf(error, 'Unknown error trying to verify public name existence'),
      ),
  });

  return (
    <Form
      onSubmit={() => {
        if (check.isPending) return;
        const found = draft.displayName.trim() === '' ? MESSAGES.displayNameRequired : undefined;
        setProblem(found);
        if (!found) check.mutate();
      }}
    >
      <Field
        label="Public display name"
        name="display_name"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={draft.displayName}
        hint="3 to 16 letters and digits. People you share lists with see it."
        error={problem ?? rejected}
        onChange={(event) => {
          setProblem(undefined);
          onChange({ displayName: event.target.value, displayNameChecked: false });
        }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={check.isPending}>
        Next
      </Button>
    </Form>
  );
}
