import { link, type Message, name, note, paragraph, toSubjectName } from '#src/mail/message.ts';

/** To the support address: feedback from the settings. */
export function supportFeedbackEmail(facts: {
  displayName: string;
  email: string;
  userId: number;
  content: string;
}): Message {
  return {
    subject: `Feedback from ${toSubjectName(facts.displayName)}`,
    preview: facts.content.slice(0, 120),
    heading: 'Feedback',
    blocks: [
      paragraph`From ${name(facts.displayName)} (user ${String(facts.userId)}), ${link(facts.email, `mailto:${facts.email}`)}:`,
      { kind: 'quote', text: facts.content },
      note`A reply to this email goes to the user.`,
    ],
    because: 'this is the support address of Marquee',
  };
}

/** To the support address: a message of the contact form. */
export function supportContactEmail(facts: {
  email: string;
  subject: string;
  message: string;
  userId: number | null;
}): Message {
  const who = facts.userId === null ? 'Not logged in' : `User ${facts.userId}`;
  return {
    subject: `Contact: ${toSubjectName(facts.subject)}`,
    preview: facts.message.slice(0, 120),
    heading: facts.subject,
    blocks: [
      paragraph`From ${link(facts.email, `mailto:${facts.email}`)}. ${who}.`,
      { kind: 'quote', text: facts.message },
      note`A reply to this email goes to the sender. The address was not verified.`,
    ],
    because: 'this is the support address of Marquee',
  };
}
