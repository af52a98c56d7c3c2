import { link, type Message, name, note, paragraph, toSubjectName } from './message.ts';

/** To ourselves: what a member wrote in Settings, Feedback. */
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
      paragraph`From ${name(facts.displayName)} (member ${String(facts.userId)}), ${link(facts.email, `mailto:${facts.email}`)}:`,
      { kind: 'quote', text: facts.content },
      note`Answering this mail answers the member.`,
    ],
    because: 'this is the support address of Marquee',
  };
}

/** To ourselves: what somebody wrote through the contact form. */
export function supportContactEmail(facts: {
  email: string;
  subject: string;
  message: string;
  userId: number | null;
}): Message {
  const who = facts.userId === null ? 'Not signed in' : `Member ${facts.userId}`;
  return {
    subject: `Contact: ${toSubjectName(facts.subject)}`,
    preview: facts.message.slice(0, 120),
    heading: facts.subject,
    blocks: [
      paragraph`From ${link(facts.email, `mailto:${facts.email}`)}. ${who}.`,
      { kind: 'quote', text: facts.message },
      note`Answering this mail answers the sender. The address was typed, not checked.`,
    ],
    because: 'this is the support address of Marquee',
  };
}
