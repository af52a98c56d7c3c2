import { DELETION_CODE_HOURS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, note, paragraph, strong } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';

const CONSEQUENCE = {
  none: 'Your ratings, lists and all other data are deleted.',
  stripe: 'Your ratings, lists and all other data are deleted, and your subscription ends at once.',
  apple: 'Your ratings, lists and all other data are deleted. Your subscription goes on: cancel it at Apple.',
  google:
    'Your ratings, lists and all other data are deleted. Your subscription goes on: cancel it at Google.',
};

function toMessage(
  facts: { code: string; email: string; subscription: keyof typeof CONSEQUENCE },
  links: Links,
): Message {
  const query = new URLSearchParams({ code: facts.code, email: facts.email });
  const href = `${links.web}${paths.confirmDeleteAccount}?${query}`;
  return {
    subject: 'Confirm that you want to delete your account',
    preview: 'Your account stays until you confirm.',
    heading: 'Delete your account?',
    blocks: [
      paragraph`We received a request to delete the account with this address. To delete it, open the link within ${String(DELETION_CODE_HOURS)} hours and confirm. ${strong('Nothing is deleted before you confirm.')}`,
      button('Open the confirmation page', href),
      paragraph`You cannot undo this. ${CONSEQUENCE[facts.subscription]}`,
      note`If you did not request this, ignore this email. Your account stays as it is.`,
      note`If the button does not work, open this address: ${link(href, href)}`,
    ],
    because: 'someone requested the deletion of this account at Marquee',
  };
}

export const deletionCode = defineTransactionalMailToUser({
  payload: z.object({ nonce: Nonce }),
  async write(user, { payload }, { facts, secrets, links, subscribedUntil }) {
    const code = secrets.deriveToken('deletion_code', user.id, payload.nonce);
    const live = await facts.hasLiveDeletionCode(user.id, hashToken(code));
    const processor = subscribedUntil(user) > Date.now() ? user.subscriptionProcessor : null;
    return live ? toMessage({ code, email: user.email, subscription: processor ?? 'none' }, links) : null;
  },
  samples: () => ({
    'deletion-code': toMessage(
      { code: SAMPLE_TOKEN, email: 'ada+film@marquee.example', subscription: 'stripe' },
      SAMPLE_LINKS,
    ),
    'deletion-code-without-subscription': toMessage(
      { code: SAMPLE_TOKEN, email: 'ada@marquee.example', subscription: 'none' },
      SAMPLE_LINKS,
    ),
  }),
});
