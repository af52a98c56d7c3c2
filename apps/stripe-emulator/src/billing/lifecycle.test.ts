import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, customerWithCard, DAY, sellPlans, startBench } from '../../test/support.ts';

type Plans = Awaited<ReturnType<typeof sellPlans>>;
let bench: Bench;
let plans: Plans;

beforeEach(async () => {
  bench = await startBench();
  plans = await sellPlans(bench);
});

const subscribe = async (fields: object = {}, card = 'pm_card_visa') => {
  const customer = await customerWithCard(bench, card);
  return bench.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plans.monthly.id }],
    ...fields,
  });
};
const statusOf = async (id: string) => (await bench.stripe.subscriptions.retrieve(id)).status;
const invoicesOf = async (subscription: string) => (await bench.stripe.invoices.list({ subscription })).data;
const advance = (seconds: number) => bench.control('advance', { seconds });
const endOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;
const advanceTo = async (time: number) => advance(time - (await bench.state()).now);
const customerOf = (subscription: { customer: string | { id: string } }): string =>
  String(subscription.customer);

describe('a first payment', () => {
  it('that succeeds activates the subscription', async () => {
    const subscription = await subscribe();
    expect(subscription).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: plans.monthly.id } }] },
    });
    expect(await invoicesOf(subscription.id)).toMatchObject([
      {
        status: 'paid',
        amount_paid: 399,
        billing_reason: 'subscription_create',
        number: expect.stringMatching(/-0001$/),
      },
    ]);
  });

  it('that fails leaves the subscription incomplete, which expires after 23 hours', async () => {
    const subscription = await subscribe({}, 'pm_card_chargeCustomerFail');
    expect(subscription.status).toBe('incomplete');
    await advance(23 * 3600 + 1);
    expect(await statusOf(subscription.id)).toBe('incomplete_expired');
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'void' }]);
  });

  it('activates an incomplete subscription when another card pays its invoice', async () => {
    const subscription = await subscribe({}, 'pm_card_chargeCustomerFail');
    const method = await bench.stripe.paymentMethods.attach('pm_card_visa', {
      customer: customerOf(subscription),
    });
    await bench.stripe.invoices.pay(String(subscription.latest_invoice), { payment_method: method.id });
    expect(await statusOf(subscription.id)).toBe('active');
  });

  it('that fails creates no subscription when payment_behavior is error_if_incomplete', async () => {
    const attempt = subscribe({ payment_behavior: 'error_if_incomplete' }, 'pm_card_chargeCustomerFail');
    await expect(attempt).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
    });
    expect((await bench.state()).subscriptions).toEqual([]);
  });
});

describe('a trial', () => {
  it('sends trial_will_end three days before its end and charges the card at its end', async () => {
    const subscription = await subscribe({ trial_period_days: 30 });
    expect(subscription.status).toBe('trialing');
    expect(await invoicesOf(subscription.id)).toMatchObject([{ status: 'paid', amount_due: 0 }]);
    await advance(26 * DAY);
    expect(await bench.eventTypes()).not.toContain('customer.subscription.trial_will_end');
    await advance(DAY + 1);
    expect(await bench.eventTypes()).toContain('customer.subscription.trial_will_end');
    await advance(3 * DAY);
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await invoicesOf(subscription.id)).toMatchObject([{ amount_paid: 399 }, { amount_paid: 0 }]);
  });

  it.each([
    ['cancel', 'canceled'],
    ['pause', 'paused'],
    ['create_invoice', 'past_due'],
  ] as const)(
    'with missing_payment_method %s and without a card ends in the status %s',
    async (behavior, status) => {
      const customer = await bench.stripe.customers.create({});
      const subscription = await bench.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: plans.monthly.id }],
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: behavior } },
      });
      await advance(7 * DAY + 1);
      expect(await statusOf(subscription.id)).toBe(status);
    },
  );

  it('that paused for a missing card ends with an active subscription when it is resumed with a card', async () => {
    const customer = await bench.stripe.customers.create({});
    const { id } = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: plans.monthly.id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    await advance(8 * DAY);
    const card = await bench.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await bench.stripe.subscriptions.update(id, { default_payment_method: card.id });
    await bench.stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
    expect(await statusOf(id)).toBe('active');
    expect(await bench.eventTypes()).toContain('customer.subscription.resumed');
  });

  it('ends at once when an update sets trial_end to now', async () => {
    const subscription = await subscribe({ trial_period_days: 30 });
    await bench.stripe.subscriptions.update(subscription.id, { trial_end: 'now' });
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await invoicesOf(subscription.id)).toMatchObject([{ amount_paid: 399 }, { amount_paid: 0 }]);
  });
});

