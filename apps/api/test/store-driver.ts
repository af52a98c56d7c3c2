// Sends notifications of the app stores and makes purchases, for tests of the running application.
import { type Billing, DAY_S } from './billing.ts';
import { unique } from './factories.ts';
import { type AppleState, type GooglePurchase, googlePush, signNotification } from './stores.ts';
import { waitFor } from './wait-for.ts';

export const daysAhead = (days: number): number => Date.now() + days * DAY_S * 1_000;

export function createStoreDriver({ as, join, prisma, stores: { apple, google }, visitor }: Billing) {
  type User = Awaited<ReturnType<typeof join>>;
  return {
    /** Posts a notification of Apple. Returns its id. */
    async postApple(state: AppleState): Promise<string> {
      const { signedPayload, notificationUUID } = await signNotification(apple, state);
      await visitor.post('/webhooks/apple').send({ signedPayload }).expect(200);
      return notificationUUID;
    },

    async postGoogle(token: string): Promise<void> {
      await visitor
        .post('/webhooks/google')
        .set('authorization', google.signPush())
        .send(googlePush(token))
        .expect(200);
    },

    /**
     * Makes a purchase at Google, without an account token when the user is null. Returns the purchase token.
     */
    buy(user: User | null, changes: Partial<GooglePurchase> = {}): string {
      const token = unique('purchase-token-');
      google.purchases.set(token, {
        subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
        acknowledgementState: 'ACKNOWLEDGEMENT_STATE_PENDING',
        ...(user && { externalAccountIdentifiers: { obfuscatedExternalAccountId: user.storeAccountToken } }),
        lineItems: [
          {
            productId: 'yearly_3900',
            expiryTime: new Date(daysAhead(300)).toISOString(),
            autoRenewingPlan: { autoRenewEnabled: true },
          },
        ],
        ...changes,
      });
      return token;
    },

    changeState(token: string, subscriptionState: string): void {
      const purchase = google.purchases.get(token);
      if (purchase) google.purchases.set(token, { ...purchase, subscriptionState });
    },

    report: (user: User, processor: 'apple' | 'google', token: string) =>
      as(user).post('/api/v1/plans/store_purchase').send({ processor, token }),

    /** Waits until every store job is done or a dead letter. */
    settle: () =>
      waitFor('the jobs of the stores', async () => {
        const open = await prisma.outboxMessage.count({
          where: { kind: { startsWith: 'store_' }, doneAt: null, deadAt: null },
        });
        return open === 0;
      }),
  };
}
