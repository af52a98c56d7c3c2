import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { formatDayOf } from '#src/mail/format.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, type Message, name, note, paragraph, strong } from '#src/mail/message.ts';
import { confirmationLink } from '#src/mail/messages/confirm-email.email.ts';
import { SAMPLE_LINKS, SAMPLE_MOMENT, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';

function toMessage(
  facts: {
    displayName: string;
    timeZone: string | null;
    trialEndsAt: Date | null;
    confirmationCode: string | null;
  },
  links: Links,
): Message {
  return {
    subject: 'Welcome to Marquee',
    preview: 'Rate a few titles to get your first recommendations.',
    heading: 'Welcome to Marquee',
    blocks: [
      paragraph`Hello ${name(facts.displayName)}, your account is ready.`,
      paragraph`Rate a few titles that you know. Every rating improves your recommendations, and each title shows which of your streaming services have it.`,
      button('Rate your first titles', `${links.web}${paths.rating}`),
      ...(facts.confirmationCode === null
        ? []
        : [
            paragraph`Please confirm that this address is yours. You need a confirmed address to accept invitations to lists.`,
            button('Confirm this address', confirmationLink(facts.confirmationCode, links)),
          ]),
      ...(facts.trialEndsAt
        ? [
            note`Your trial ends on ${strong(formatDayOf(facts.trialEndsAt, facts.timeZone))}. You need no card, and we will remind you before it ends.`,
          ]
        : []),
    ],
    because: 'you signed up with this address',
  };
}

export const welcome = defineTransactionalMailToUser({
  /** The nonce of the confirmation link. Null when EMAIL_PROOF is off. */
  payload: z.object({ nonce: Nonce.nullable().default(null) }),
  async write(user, { payload: { nonce } }, { facts, secrets, links }) {
    const code = nonce === null ? null : secrets.deriveToken('email_confirm', user.id, nonce);
    const isLive = code !== null && (await facts.findCodeAddress(user.id, hashToken(code))) === user.email;
    return toMessage({ ...user, confirmationCode: isLive ? code : null }, links);
  },
  samples: () => ({
    welcome: toMessage(
      { displayName: 'Ada42', timeZone: null, trialEndsAt: SAMPLE_MOMENT, confirmationCode: SAMPLE_TOKEN },
      SAMPLE_LINKS,
    ),
    'welcome-no-trial': toMessage(
      { displayName: 'Ada42', timeZone: null, trialEndsAt: null, confirmationCode: null },
      SAMPLE_LINKS,
    ),
  }),
});
