import { EMAIL_CODE_DAYS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { defineMail } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, name, note, paragraph } from '#src/mail/message.ts';

import { SAMPLE_LINKS, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';

export const confirmationLink = (code: string, links: Links): string =>
  `${links.web}${paths.confirmEmail}?code=${encodeURIComponent(code)}`;

function toMessage(facts: { displayName: string; code: string }, links: Links): Message {
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

/** Sent to the address to prove: the current or the pending address of the user. */
export const confirmEmail = defineMail({
  owner: 'user',
  payload: z.object({ nonce: Nonce }),
  async write({ userId, payload }, { facts, secrets, links }) {
    const user = userId === null ? null : await facts.findUser(userId);
    if (!user) return null;
    const code = secrets.deriveToken('email_confirm', user.id, payload.nonce);
    const to = await facts.findCodeAddress(user.id, hashToken(code));
    return to === null ? null : { to, message: toMessage({ displayName: user.displayName, code }, links) };
  },
  samples: () => ({
    'confirm-email': toMessage({ displayName: 'Ada42', code: SAMPLE_TOKEN }, SAMPLE_LINKS),
  }),
});
