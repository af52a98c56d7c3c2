import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startBilling } from '../../../../test/billing.ts';
import { unique } from '../../../../test/factories.ts';
import { createStoreDriver, daysAhead } from '../../../../test/store-driver.ts';
import { type AppleState, createAppleAuthority, signNotification } from '../../../../test/stores.ts';
import { waitFor } from '../../../../test/wait-for.ts';

const billing = await startBilling();
const { as, prisma, join, choose, userOf, visitor, deps } = billing;
const { apple } = billing.stores;
const { postApple, settle } = createStoreDriver(billing);

describe('POST /webhooks/apple', () => {
  it('gives access to the user of the account token, and makes the plan read-only', async () => {
    const user = await join();
    expect(await userOf(user)).toMatchObject({
      store_account_token: user.storeAccountToken,
      subscribed: false,
    });
    await postApple({ id: unique('1'), appAccountToken: user.storeAccountToken });
    await settle();
    expect(await userOf(user)).toMatchObject({
      product_id: 'monthly',
      price_id: 'monthly_399',
      subscription_status: 'active',
      subscription_processor: 'apple',
      subscribed: true,
      trial_or_subscribed: true,
      plan_read_only: true,
    });
    expect(await choose(user, 'yearly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });
    await as(user).post('/api/v1/plans/cancel').expect(422);
  });

  it('stores the state of each notification: renewal off, charge failed, grace period, expired', async () => {
    const user = await join();
    const id = unique('1');
    const news = async (state: Partial<AppleState>) => {
      await postApple({ id, appAccountToken: user.storeAccountToken, ...state });
      await settle();
      return userOf(user);
    };
    await news({});
    expect(await news({ autoRenewStatus: 0 })).toMatchObject({
      subscription_canceled: true,
      subscribed: true,
    });
    expect(await news({ autoRenewStatus: 1 })).toMatchObject({ subscription_canceled: false });
    const grace = { status: 4, gracePeriodExpiresDate: daysAhead(3) };
    expect(await news(grace)).toMatchObject({ subscription_status: 'past_due', subscribed: true });
    expect(await news({ status: 3 })).toMatchObject({
      subscription_status: 'unpaid',
      subscribed: false,
      plan_read_only: true,
    });
    expect(await news({ status: 2 })).toMatchObject({
      product_id: null,
      subscription_processor: null,
      trial_or_subscribed: false,
      plan_read_only: false,
    });
    // The user can subscribe through Stripe again.
    expect(await choose(user, 'monthly')).toMatchObject({ status: 200 });
  });

  it('stores a notification once, and returns 200 to a repeated notification', async () => {
    const user = await join();
    const countJobs = () => prisma.outboxMessage.count({ where: { kind: 'store_notification' } });
    const before = await countJobs();
    const { signedPayload, notificationUUID: id } = await signNotification(apple, {
      id: unique('1'),
      appAccountToken: user.storeAccountToken,
    });
    const post = () => visitor.post('/webhooks/apple').send({ signedPayload }).expect(200);
    await Promise.all([post(), post(), post()]);
    await settle();
    await post();
    expect(await prisma.storeNotification.count({ where: { id } })).toBe(1);
    expect(await countJobs()).toBe(before + 1);
  });

  it('stores the state that was signed last when notifications are received in any order', async () => {
    const life: Partial<AppleState>[] = [
      { status: 1 },
      { status: 1, autoRenewStatus: 0 },
      { status: 1, productId: 'yearly_3900', expiresDate: daysAhead(365) },
      { status: 4, productId: 'yearly_3900', gracePeriodExpiresDate: daysAhead(2) },
    ];
    const start = Date.now() - 60_000;
    const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const user = await join();
        const id = unique('1');
        const appAccountToken = user.storeAccountToken;
        for (const step of order) {
          await postApple({ id, appAccountToken, ...life[step], signedDate: start + step });
          await settle();
        }
        expect(await userOf(user)).toMatchObject({
          product_id: 'yearly',
          subscription_status: 'past_due',
          subscription_canceled: false,
        });
      }),
      { numRuns: 6 },
    );
  });

  it('returns 400 bad_signature for forged and missing payloads, and stores nothing', async () => {
    const before = await prisma.storeNotification.count();
    const { signedPayload } = await signNotification(await createAppleAuthority(), { id: '1' });
    for (const body of [undefined, {}, { signedPayload: 'x' }, { signedPayload }, { signedPayload: 1 }])
      expect((await visitor.post('/webhooks/apple').send(body)).body.error).toBe('bad_signature');
    expect(await prisma.storeNotification.count()).toBe(before);
  });

  it('refuses a body with more values than an envelope has before it is parsed, since anybody can send one', async () => {
    const values = Array.from({ length: 4_000 }, (_, at) => String(at));
    const crowded = await visitor.post('/webhooks/apple').send({ signedPayload: 'x', values });
    expect([crowded.status, crowded.body.error]).toEqual([400, 'bad_request']);
    const large = await visitor.post('/webhooks/apple').send({ signedPayload: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
  });

  it('turns a notification about an unknown product into a dead letter, which can be replayed', async () => {
    const user = await join();
    const productId = unique('product_');
    const id = await postApple({ id: unique('1'), appAccountToken: user.storeAccountToken, productId });
    await settle();
    const jobs = await prisma.outboxMessage.findMany({ where: { deadAt: { not: null } } });
    const dead = jobs.find(({ payload }) => JSON.stringify(payload).includes(id));
    expect(dead?.lastError).toContain('No recurring price has the apple product id');
    const { planId } = await prisma.pricing.findFirstOrThrow({ where: { priceId: 'monthly_399' } });
    await prisma.pricing.create({
      data: { priceId: productId, planId, priceInCents: 499, interval: 'month', isRecurring: true },
    });
    expect(await deps.repos.outboxWork.replay([dead?.id ?? 0])).toBe(1);
    await waitFor('the replay', async () => (await userOf(user)).price_id === productId);
  });

  it('deletes all data of a deleted user, and stores no state of a later notification', async () => {
    const user = await join();
    const id = unique('1');
    await postApple({ id, appAccountToken: user.storeAccountToken });
    await settle();
    await as(user).post('/api/v1/users/destroy').expect(200);
    expect(await prisma.storeSubscription.count({ where: { id } })).toBe(0);
    expect(await prisma.storeNotification.count({ where: { storeSubscriptionId: id } })).toBe(0);
    const late = await postApple({ id, appAccountToken: user.storeAccountToken });
    await settle();
    expect(await prisma.storeSubscription.count({ where: { id } })).toBe(0);
    const row = await prisma.storeNotification.findFirstOrThrow({ where: { id: late } });
    expect(row).toMatchObject({ payload: {}, storeSubscriptionId: null });
  });
});
