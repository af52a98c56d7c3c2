import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_S, startBilling } from '../../../../test/billing.ts';
import { unique } from '../../../../test/factories.ts';
import { createStoreDriver, daysAhead } from '../../../../test/store-driver.ts';
import { signTransaction } from '../../../../test/stores.ts';
import { waitFor } from '../../../../test/wait-for.ts';

const billing = await startBilling();
const { as, join, subscribe, userOf, stripe, deps } = billing;
const { apple, google } = billing.stores;
const { postApple, buy, changeState, report, settle } = createStoreDriver(billing);

describe('POST /api/v1/plans/store_purchase', () => {
  it('gives access at once, with or without account token, and ignores a repeated call', async () => {
    const user = await join();
    const purchase = await signTransaction(apple, { id: unique('1') });
    for (const _ of [1, 2]) {
      const reply = await report(user, 'apple', purchase).expect(200);
      expect(reply.body.user).toMatchObject({ subscribed: true, subscription_processor: 'apple' });
    }
    const other = await join();
    const reply = await report(other, 'google', buy(other)).expect(200);
    expect(reply.body.user).toMatchObject({ subscribed: true, subscription_processor: 'google' });
  });

  it('accepts a notification that was signed before the app reported the purchase', async () => {
    const user = await join();
    const id = unique('1');
    const purchaseDate = Date.now() - 10_000;
    await report(user, 'apple', await signTransaction(apple, { id, purchaseDate })).expect(200);
    await postApple({ id, autoRenewStatus: 0, purchaseDate, signedDate: purchaseDate + 1_000 });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscription_canceled: true });
  });

  it('keeps a running subscription when an old transaction is reported', async () => {
    const user = await join();
    const id = unique('1');
    await postApple({ id, appAccountToken: user.storeAccountToken });
    await settle();
    const old = { id, purchaseDate: daysAhead(-60), expiresDate: daysAhead(-30) };
    await report(user, 'apple', await signTransaction(apple, old)).expect(200);
    expect(await userOf(user)).toMatchObject({ subscribed: true });
  });

  it('refuses a purchase that belongs to another account', async () => {
    const [user, other] = [await join(), await join()];
    const shared = await signTransaction(apple, { id: unique('1') });
    await report(user, 'apple', shared).expect(200);
    expect((await report(other, 'apple', shared)).body.error).toBe('not_permitted');
    expect((await report(other, 'google', buy(user))).body.error).toBe('not_permitted');
    const foreign = { id: unique('1'), appAccountToken: randomUUID() };
    expect((await report(other, 'apple', await signTransaction(apple, foreign))).body.error).toBe(
      'not_permitted',
    );
    expect(await userOf(other)).toMatchObject({ subscribed: false });
  });

  it('returns field errors for unknown purchases, and 503 while Google is unreachable', async () => {
    const user = await join();
    for (const [processor, token] of [
      ['apple', 'x'],
      ['google', 'unknown'],
      ['google', 'é'.repeat(20_000)],
      ['google', 'half a pair: \ud800'],
      ['apple', await signTransaction(apple, { id: unique('1'), productId: 'unknown' })],
    ] as const) {
      const { status, body } = await report(user, processor, token);
      expect(status).toBe(422);
      expect(body.errors.token).toHaveLength(1);
    }
    google.setDown(true);
    const token = buy(user);
    const reply = await report(user, 'google', token);
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBeDefined();
    google.setDown(false);
    await report(user, 'google', token).expect(200);
  });
});

describe('a store subscription beside a plan at Stripe', () => {
  it('is shown only after the plan at Stripe has ended', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await postApple({ id: unique('1'), productId: 'yearly_3900', appAccountToken: user.storeAccountToken });
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'monthly', subscription_processor: 'stripe' });
    await as(user).post('/api/v1/plans/cancel').expect(200);
    await stripe.control('advance', { seconds: 40 * DAY_S });
    await billing.settle();
    await waitFor(
      'the plan of the store',
      async () => (await userOf(user)).subscription_processor === 'apple',
    );
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly', subscribed: true });
  });
});

describe('the reconciler of the stores', () => {
  it('ends expired Google subscriptions, and Apple subscriptions that were not renewed', async () => {
    const [lost, silent] = [await join(), await join()];
    const token = buy(lost);
    await report(lost, 'google', token).expect(200);
    changeState(token, 'SUBSCRIPTION_STATE_EXPIRED');
    const expiresDate = daysAhead(-8);
    const signedDate = daysAhead(-38);
    await postApple({ id: unique('1'), appAccountToken: silent.storeAccountToken, expiresDate, signedDate });
    await settle();
    const appleUser = await userOf(silent);
    expect(appleUser).toMatchObject({ subscribed: true });
    const { failed } = await deps.services.storeReconcile.reconcile();
    expect(failed).toEqual([]);
    for (const user of [lost, silent]) expect(await userOf(user)).toMatchObject({ subscribed: false });
  });
});
