import { describe, expect, it } from 'vitest';
import { startBilling } from '../../../../test/billing.ts';
import { createStoreDriver } from '../../../../test/store-driver.ts';
import { googlePush, hashOf } from '../../../../test/stores.ts';
import { waitFor } from '../../../../test/wait-for.ts';

const billing = await startBilling();
const { prisma, join, userOf, visitor } = billing;
const { google } = billing.stores;
const { postGoogle, buy, changeState, settle } = createStoreDriver(billing);

describe('POST /webhooks/google', () => {
  it('fetches the purchase, gives access and acknowledges the purchase', async () => {
    const user = await join();
    const token = buy(user);
    await postGoogle(token);
    await settle();
    expect(await userOf(user)).toMatchObject({
      price_id: 'yearly_3900',
      subscription_processor: 'google',
      subscribed: true,
      plan_read_only: true,
    });
    expect(google.acknowledged).toContain(`subscriptions/yearly_3900/${token}:acknowledge`);
  });

  it.each([
    ['SUBSCRIPTION_STATE_IN_GRACE_PERIOD', 'past_due', true],
    ['SUBSCRIPTION_STATE_ON_HOLD', 'unpaid', false],
    ['SUBSCRIPTION_STATE_PAUSED', 'paused', false],
    ['SUBSCRIPTION_STATE_EXPIRED', null, false],
  ])('stores state %s as %s', async (subscriptionState, status, subscribed) => {
    const user = await join();
    const token = buy(user);
    await postGoogle(token);
    await settle();
    changeState(token, subscriptionState);
    await postGoogle(token);
    await settle();
    expect(await userOf(user)).toMatchObject({ subscription_status: status, subscribed });
  });

  it('keeps access until the end of the period after a cancellation', async () => {
    const user = await join();
    const [item] = google.purchases.get(buy(user))?.lineItems ?? [];
    if (!item) throw new Error('no item');
    const lineItems = [{ ...item, autoRenewingPlan: { autoRenewEnabled: false } }];
    await postGoogle(buy(user, { subscriptionState: 'SUBSCRIPTION_STATE_CANCELED', lineItems }));
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: true, subscription_canceled: true });
  });

  it('assigns a replacing purchase to the user of the replaced purchase, and ends the replaced purchase', async () => {
    const user = await join();
    const old = buy(user);
    await postGoogle(old);
    await settle();
    const token = buy(null, { linkedPurchaseToken: old });
    await postGoogle(token);
    await settle();
    const { storeSubscriptionId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(storeSubscriptionId).toBe(hashOf(token));
    const replaced = await prisma.storeSubscription.findUniqueOrThrow({ where: { id: hashOf(old) } });
    expect(replaced.status).toBe('canceled');
  });

  it('returns 400 bad_signature for a missing, forged or expired token, or a token for another app', async () => {
    const before = await prisma.storeNotification.count();
    const now = Math.floor(Date.now() / 1_000);
    const good = google.signPush();
    for (const authorization of [
      '',
      'Bearer ',
      'Bearer a.b.c',
      good.slice(0, -6),
      good.replace(/\.[\w-]+\./, '.e30.'),
      google.signPush({ aud: 'https://other.example' }),
      google.signPush({ iss: 'https://other.example' }),
      google.signPush({ email: 'other@marquee.iam.gserviceaccount.com' }),
      google.signPush({ email_verified: false }),
      google.signPush({ iat: now - 90_000, exp: now - 80_000 }),
    ]) {
      const reply = await visitor
        .post('/webhooks/google')
        .set('authorization', authorization)
        .send(googlePush('token'));
      expect(`${reply.status} ${reply.body.error}`, authorization).toBe('400 bad_signature');
    }
    const foreign = googlePush('token', { packageName: 'example.other' });
    await visitor.post('/webhooks/google').set('authorization', good).send(foreign).expect(400);
    expect(await prisma.storeNotification.count()).toBe(before);
  });

  it('stores a notification while Google is unreachable, and processes the notification later', async () => {
    const user = await join();
    const token = buy(user);
    google.setDown(true);
    await postGoogle(token);
    await waitFor('a failed attempt', () =>
      prisma.outboxMessage.findFirst({
        where: { kind: 'store_notification', doneAt: null, deadAt: null, lastError: { not: null } },
      }),
    );
    google.setDown(false);
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: true });
  });
});
