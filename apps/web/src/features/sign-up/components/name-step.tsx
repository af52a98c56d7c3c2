import { MESSAGES } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form } from '#src/components/ui/form.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { checkDisplayName } from '../api.ts';
import type { Draft } from '../hooks/use-draft.ts';

/**
 * Step 2: the display name, checked by the server. The suggested name is selected, so that typing replaces it.
 */
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
  const check = useMutation({
    mutationFn: () => checkDisplayName(draft.displayName.trim()),
    onSuccess: (problems) => {
      if (!errors.check({ display_name: problems.join('\n') || undefined })) return;
      onChange({ displayName: draft.displayName.trim(), displayNameChecked: true });
      onDone();
    },
  });
  const fallback = texts.unknownNameCheck;
  const errors = useFormErrors(check.error, fallback, ['display_name']);

  return (
    <Form
      onSubmit={() => {
        if (check.isPending) return;
        const isEmpty = draft.displayName.trim() === '';
        if (errors.check({ display_name: isEmpty ? MESSAGES.displayNameRequired : undefined }))
          check.mutate();
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
        hint="3 to 16 letters and digits. Others see it where you share something, so choose any."
        onFocus={(event) => event.target.select()}
        error={errors.errorOf('display_name') ?? errors.failure ?? rejected}
        onChange={(event) => {
          errors.check({});
          check.reset();
          onChange({ displayName: event.target.value, displayNameChecked: false });
        }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={check.isPending}>
        {texts.next}
      </Button>
    </Form>
  );
}
