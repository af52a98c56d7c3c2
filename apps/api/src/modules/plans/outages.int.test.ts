import { afterEach, describe, expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import { waitFor } from '../../../test/wait-for.ts';

const billing = await startBilling();
const { as, prisma, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;

const fail = (mode: string, seconds?: number) =>
  stripe.control('faults', { mode, ...(seconds && { seconds }) });
afterEach(() => fail('none'));

/** A call that waited for the delayed reply would not end within its test. */
const STRIPE_DELAY_S = 3_600;

describe.each(['away', 'error_500', 'error_429', 'slow'])(
  'while the emulator of Stripe is in mode %s',
  (mode) => {
    it('billing calls return 503 and change nothing, and succeed after the outage', async () => {
      const [user, member] = [await join(), await join()];
      await subscribe(member, 'monthly');
      await fail(mode, STRIPE_DELAY_S);
      const yearly = { plan_id: 'yearly', price_id: 'yearly_3900' };
      const post = (caller: typeof user, call: string, body?: object) =>
        as(caller).post(`/api/v1/plans/${call}`).send(body);
      const answers = await Promise.all([
        // The second call waits for the lock of the first call.
        ...[1, 2].map(() => post(user, 'change', { plan_id: 'monthly' })),
        ...['cancel', 'sync', 'manage'].map((call) => post(member, call)),
        ...['change', 'preview'].map((call) => post(member, call, yearly)),
        as(member).get('/api/v1/plans/invoices'),
      ]);
      for (const { status, body, headers } of answers) {
        expect(status, JSON.stringify(body)).toBe(503);
        expect(body).toMatchObject({
          error: 'unavailable',
          message: expect.stringContaining('not available'),
        });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(await userOf(member)).toMatchObject({ subscribed: true, subscription_canceled: false });

      await fail('none');
      // Repeat the call, because a delayed call may still use its idempotency key at Stripe.
      const opened = await waitFor('an open session', async () => {
        const answer = await choose(user, 'monthly');
        return answer.status === 200 && answer;
      });
      await stripe.press(opened.url, 'pay');
      await settle();
      expect(await userOf(user)).toMatchObject({ subscribed: true });
      expect((await stripeOf(user)).charges).toHaveLength(1);
    });
  },
);

it('billing calls hold no transaction and no row lock while Stripe is slow, and other calls succeed', async () => {
  const [user, member] = [await join(), await join()];
  await subscribe(member, 'monthly');
  await settle();
  await fail('slow', STRIPE_DELAY_S);
  const pending = [
    choose(user, 'monthly'),
    as(member)
      .post('/api/v1/plans/cancel')
      .then(() => null),
  ];
  await waitFor('both calls to hold their lock, and no transaction to be open', async () => {
    const [row] = await prisma.$queryRaw<{ held: number; open: number }[]>`
      SELECT (SELECT count(*)::int FROM billing_locks
               WHERE user_id IN (${user.id}, ${member.id}) AND locked_until > clock_timestamp()) AS held,
             (SELECT count(*)::int FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL) AS open`;
    return row?.held === 2 && row.open === 0;
  });
  for (const each of [user, member]) {
    await as(each).get('/api/v1/user').expect(200);
    const change = { user: { first_name: 'Ada' } };
    await as(each).put('/api/v1/user').send(change).expect(200);
  }
  await fail('none');
  await Promise.all(pending);
});

it('checkouts create one customer and one session when replies of Stripe are lost', async () => {
  const user = await join();
  await fail('lost_reply');
  for (const _ of [1, 2]) expect([200, 503]).toContain((await choose(user, 'monthly')).status);
  await fail('none');
  await stripe.press((await choose(user, 'monthly')).url, 'pay');
  await settle();
  expect((await stripe.state()).customers.filter(({ email }) => email === user.email)).toHaveLength(1);
  const { sessions, charges } = await stripeOf(user);
  expect(sessions).toHaveLength(1);
  expect(charges).toHaveLength(1);
  expect(await userOf(user)).toMatchObject({ subscribed: true });
});

it('the free plan is granted while Stripe is unreachable, and the subscription is canceled afterwards', async () => {
  const user = await join();
  await subscribe(user, 'monthly');
  // Let pending webhooks finish first. A webhook job would hold the billing lock until Stripe replies.
  await settle();
  await fail('away');
  expect(await choose(user, 'free_for_life')).toMatchObject({
    status: 200,
    body: { user: { subscribed: true } },
  });
  await fail('none');
  await settle();
  expect((await stripeOf(user)).subscriptions).toMatchObject([{ status: 'canceled' }]);
  expect(await userOf(user)).toMatchObject({ product_id: 'free_for_life' });
});

it('access is checked without a call to Stripe', async () => {
  const user = await join();
  await subscribe(user, 'monthly');
  await fail('away');
  expect((await as(user).get('/api/v1/user_lists')).status).toBe(200);
});
