import { formatMoment } from './format.ts';
import { button, type Links, link, type Message, note, paragraph } from './message.ts';

export function passwordChangedEmail(facts: { at: Date }, links: Links): Message {
  return {
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      paragraph`This happened on ${formatMoment(facts.at)}. Every device that was signed in has been signed out.`,
      paragraph`If it was you, there is nothing to do. If it was not, take the account back now:`,
      button('Choose another password', `${links.web}/forgot-password`),
      note`Then write to us at ${link(links.support, `mailto:${links.support}`)}.`,
    ],
    because: 'it is about the safety of your account',
  };
}
