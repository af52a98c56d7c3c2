import type { ReferralCode } from '@marquee/contracts';
import {
  REFERRAL_DETAILS_MAX,
  REFERRAL_DETAILS_MIN,
  REFERRAL_OTHER,
  REFERRAL_SOURCES,
} from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '#src/components/ui/choice.tsx';
import { Dialog, DialogChoice } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { readSession, setUser } from '#src/lib/session/session.ts';
import { giveReferralSource } from '../api.ts';

const choices = REFERRAL_SOURCES.map(({ code, name }) => ({ value: code, label: name }));

/** Asks how the user heard of Marquee: one choice, and details for Other. */
export function ReferralDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const [source, setSource] = useState<ReferralCode | null>(null);
  const [details, setDetails] = useState('');
  const isOther = source === REFERRAL_OTHER;
  const words = isOther ? details.trim() : null;
  const ready = source !== null && (words === null || words.length >= REFERRAL_DETAILS_MIN);
  const send = useMutation({
    mutationFn: (code: ReferralCode) => giveReferralSource(code, words),
    onSuccess: () => {
      const { user } = readSession();
      if (user) setUser({ ...user, pending_referral_source: false });
      onSaved();
    },
  });
  const fallback = texts.unknownResponse;
  const { errorOf, failure } = useFormErrors(send.error, fallback, ['details']);

  return (
    <Dialog title="How did you hear about us?" onClose={onClose}>
      <Form
        label="How did you hear about us?"
        onSubmit={() => source !== null && ready && !send.isPending && send.mutate(source)}
      >
        <Choice
          label="How did you hear about us?"
          columns={2}
          choices={choices}
          value={source}
          onChange={setSource}
        />
        {isOther && (
          <Field
            label="Please specify"
            name="details"
            hint="More than 3 characters."
            maxLength={REFERRAL_DETAILS_MAX}
            autoFocus
            value={details}
            error={errorOf('details')}
            onChange={(event) => setDetails(event.target.value)}
          />
        )}
        <FormNotice failure={failure} />
        <DialogChoice
          cancel="Not now"
          confirm="Send"
          disabled={!ready}
          busy={send.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
