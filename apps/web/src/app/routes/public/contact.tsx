import { CONTACT_MESSAGE_MIN, MESSAGE_MAX, MESSAGES, SUBJECT_MAX } from '@marquee/contracts/constants';
import * as texts from '@marquee/contracts/texts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Field, TextField } from '#src/components/ui/field.tsx';
import { Form, FormNotice } from '#src/components/ui/form.tsx';
import { Page } from '#src/components/ui/page.tsx';
import { sendContact } from '#src/features/messages/api.ts';
import { emailProblem } from '#src/lib/forms/rules.ts';
import { useFormErrors } from '#src/lib/forms/use-form-errors.ts';
import { useSession } from '#src/lib/session/session.ts';

const empty = { email: '', subject: '', message: '' };

/** The contact form, filled with the address of a signed-in user. */
export function Component() {
  const { user } = useSession();
  const [given, setGiven] = useState<Partial<typeof empty>>({});
  const [checked, setChecked] = useState(false);
  const contact = { ...empty, ...(user && { email: user.email }), ...given };
  const send = useMutation({ mutationFn: () => sendContact(contact) });
  const { failure } = useFormErrors(send.error, texts.unknownContact);

  const problems = {
    email: emailProblem(contact.email, MESSAGES.contactEmailRequired),
    subject: contact.subject.trim() === '' ? MESSAGES.subjectRequired : undefined,
    message: contact.message.trim().length < CONTACT_MESSAGE_MIN ? MESSAGES.contactMessage : undefined,
  };
  const shown = checked ? problems : { email: undefined, subject: undefined, message: undefined };
  const change = (part: Partial<typeof empty>) => setGiven({ ...given, ...part });

  if (send.isSuccess) {
    return (
      <Page title="Contact Us" heading="Thank you">
        <FormNotice success="Your message has been sent. We answer by email." />
        <Button
          onClick={() => {
            setGiven({});
            setChecked(false);
            send.reset();
          }}
        >
          Send another
        </Button>
      </Page>
    );
  }
  return (
    <Page title="Contact Us" heading="Write to us" lead="A person reads it, and answers.">
      <Form
        narrow
        label="Contact"
        onSubmit={() => {
          setChecked(true);
          if (Object.values(problems).every((problem) => problem === undefined) && !send.isPending)
            send.mutate();
        }}
      >
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          value={contact.email}
          error={shown.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <Field
          label="Subject"
          name="subject"
          maxLength={SUBJECT_MAX}
          value={contact.subject}
          error={shown.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <TextField
          label="Message"
          name="message"
          maxLength={MESSAGE_MAX}
          value={contact.message}
          error={shown.message}
          onChange={(event) => change({ message: event.target.value })}
        />
        <FormNotice failure={failure} />
        <Button type="submit" variant="primary" size="large" wide busy={send.isPending}>
          Send
        </Button>
      </Form>
    </Page>
  );
}
