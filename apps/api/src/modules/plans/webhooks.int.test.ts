import { describe, expect, it } from 'vitest';
import { DAY_S, startBilling } from '../../../test/billing.ts';
import { unique } from '../../../test/factories.ts';
import { signEvent } from '../../../test/stripe-control.ts';
import { waitFor } from '../../../test/wait-for.ts';

const billing = await startBilling();
const { prisma, origin, secret, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;

const body = () =>
  JSON.stringify({ id: unique('evt_'), type: 'customer.updated', api_version: '2020-08-27' });
const now = () => Math.floor(Date.now() / 1_000);

async function post(text: string, signature: string | null): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
  return (await fetch(`${origin}/webhooks/stripe`, { method: 'POST', headers, body: text })).status;
}

describe('POST /webhooks/stripe', () => {
  it('stores a signed event of any API version once, with one job', async () => {
    const text = body();
    const { id } = JSON.parse(text);
    const answers = await Promise.all([1, 2, 3].map(() => post(text, signEvent(text, secret))));
    expect(answers).toEqual([200, 200, 200]);
    expect(await prisma.stripeEvent.count({ where: { id } })).toBe(1);
    const jobs = await prisma.outboxMessage.findMany({ where: { kind: 'stripe_event' } });
    expect(jobs.filter(({ payload }) => JSON.stringify(payload).includes(id))).toHaveLength(1);
  });

  it('accepts signatures up to five minutes in the past or future, and two signatures during a rotation', async () => {
    const text = body();
    expect(await post(text, signEvent(text, secret, now() - 290))).toBe(200);
    expect(await post(text, signEvent(text, secret, now() + 290))).toBe(200);
    const [time, right] = signEvent(text, secret).split(',');
    expect(await post(text, `${time},v1=${'0'.repeat(64)},${right}`)).toBe(200);
  });

  it('refuses forged, stale, future-dated and tampered events, and stores nothing', async () => {
    const before = await prisma.stripeEvent.count();
    const text = body();
    const forged: [string, string | null][] = [
      [text, null],
      [text, 'nonsense'],
      [text, signEvent(text, 'whsec_other')],
      [text, signEvent(text, secret, now() - 310)],
      [text, signEvent(text, secret, now() + 310)],
      [text, signEvent(text, secret, now() + 3_600)],
      [text, signEvent(text, secret).replace('v1=', 'v0=')],
      [`${text} `, signEvent(text, secret)],
      [text.replace('customer', 'charge'), signEvent(text, secret)],
      [text, signEvent(text, secret).replace(/t=\d+/, `t=${now() - 1}`)],
    ];
    for (const [sent, signature] of forged) expect(await post(sent, signature), String(signature)).toBe(400);
    expect(await prisma.stripeEvent.count()).toBe(before);
  });

  it('refuses a signed body that is not an event', async () => {
    for (const text of ['', '[]', '{}', '{"id":1,"type":"x"}'])
      expect(await post(text, signEvent(text, secret))).toBe(400);
  });

  it('turns an event that does not exist at Stripe into a dead letter, which can be replayed', async () => {
    const text = body();
    await post(text, signEvent(text, secret));
    const { id } = JSON.parse(text);
    const dead = await waitFor('the dead letter', async () => {
      const rows = await prisma.outboxMessage.findMany({
        where: { kind: 'stripe_event', deadAt: { not: null } },
      });
      return rows.find(({ payload }) => JSON.stringify(payload).includes(id));
    });
    expect(dead.lastError).toContain('does not exist at Stripe');
    expect(await billing.deps.repos.outboxWork.replay([dead.id])).toBe(1);
  });
});

describe('the stored plan', () => {
  it('equals the state at Stripe after events are delayed, duplicated and shuffled', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await stripe.control('webhooks', { mode: 'hold' });
    await stripe.control('advance', { seconds: 65 * DAY_S });
    expect(await choose(user, 'yearly')).toMatchObject({ status: 200 });
    await stripe.control('webhooks/release', {});
    await stripe.control('webhooks', { mode: 'duplicate' });
    await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'decline' });
    await stripe.control('advance', { seconds: 366 * DAY_S });
    await stripe.control('webhooks', { mode: 'live' });
    await settle();
    const [subscription] = (await stripeOf(user)).subscriptions;
    expect(await userOf(user)).toMatchObject({
      product_id: 'yearly',
      subscription_status: subscription?.status,
    });
  });

  it('is repaired by the reconciler when webhooks were lost, and the reconciler reports the user', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await settle();
    await stripe.control('webhooks', { mode: 'drop' });
    await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'decline' });
    await stripe.control('advance', { seconds: 45 * DAY_S });
    await stripe.control('webhooks', { mode: 'live' });
    expect(await userOf(user)).toMatchObject({ subscription_status: 'active' });
    const { mended, failed } = await billing.deps.services.planReconcile.reconcile();
    expect(mended).toContain(user.id);
    expect(failed).toEqual([]);
    expect(await userOf(user)).toMatchObject({ subscription_status: 'canceled', subscribed: false });
    expect((await billing.deps.services.planReconcile.reconcile()).mended).toEqual([]);
  });
});
