import { EMAIL_CODE_DAYS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { formatMoment } from '#src/mail/format.ts';
import { defineMail } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, name, note, paragraph } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_MOMENT, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';

interface Facts {
  displayName: string;
  timeZone: string | null;
  at: Date;
  code: string;
  /** False while the new address waits for its confirmation. */
  isChanged: boolean;
}

function toMessage(facts: Facts, links: Links): Message {
  const href = `${links.web}${paths.restoreEmail}?code=${encodeURIComponent(facts.code)}`;
  return {
    subject: facts.isChanged ? 'Your email address was changed' : 'Your email address is about to change',
    preview: 'If you did not request this, restore this address.',
    heading: facts.isChanged ? 'Your email address was changed' : 'Your email address is about to change',
    blocks: [
      facts.isChanged
        ? paragraph`On ${formatMoment(facts.at, facts.timeZone)} another email address replaced this address in the account ${name(facts.displayName)}.`
        : paragraph`On ${formatMoment(facts.at, facts.timeZone)} another email address was entered for the account ${name(facts.displayName)}. It replaces this address when it is confirmed.`,
      paragraph`If you did not request this, restore this address. All sessions of the account end, and we send you a link to choose a new password. The link works once, for ${String(EMAIL_CODE_DAYS)} days.`,
      button('Restore this address', href),
      note`If the button does not work, open this address: ${link(href, href)}`,
      note`Questions? Write to us at ${link(links.support, `mailto:${links.support}`)}.`,
    ],
    because: facts.isChanged ? 'this was the address of your account' : 'this is the address of your account',
  };
}

/**
 * Sent to the previous address when a change is asked for and when it is confirmed, because only the owner of this
 * address can notice an unwanted change.
 */
export const emailChanged = defineMail({
  owner: 'user',
  payload: z.object({ nonce: Nonce }),
  async write({ userId, payload, createdAt }, { facts, secrets, links }) {
    const user = userId === null ? null : await facts.findUser(userId);
    if (!user) return null;
    const code = secrets.deriveToken('email_restore', user.id, payload.nonce);
    const to = await facts.findCodeAddress(user.id, hashToken(code));
    if (to === null) return null;
    const { displayName, timeZone } = user;
    const isChanged = user.email !== to;
    return { to, message: toMessage({ displayName, timeZone, at: createdAt, code, isChanged }, links) };
  },
  samples: () => ({
    'email-changed': toMessage(
      { displayName: 'Ada42', timeZone: null, at: SAMPLE_MOMENT, code: SAMPLE_TOKEN, isChanged: true },
      SAMPLE_LINKS,
    ),
    'email-about-to-change': toMessage(
      { displayName: 'Ada42', timeZone: null, at: SAMPLE_MOMENT, code: SAMPLE_TOKEN, isChanged: false },
      SAMPLE_LINKS,
    ),
  }),
});
