import { afterEach, describe, expect, it } from 'vitest';
import { startBilling } from '../../../test/billing.ts';
import { waitFor } from '../../../test/wait-for.ts';

const billing = await startBilling();
const { as, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;

const fail = (mode: string, seconds?: number) =>
  stripe.control('faults', { mode, ...(seconds && { seconds }) });
afterEach(() => fail('none'));

describe.each(['away', 'error_500', 'error_429', 'slow'])(
  'while Stripe is %s',
  { timeout: 40_000 },
  (mode) => {
    it('answers 503, leaves nothing half done, and succeeds afterwards', async () => {
      const [user, member] = [await join(), await join()];
      await subscribe(member, 'monthly');
      await fail(mode, 6);
      const [reply, ...others] = await Promise.all([
        as(user).post('/api/v1/plans/change').send({ plan_id: 'monthly' }),
        ...['cancel', 'sync', 'manage'].map((call) => as(member).post(`/api/v1/plans/${call}`)),
      ]);
      expect(reply.status, JSON.stringify(reply.body)).toBe(503);
      expect(reply.body).toMatchObject({
        error: 'unavailable',
        message: expect.stringContaining('not available'),
      });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(others.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(await userOf(member)).toMatchObject({ subscribed: true, subscription_canceled: false });

      await fail('none');
      // A slow call still occupies its idempotency key at Stripe.
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

it('creates one customer and one session when the replies of Stripe are lost', async () => {
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

it('grants the free plan while Stripe is away, and ends the subscription later', async () => {
  const user = await join();
  await subscribe(user, 'monthly');
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

it('reads access without Stripe', async () => {
  const user = await join();
  await subscribe(user, 'monthly');
  await fail('away');
  expect((await as(user).get('/api/v1/user_lists')).status).toBe(200);
});
