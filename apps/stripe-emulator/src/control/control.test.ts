import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, customerWithCard, sellPlans, startBench } from '../../test/support.ts';

let bench: Bench;
let customer: string;
let charge: string;

beforeEach(async () => {
  bench = await startBench();
  const { monthly } = await sellPlans(bench);
  customer = (await customerWithCard(bench)).id;
  await bench.stripe.subscriptions.create({ customer, items: [{ price: monthly.id }] });
  charge = (await bench.stripe.charges.list({ customer })).data[0]?.id ?? '';
});

describe('refunds', () => {
  it('can be partial, and are refused when the whole charge is already refunded', async () => {
    await bench.stripe.refunds.create({
      charge,
      amount: 100,
      reason: 'requested_by_customer',
      metadata: { a: '1' },
    });
    expect(await bench.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 100,
      refunded: false,
    });
    await bench.control('refunds', { charge });
    const refunded = await bench.stripe.charges.retrieve(charge, { expand: ['refunds'] });
    expect(refunded).toMatchObject({
      amount_refunded: 399,
      refunded: true,
      refunds: { data: [{ amount: 299 }, { amount: 100 }] },
    });
    expect((await bench.eventTypes()).slice(-2)).toEqual(['charge.refunded', 'refund.created']);
    await expect(bench.stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  it('can name the payment intent of a paid invoice instead of a charge', async () => {
    const [invoice] = (await bench.stripe.invoices.list({ customer })).data;
    const [link] = (await bench.stripe.invoicePayments.list({ invoice: invoice?.id })).data;
    const refund = await bench.stripe.refunds.create({
      payment_intent: String(link?.payment.payment_intent),
    });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 399, charge });
  });
});

describe('disputes', () => {
  it('are opened and then closed as won by control calls', async () => {
    const opened = await bench.control<{ id: string }>('disputes', { customer });
    expect(await bench.stripe.disputes.retrieve(opened.id)).toMatchObject({
      status: 'needs_response',
      charge,
    });
    expect(await bench.stripe.charges.retrieve(charge)).toMatchObject({ disputed: true });
    await expect(bench.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
    await bench.control('disputes', { charge, status: 'won' });
    expect((await bench.stripe.disputes.list({ charge })).data).toMatchObject([{ status: 'won' }]);
    expect((await bench.eventTypes()).filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  it('are lost when the shop closes the dispute through the API', async () => {
    const { id } = await bench.control<{ id: string }>('disputes', { charge });
    expect(await bench.stripe.disputes.close(id)).toMatchObject({ status: 'lost' });
  });
});

it('a control call accepts a body without a content type and no body at all, and refuses invalid JSON', async () => {
  const post = (path: string, body?: string) =>
    fetch(`${bench.origin}/_control/${path}`, { method: 'POST', body });
  expect((await post('advance', '{"seconds": 5}')).status).toBe(200);
  expect((await post('webhooks/release')).status).toBe(200);
  expect((await post('advance', '{')).status).toBe(400);
});

it.each([
  ['advance', { seconds: -1 }],
  ['advance', { seconds: 1e12 }],
  ['cards', { customer: 'cus_none', outcome: 'decline' }],
  ['webhooks', { mode: 'later' }],
])('the control call %s refuses the body %j', async (path, body) => {
  await expect(bench.control(path, body)).rejects.toThrow(/40[04]/);
});

it('the control call `state` returns lists of Stripe objects', async () => {
  const state = await bench.control<Record<string, { object: string }[]>>('state');
  const objects = Object.entries(state).filter(([, value]) => Array.isArray(value) && value.length > 0);
  expect(objects.map(([name, list]) => [name, list[0]?.object])).toEqual([
    ['customers', 'customer'],
    ['products', 'product'],
    ['prices', 'price'],
    ['subscriptions', 'subscription'],
    ['invoices', 'invoice'],
    ['payment_intents', 'payment_intent'],
    ['payment_methods', 'payment_method'],
    ['charges', 'charge'],
    ['events', 'event'],
  ]);
});
