import { z } from 'zod';
import { Id } from '#src/core/payloads.ts';
import { defineMail } from '#src/mail/mail.ts';
import { link, type Message, note, paragraph, toSubjectName } from '#src/mail/message.ts';
import { HOSTILE } from '#src/mail/sample-values.ts';

interface Facts {
  email: string;
  subject: string;
  message: string;
  userId: number | null;
}

function toMessage(facts: Facts): Message {
  const sender = facts.userId === null ? 'Not logged in' : `User ${facts.userId}`;
  return {
    subject: `Contact: ${toSubjectName(facts.subject)}`,
    preview: facts.message.slice(0, 120),
    heading: facts.subject,
    blocks: [
      paragraph`From ${link(facts.email, `mailto:${facts.email}`)}. ${sender}.`,
      { kind: 'quote', text: facts.message },
      note`A reply to this email goes to the sender. The address was not verified.`,
    ],
    because: 'this is the support address of Marquee',
  };
}

/** Sends a message of the contact form to the support address. */
export const supportContact = defineMail({
  owner: 'optional',
  payload: z.object({ contactMessageId: Id }),
  async write({ payload }, { facts, links }) {
    const contact = await facts.findContactMessage(payload.contactMessageId);
    return contact && { to: links.support, replyTo: contact.email, message: toMessage(contact) };
  },
  samples: () => ({
    'support-contact': toMessage({
      email: 'bob@marquee.example',
      subject: HOSTILE,
      message: HOSTILE,
      userId: null,
    }),
  }),
});
