import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, DAY, press, sellPlans, startBench } from '../../test/support.ts';

let bench: Bench;
let plans: Awaited<ReturnType<typeof sellPlans>>;

beforeEach(async () => {
  bench = await startBench();
  plans = await sellPlans(bench);
});

const urls = {
  success_url: 'http://127.0.0.1:3000/ok?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:3000/no',
};

it('the checkout page activates a subscription when the session is paid, and redirects to the success page', async () => {
  const customer = await bench.stripe.customers.create({ email: 'ada@example.com' });
  const session = await bench.stripe.checkout.sessions.create({
    ...urls,
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '7',
    metadata: { attempt: '1' },
    subscription_data: { metadata: { user_id: '7' } },
    line_items: [{ price: plans.monthly.id, quantity: 1 }],
  });
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 399 });

  const page = await fetch(session.url ?? '');
  expect(await page.text()).toContain('$3.99 / month');
  const answer = await press(session.url, 'pay');
  expect(answer).toMatchObject({
    status: 303,
    location: `http://127.0.0.1:3000/ok?session_id=${session.id}`,
  });

  const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice', 'line_items'],
  });
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: '7',
    line_items: { data: [{ amount_total: 399 }] },
    subscription: {
      status: 'active',
      metadata: { user_id: '7' },
      latest_invoice: { status: 'paid', amount_paid: 399 },
    },
  });
  const types = await bench.eventTypes();
  expect(types.slice(types.indexOf('payment_intent.created'))).toMatchInlineSnapshot(`
    [
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]
  `);
  const again = await press(session.url, 'pay');
  expect(again.text).toContain('Payment complete');
});

const open = async (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const customer = await bench.stripe.customers.create({ email: 'ada@example.com' });
  const line_items = [{ price: plans.monthly.id, quantity: 1 }];
  const session = { ...urls, mode: 'subscription', customer: customer.id, line_items, ...fields } as const;
  return bench.stripe.checkout.sessions.create(session);
};
const reload = (session: Stripe.Checkout.Session) =>
  bench.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
const CHALLENGED = '4000 0025 0000 3155';

describe('a declined card', () => {
  it('leaves the session open and shows the reason, and a second try succeeds', async () => {
    const session = await open();
    const declined = await press(session.url, 'decline');
    expect(declined).toMatchObject({ status: 200, text: expect.stringContaining('Your card was declined.') });
    expect(await reload(session)).toMatchObject({ status: 'open', subscription: null });
    const { subscriptions, invoices } = await bench.state();
    expect([subscriptions, invoices]).toEqual([[], []]);
    expect((await press(session.url, 'pay')).status).toBe(303);
    expect(await reload(session)).toMatchObject({ status: 'complete', subscription: { status: 'active' } });
    expect((await bench.state()).subscriptions).toHaveLength(1);
  });

  it('is simulated when the control call `cards` sets the outcome `decline` for the customer', async () => {
    const session = await open();
    await bench.control('cards', { customer: session.customer, outcome: 'decline' });
    expect((await press(session.url, 'pay')).text).toContain('Your card was declined.');
  });
});

describe('a card with 3-D Secure', () => {
  it('activates the subscription after the customer authenticates', async () => {
    const session = await open();
    const challenge = await press(session.url, 'pay', { card: CHALLENGED });
    expect(challenge.text).toContain('Complete authentication');
    expect((await bench.state()).subscriptions).toEqual([]);
    expect((await press(session.url, 'authenticate')).status).toBe(303);
    expect(await reload(session)).toMatchObject({
      payment_status: 'paid',
      subscription: { status: 'active' },
    });
  });

  it('can be replaced by another card after a failed authentication', async () => {
    const session = await open();
    await press(session.url, 'pay', { card: CHALLENGED });
    const failed = await press(session.url, 'fail_authentication');
    expect(failed.text).toContain('We are unable to authenticate your payment method.');
    expect((await press(session.url, 'pay')).status).toBe(303);
  });
});

it('the checkout page takes no payment for a customer who was deleted', async () => {
  const session = await open();
  await bench.stripe.customers.del(String(session.customer));
  expect(await press(session.url, 'pay')).toMatchObject({ status: 400 });
  expect((await bench.state()).charges).toEqual([]);
});

it('the checkout page redirects to the cancel page and leaves the session open when the customer cancels', async () => {
  const session = await open();
  expect(await press(session.url, 'cancel')).toMatchObject({ status: 303, location: urls.cancel_url });
  expect((await reload(session)).status).toBe('open');
});

