import { FEEDBACK_MIN, MESSAGE_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { TextField } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { sendFeedback } from '../api.ts';

/**
 * The feedback form: a text of more than four characters, whose draft the caller keeps. After sending, it
 * shows thanks and the button "New feedback".
 */
export function FeedbackForm({ draft, onDraft }: { draft: string; onDraft: (draft: string) => void }) {
  const [again, setAgain] = useState(false);
  const content = draft.trim();
  const send = useMutation({ mutationFn: () => sendFeedback(content), onSuccess: () => onDraft('') });
  const ready = content.length >= FEEDBACK_MIN;
  const { failure } = useFormErrors(send.error, texts.unknownFeedback);

  return (
    <Form label={texts.feedback} onSubmit={() => ready && !send.isPending && send.mutate()}>
      {!send.isSuccess && (
        <TextField
          label="What could be better? What do you enjoy?"
          hint="More than 4 characters. A person reads it."
          name="feedback"
          autoFocus={again}
          maxLength={MESSAGE_MAX}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
        />
      )}
      <FormNotice
        failure={failure}
        success={send.isSuccess ? 'Thank you. Your feedback has been sent.' : undefined}
      />
      {send.isSuccess ? (
        // The button takes the focus, because Submit is removed.
        <Button
          key="again"
          autoFocus
          onClick={() => {
            setAgain(true);
            send.reset();
          }}
        >
          {texts.newFeedback}
        </Button>
      ) : (
        <Button
          key="submit"
          type="submit"
          variant="primary"
          size="large"
          disabled={!ready}
          busy={send.isPending}
        >
          {texts.submit}
        </Button>
      )}
    </Form>
  );
}
