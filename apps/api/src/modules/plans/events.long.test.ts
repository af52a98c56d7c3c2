import { expect, it } from 'vitest';
import { DAY_S, startBilling } from '../../../test/billing.ts';
import { signEvent } from '../../../test/stripe-control.ts';

const EVENTS = 1_000;
const FORGED = 200;
const USERS = 24;

const billing = await startBilling();
const { as, prisma, origin, secret, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;

const shuffle = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

interface Delivery {
  body: string;
  signature: string;
  isForged: boolean;
}

/** Returns a delivery that must be refused: wrong secret, too old, in the future, or changed content. */
function forge(body: string, way: number): Delivery {
  const now = Math.floor(Date.now() / 1_000);
  const signature = [
    signEvent(body, 'whsec_wrong'),
    signEvent(body, secret, now - 400),
    signEvent(body, secret, now + 400),
    signEvent(`${body} `, secret),
  ][way % 4];
  return { body, signature: signature ?? '', isForged: true };
}

it('the stored plan equals the state at Stripe after 1,000 shuffled, repeated and forged events', async () => {
  await stripe.control('webhooks', { mode: 'drop' });
  const users = await Promise.all(Array.from({ length: USERS }, () => join()));
  for (const [at, user] of users.entries()) await subscribe(user, at % 3 === 0 ? 'yearly' : 'monthly');
  for (const [at, user] of users.entries()) {
    const { customerId, charges } = await stripeOf(user);
    if (at % 8 === 1) await as(user).post('/api/v1/plans/cancel').expect(200);
    if (at % 8 === 2) await stripe.control('cards', { customer: customerId, outcome: 'decline' });
    if (at % 8 === 3) await choose(user, 'monthly');
    if (at % 8 === 4) await stripe.control('refunds', { charge: charges[0]?.id });
    if (at % 8 === 5) await stripe.control('disputes', { charge: charges[0]?.id, status: 'lost' });
  }
  await stripe.control('advance', { seconds: 200 * DAY_S });
  const { events } = await stripe.state();
  expect(events.length).toBeGreaterThanOrEqual(EVENTS);

  const genuine = events.slice(0, EVENTS).map((event) => JSON.stringify(event));
  const deliveries = shuffle([
    ...genuine.flatMap((body) =>
      Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({
        body,
        signature: signEvent(body, secret),
        isForged: false,
      })),
    ),
    ...Array.from({ length: FORGED }, (_, at) =>
      forge(events[at] ? JSON.stringify(events[at]).replace('evt_', 'evt_x') : '', at),
    ),
  ]);
  const send = async ({ body, signature, isForged }: Delivery): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await fetch(`${origin}/webhooks/stripe`, { method: 'POST', headers, body });
    expect(status).toBe(isForged ? 400 : 200);
  };
  while (deliveries.length > 0) await Promise.all(deliveries.splice(0, 20).map(send));
  expect(await prisma.stripeEvent.count()).toBe(EVENTS);
  await settle();

  for (const user of users) {
    const shown = await userOf(user);
    const { subscriptions, charges } = await stripeOf(user);
    const [subscription] = subscriptions;
    expect(subscriptions).toHaveLength(1);
    expect(shown.subscription_status).toBe(subscription?.status);
    expect(shown.price_id).toBe(subscription?.items.data[0]?.price.lookup_key);
    expect(shown.subscribed).toBe(['active', 'trialing', 'past_due'].includes(subscription?.status ?? ''));
    const { invoices } = await stripe.state();
    const paid = invoices.filter(
      ({ customer, amount_paid }) => customer === charges[0]?.customer && amount_paid > 0,
    );
    expect(charges.filter(({ paid: isPaid }) => isPaid)).toHaveLength(paid.length);
  }
});