describe('a renewal', () => {
  it('starts the next period and charges its invoice', async () => {
    const before = await subscribe();
    await advance(32 * DAY);
    const after = await bench.stripe.subscriptions.retrieve(before.id);
    expect(after.items.data[0]?.current_period_start).toBe(before.items.data[0]?.current_period_end);
    expect(await invoicesOf(before.id)).toMatchObject([
      { billing_reason: 'subscription_cycle', status: 'paid' },
      {},
    ]);
  });

  it('that fails is retried for seven days, and the last failure cancels the past_due subscription', async () => {
    const subscription = await subscribe();
    await bench.control('cards', { customer: subscription.customer, outcome: 'decline' });
    await advanceTo(endOf(subscription) + 1);
    expect(await statusOf(subscription.id)).toBe('past_due');
    await advanceTo(endOf(subscription) + 7 * DAY - 10);
    const [invoice] = await invoicesOf(subscription.id);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4 });
    await advanceTo(endOf(subscription) + 7 * DAY + 1);
    const ended = await bench.stripe.subscriptions.retrieve(subscription.id);
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
    const types = await bench.eventTypes();
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(5);
    expect(types.at(-2)).toBe('customer.subscription.deleted');
  });

  it('that fails leaves the subscription active again when a retry succeeds', async () => {
    const subscription = await subscribe();
    await bench.control('cards', { customer: subscription.customer, outcome: 'decline' });
    await advanceTo(endOf(subscription) + 1);
    await bench.control('cards', { customer: subscription.customer, outcome: 'succeed' });
    await advance(DAY);
    expect(await statusOf(subscription.id)).toBe('active');
  });

  it('does not run when cancel_at_period_end is set: the subscription is canceled instead', async () => {
    const subscription = await subscribe();
    const canceled = await bench.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(canceled).toMatchObject({
      status: 'active',
      cancel_at: endOf(subscription),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    await advance(32 * DAY);
    expect(await statusOf(subscription.id)).toBe('canceled');
    expect(await invoicesOf(subscription.id)).toHaveLength(1);
  });

  it('runs when cancel_at_period_end was set and then unset', async () => {
    const { id } = await subscribe();
    await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const resumed = await bench.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null });
    await advance(32 * DAY);
    expect(await statusOf(id)).toBe('active');
  });

  it('creates events with its due time, in order of time, when the clock advances over several renewals', async () => {
    await subscribe();
    await advance(70 * DAY);
    const times = (await bench.state()).events.map(({ created }) => created);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(times).size).toBeGreaterThanOrEqual(3);
  });
});

it('a subscription under the rule mark_unpaid is unpaid after the last retry and active after a payment', async () => {
  bench = await startBench({ afterRetries: 'mark_unpaid', retryDays: [1] });
  plans = await sellPlans(bench);
  const subscription = await subscribe();
  const { id, customer } = subscription;
  await bench.control('cards', { customer, outcome: 'decline' });
  await advanceTo(endOf(subscription) + DAY + 1);
  expect(await statusOf(id)).toBe('unpaid');
  await bench.control('cards', { customer, outcome: 'card' });
  const [invoice] = await invoicesOf(id);
  await bench.stripe.invoices.pay(invoice?.id ?? '');
  expect(await statusOf(id)).toBe('active');
});

it('a subscription is canceled at once by a cancel call and by the deletion of its customer', async () => {
  const first = await subscribe();
  expect((await bench.stripe.subscriptions.cancel(first.id)).status).toBe('canceled');
  await expect(bench.stripe.subscriptions.cancel(first.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  const noted = await bench.stripe.subscriptions.update(first.id, { metadata: { reason: 'moved' } });
  expect(noted.metadata).toEqual({ reason: 'moved' });
  const revived = bench.stripe.subscriptions.update(first.id, { cancel_at_period_end: false });
  await expect(revived).rejects.toThrow('A canceled subscription');
  const second = await subscribe();
  await bench.stripe.customers.del(customerOf(second));
  expect(await statusOf(second.id)).toBe('canceled');
  expect(await bench.stripe.customers.retrieve(customerOf(second))).toMatchObject({ deleted: true });
  const types = await bench.eventTypes();
  expect(types.filter((type) => type.endsWith('.deleted'))).toEqual([
    'customer.subscription.deleted',
    'customer.subscription.deleted',
    'customer.deleted',
  ]);
});
