import { EMAIL_CODE_DAYS } from '@marquee/contracts';
import { button, type Links, link, type Message, name, note, paragraph } from '#src/mail/message.ts';

export const confirmationLink = (code: string, links: Links): string =>
  `${links.web}/confirm_email?code=${encodeURIComponent(code)}`;

/** Sent to the address that the user wants to prove. */
export function confirmEmailEmail(facts: { displayName: string; code: string }, links: Links): Message {
  const href = confirmationLink(facts.code, links);
  return {
    subject: 'Confirm your email address',
    preview: `The link works once, for ${EMAIL_CODE_DAYS} days.`,
    heading: 'Confirm your email address',
    blocks: [
      paragraph`The account ${name(facts.displayName)} uses this address. Confirm that it is yours. The link works once, for ${String(EMAIL_CODE_DAYS)} days.`,
      button('Confirm this address', href),
      note`If this is not your account, ignore this email.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'someone entered this address at Marquee',
  };
}
