import { formatMoment } from '#src/mail/format.ts';
import { type Links, link, type Message, name, note, paragraph } from '#src/mail/message.ts';

/** Sent to the previous address, since only its owner can notice an unwanted change. */
export function emailChangedEmail(facts: { displayName: string; at: Date }, links: Links): Message {
  return {
    subject: 'Your email address was changed',
    preview: 'Your account uses another address now.',
    heading: 'Your email address was changed',
    blocks: [
      paragraph`The email address of the account ${name(facts.displayName)} was changed on ${formatMoment(facts.at)}. Emails about the account now go to the new address.`,
      note`If you did not change it, write to us at once at ${link(links.support, `mailto:${links.support}`)}.`,
    ],
    because: 'this was the address of your account',
  };
}
