import { z } from 'zod';
import { defineMail } from '#src/mail/mail.ts';
import { type Block, type Message, paragraph } from '#src/mail/message.ts';
import { STORES, type Store } from '#src/mail/stores.ts';

type Stores = readonly Store[] | null;

function toChargeBlocks(stores: Stores): Block[] {
  if (stores === null) return [];
  if (stores.length === 0) return [paragraph`You will not be charged again.`];
  return stores.map(
    (store) =>
      paragraph`Your subscription in ${STORES[store]} goes on. We cannot cancel it. To stop the charges, cancel it in ${STORES[store]}.`,
  );
}

function toMessage(stores: Stores): Message {
  return {
    subject: 'Your account has been deleted',
    preview:
      stores !== null && stores.length > 0
        ? 'All your data has been deleted. Your subscription goes on until you cancel it.'
        : 'All your data has been deleted.',
    heading: 'Your account has been deleted',
    blocks: [
      paragraph`Your ratings, lists and all other data have been deleted.`,
      ...toChargeBlocks(stores),
      paragraph`This is our last email to you. We delete this address, too.`,
      paragraph`Thank you for using Marquee.`,
    ],
    because: 'you deleted your Marquee account',
  };
}

export const deletionDone = defineMail({
  owner: 'none',
  payload: z.object({
    /** The address, because the account is deleted. The row is deleted after at most seven days. */
    email: z.string(),
    /**
     * The app stores that still have a renewing subscription of the user. Null in rows of an older version,
     * which lack this field.
     */
    stores: z
      .array(z.enum(['apple', 'google']))
      .nullable()
      .default(null),
  }),
  write: async ({ payload }) => ({ to: payload.email, message: toMessage(payload.stores) }),
  samples: () => ({
    'deletion-done': toMessage([]),
    'deletion-done-with-store-subscriptions': toMessage(['apple', 'google']),
  }),
});
