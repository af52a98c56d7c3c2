import { formatMoment } from './format.ts';
import { type Links, link, type Message, name, note, paragraph } from './message.ts';

/** Goes to the address that was left, the only one a thief does not read. */
export function emailChangedEmail(facts: { displayName: string; at: Date }, links: Links): Message {
  return {
    subject: 'Your e-mail address was changed',
    preview: 'Your account has moved to another address.',
    heading: 'Your e-mail address was changed',
    blocks: [
      paragraph`On ${formatMoment(facts.at)} the account ${name(facts.displayName)} was moved from this address to another one. Mails about it go there from now on.`,
      note`If it was not you, write to us at once at ${link(links.support, `mailto:${links.support}`)}.`,
    ],
    because: 'this was the address of your account',
  };
}
