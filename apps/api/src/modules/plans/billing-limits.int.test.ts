// With limits. Other tests have them off, since one user makes there what nobody makes in an hour.
import { LIMITS } from '@marquee/contracts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startBilling } from '../../../test/billing.ts';

const { as, join, choose, stripe, stripeOf, userOf } = await startBilling(
  { RATE_LIMIT: 'on' },
  { jobs: false },
);

it('changes, previews, visits to the portal and syncs of a user are limited together, and canceling is not', async () => {
  const [user, other] = [await join(), await join()];
  await stripe.press((await choose(user, 'monthly')).url, 'pay');
  const post = (call: string, body: object = {}) => as(user).post(`/api/v1/plans/${call}`).send(body);
  await post('sync').expect(200);
  const calls = [
    () => post('preview', { plan_id: 'yearly' }),
    () => post('manage'),
    () => post('change', { plan_id: 'monthly' }),
  ];
  for (let used = 2; used < LIMITS.billing.max; used++)
    expect((await calls[used % calls.length]?.())?.status).not.toBe(429);
  for (const call of [...calls, () => post('sync', { session_id: 'cs_new' })]) {
    const refused = await call();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  }
  for (const _ of [1, 2]) await post('cancel').expect(200);
  expect(await userOf(user)).toMatchObject({ subscription_canceled: true });
  expect((await choose(other, 'monthly')).status).toBe(200);
});

it('the invoices of a user, of which each page reads all from Stripe, are read at most thirty times a minute', async () => {
  const user = await join();
  await choose(user, 'monthly');
  const statuses: number[] = [];
  for (let at = 0; at < 32; at++)
    statuses.push((await as(user).get('/api/v1/plans/invoices?page=2').query({ per_page: 1 })).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);
});

it('a sync that could not read from Stripe leaves the next one to read', async () => {
  const user = await join();
  await stripe.press((await choose(user, 'monthly')).url, 'pay');
  const session_id = (await stripeOf(user)).sessions[0]?.id;
  const sync = () => as(user).post('/api/v1/plans/sync').send({ session_id });
  await stripe.control('faults', { mode: 'away' });
  try {
    await sync().expect(503);
  } finally {
    await stripe.control('faults', { mode: 'none' });
  }
  expect((await sync().expect(200)).body.user).toMatchObject({ subscribed: true });
});

it('a second sync within five seconds answers what is stored, unless it is the first of its session', async () => {
  // The seconds do not pass, however long a call takes.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const user = await join();
  const sync = async (body: object) =>
    (await as(user).post('/api/v1/plans/sync').send(body).expect(200)).body.user;
  const { url } = await choose(user, 'monthly');
  expect(await sync({})).toMatchObject({ subscribed: false });
  await stripe.press(url, 'pay');
  expect(await sync({})).toMatchObject({ subscribed: false });
  const session_id = (await stripeOf(user)).sessions[0]?.id;
  expect(await sync({ session_id })).toMatchObject({ subscribed: true });
});