it('the checkout page saves the card and charges nothing when the session has trial days', async () => {
  const session = await open({ subscription_data: { trial_period_days: 30 } });
  expect((await fetch(session.url ?? '')).status).toBe(200);
  await press(session.url, 'pay');
  const done = await reload(session);
  expect(done).toMatchObject({
    amount_total: 0,
    payment_status: 'no_payment_required',
    subscription: { status: 'trialing' },
  });
  expect((await bench.state()).charges).toEqual([]);
  expect(await bench.eventTypes()).toContain('setup_intent.succeeded');
});

it('the checkout page activates a subscription whose first invoice the balance of the customer pays', async () => {
  const { id } = await bench.stripe.customers.create({ email: 'ada@example.com', balance: -500 });
  const session = await bench.stripe.checkout.sessions.create({
    ...urls,
    mode: 'subscription',
    customer: id,
    line_items: [{ price: plans.monthly.id, quantity: 1 }],
  });
  await press(session.url, 'pay');
  const [subscription] = (await bench.stripe.subscriptions.list({ customer: id })).data;
  expect(subscription).toMatchObject({ status: 'active' });
  await bench.control('advance', { seconds: 32 * DAY });
  const charges = await bench.stripe.charges.list({ customer: id });
  expect(charges.data.map(({ amount }) => amount)).toEqual([298]);
});

it('the checkout page asks for no card when payment_method_collection is if_required and nothing is due', async () => {
  const trial = {
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  } as const;
  const session = await open({ payment_method_collection: 'if_required', subscription_data: trial });
  await press(session.url, 'pay');
  expect(await reload(session)).toMatchObject({
    subscription: { status: 'trialing', default_payment_method: null },
  });
  await bench.control('advance', { seconds: 8 * DAY });
  expect((await bench.state()).subscriptions).toMatchObject([{ status: 'canceled' }]);
});

it('the creation of a session refuses a trial end less than 48 hours ahead', async () => {
  const trial_end = Math.floor(Date.now() / 1000) + 47 * 3600;
  await expect(open({ subscription_data: { trial_end } })).rejects.toMatchObject({
    param: 'subscription_data[trial_end]',
  });
});

it('the checkout page takes a one-time payment, and creates an invoice when invoice_creation is enabled', async () => {
  const session = await open({
    mode: 'payment',
    line_items: [{ price: plans.pass.id, quantity: 1 }],
    invoice_creation: { enabled: true },
    payment_intent_data: { metadata: { pass: '12' } },
  });
  await press(session.url, 'pay');
  const done = await bench.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'invoice'],
  });
  expect(done).toMatchObject({
    payment_status: 'paid',
    subscription: null,
    payment_intent: {
      status: 'succeeded',
      amount: 4900,
      metadata: { pass: '12' },
      latest_charge: { paid: true },
    },
    invoice: { status: 'paid', amount_paid: 4900 },
  });
});

it('a checkout session expires after a day, and its page shows that the session has expired', async () => {
  const session = await open();
  await bench.control('advance', { seconds: DAY + 1 });
  expect(await reload(session)).toMatchObject({ status: 'expired', url: null });
  expect(await bench.eventTypes()).toContain('checkout.session.expired');
  expect((await press(session.url, 'pay')).text).toContain('has expired');
});

it('the API expires a checkout session, and refuses to expire it again', async () => {
  const session = await open();
  expect((await bench.stripe.checkout.sessions.expire(session.id)).status).toBe('expired');
  await expect(bench.stripe.checkout.sessions.expire(session.id)).rejects.toThrow('can be expired');
});

it('the checkout page creates a customer from the email of the form when the session has no customer', async () => {
  const { id, url } = await bench.stripe.checkout.sessions.create({
    ...urls,
    mode: 'subscription',
    line_items: [{ price: plans.monthly.id }],
  });
  await press(url, 'pay', { email: 'new@example.com' });
  const done = await bench.stripe.checkout.sessions.retrieve(id, { expand: ['customer'] });
  expect(done).toMatchObject({
    customer: { email: 'new@example.com' },
    customer_details: { email: 'new@example.com' },
  });
});

it('the checkout page escapes product names', async () => {
  const product = await bench.stripe.products.create({ name: '<script>alert(1)</script>' });
  const price_data = { product: product.id, currency: 'usd', unit_amount: 100 };
  const session = await open({ mode: 'payment', line_items: [{ price_data, quantity: 1 }] });
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).not.toContain('<script>');
});
