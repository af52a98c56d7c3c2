import { RESET_TOKEN_HOURS } from '@marquee/contracts';
import { button, type Links, link, type Message, note, paragraph } from './message.ts';

export function passwordResetEmail(facts: { token: string }, links: Links): Message {
  const href = `${links.web}/users/password/edit?reset_password_token=${encodeURIComponent(facts.token)}`;
  return {
    subject: 'Reset your password',
    preview: `The link inside works once, within ${RESET_TOKEN_HOURS} hours.`,
    heading: 'Choose a new password',
    blocks: [
      paragraph`Somebody, most likely you, asked for a new password for this account. The link works once, within ${String(RESET_TOKEN_HOURS)} hours.`,
      button('Choose a new password', href),
      note`If it was not you, there is nothing to do: your password stays as it is.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'a password reset was asked for at Marquee',
  };
}
