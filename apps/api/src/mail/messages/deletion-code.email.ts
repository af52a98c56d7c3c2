import { DELETION_CODE_HOURS } from '@marquee/contracts';
import * as paths from '@marquee/contracts/paths';
import { z } from 'zod';
import { Nonce } from '#src/core/payloads.ts';
import { hashToken } from '#src/core/secrets.ts';
import { defineTransactionalMailToUser } from '#src/mail/mail.ts';
import { button, type Links, link, type Message, note, paragraph, strong } from '#src/mail/message.ts';
import { SAMPLE_LINKS, SAMPLE_TOKEN } from '#src/mail/sample-values.ts';
import { STORES, type Store } from '#src/mail/stores.ts';

interface Facts {
  code: string;
  email: string;
  /** Whether a subscription at Stripe ends when the account is deleted. */
  endsSubscription: boolean;
  /** The app stores that still have a renewing subscription of the user. */
  stores: readonly Store[];
}

const toConsequence = ({ endsSubscription, stores }: Facts): string =>
  [
    'Your ratings, lists and all other data are deleted.',
    ...(endsSubscription ? ['The subscription that you pay by card ends at once.'] : []),
    ...stores.map((store) => `Your subscription in ${STORES[store]} goes on: cancel it there.`),
  ].join(' ');

function toMessage(facts: Facts, links: Links): Message {
  const query = new URLSearchParams({ code: facts.code, email: facts.email });
  const href = `${links.web}${paths.confirmDeleteAccount}?${query}`;
  return {
    subject: 'Confirm that you want to delete your account',
    preview: 'Your account stays until you confirm.',
    heading: 'Delete your account?',
    blocks: [
      paragraph`We received a request to delete the account with this address. To delete it, open the link within ${String(DELETION_CODE_HOURS)} hours and confirm. ${strong('Nothing is deleted before you confirm.')}`,
      button('Open the confirmation page', href),
      paragraph`You cannot undo this. ${toConsequence(facts)}`,
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
    if (!live) return null;
    const endsSubscription =
      user.subscriptionProcessor === 'stripe' &&
      user.pricing?.isRecurring === true &&
      subscribedUntil(user) > Date.now();
    const stores = await facts.listRenewingStores(user.id);
    return toMessage({ code, email: user.email, endsSubscription, stores }, links);
  },
  samples: () => ({
    'deletion-code': toMessage(
      { code: SAMPLE_TOKEN, email: 'ada+film@marquee.example', endsSubscription: true, stores: [] },
      SAMPLE_LINKS,
    ),
    'deletion-code-without-subscription': toMessage(
      { code: SAMPLE_TOKEN, email: 'ada@marquee.example', endsSubscription: false, stores: [] },
      SAMPLE_LINKS,
    ),
    'deletion-code-with-store-subscriptions': toMessage(
      {
        code: SAMPLE_TOKEN,
        email: 'ada@marquee.example',
        endsSubscription: false,
        stores: ['apple', 'google'],
      },
      SAMPLE_LINKS,
    ),
  }),
});
