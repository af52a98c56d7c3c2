import { RESET_TOKEN_HOURS } from '@marquee/contracts';
import { button, type Links, link, type Message, note, paragraph } from '#src/mail/message.ts';

export function passwordResetEmail(facts: { token: string }, links: Links): Message {
  const href = `${links.web}/users/password/edit?reset_password_token=${encodeURIComponent(facts.token)}`;
  return {
    subject: 'Reset your password',
    preview: `The link works once, for ${RESET_TOKEN_HOURS} hours.`,
    heading: 'Choose a new password',
    blocks: [
      paragraph`We received a request to reset the password of your account. The link works once, for ${String(RESET_TOKEN_HOURS)} hours.`,
      button('Choose a new password', href),
      note`If you did not request this, ignore this email. Your password stays as it is.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'someone requested a password reset at Marquee',
  };
}
