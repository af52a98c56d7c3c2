import { RESET_TOKEN_HOURS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, note, paragraph } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';

function toMessage(facts: { token: string }, links: Links): Message {
  const href = `${links.web}${paths.resetPassword}?reset_password_token=${encodeURIComponent(facts.token)}`;
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

export const passwordReset = defineTransactionalMailToUser({
  payload: z.object({ nonce: Nonce }),
  // No mail is sent when the link was replaced or used, because it would not work.
  async write(user, { payload }, { facts, secrets, links }) {
    const token = secrets.deriveToken('password_reset', user.id, payload.nonce);
    const live = await facts.hasLiveReset(user.id, hashToken(token));
    return live ? toMessage({ token }, links) : null;
  },
  samples: () => ({ 'password-reset': toMessage({ token: SAMPLE_TOKEN }, SAMPLE_LINKS) }),
});
