// What Stripe refuses, or does otherwise than an application would wish. Each is a way to lose money unnoticed.
import { beforeEach, expect, it } from 'vitest';
import { type Bench, customerWithCard, DAY, press, sellPlans, startBench } from '../../test/support.ts';

let bench: Bench;
let plans: Awaited<ReturnType<typeof sellPlans>>;

beforeEach(async () => {
  bench = await startBench();
  plans = await sellPlans(bench);
});

async function subscribe(card = 'pm_card_visa') {
  const customer = (await customerWithCard(bench)).id;
  const subscription = await bench.stripe.subscriptions.create({
    customer,
    items: [{ price: plans.monthly.id }],
  });
  const method = await bench.stripe.paymentMethods.attach(card, { customer });
  await bench.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
  return { customer, subscription, item: subscription.items.data[0]?.id ?? '' };
}

it('a call that names both forms of a cancellation is refused, whatever their values', async () => {
  const { subscription, item } = await subscribe();
  const both = { cancel_at: '', cancel_at_period_end: false } as const;
  const refused = { type: 'StripeInvalidRequestError', message: expect.stringContaining('only specify one') };
  await expect(bench.stripe.subscriptions.update(subscription.id, both)).rejects.toMatchObject(refused);
  const preview = bench.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { ...both, items: [{ id: item, price: plans.yearly.id }] },
  });
  await expect(preview).rejects.toMatchObject(refused);
});

it('cancel_at_period_end=false leaves a subscription that ends by cancel_at as it is, and cancel_at without a value resumes it', async () => {
  const { subscription } = await subscribe();
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await bench.stripe.subscriptions.update(subscription.id, { cancel_at: end });
  const update = (params: object) => bench.stripe.subscriptions.update(subscription.id, params);
  expect(await update({ cancel_at_period_end: false })).toMatchObject({ cancel_at: end });
  expect(await update({ cancel_at: '' })).toMatchObject({ cancel_at: null });
});

it('error_if_incomplete answers 402 and changes nothing when the card asks for 3-D Secure', async () => {
  const { subscription, item, customer } = await subscribe('pm_card_authenticationRequired');
  const change = bench.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: plans.yearly.id }],
    payment_behavior: 'error_if_incomplete',
  });
  await expect(change).rejects.toMatchObject({
    statusCode: 402,
    code: 'subscription_payment_intent_requires_action',
  });
  const after = await bench.stripe.subscriptions.retrieve(subscription.id);
  expect(after).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: plans.monthly.id } }] },
    latest_invoice: subscription.latest_invoice,
  });
  expect((await bench.stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
});

it('a pending update waits for 3-D Secure on the hosted page of its invoice, and voiding the invoice drops the update', async () => {
  const { subscription, item } = await subscribe('pm_card_authenticationRequired');
  const change = async (price: string) =>
    bench.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
  const invoiceOf = ({ latest_invoice: invoice }: Awaited<ReturnType<typeof change>>) => {
    if (invoice === null || typeof invoice === 'string') throw new Error('latest_invoice is not expanded');
    return invoice;
  };
  const dropped = invoiceOf(await change(plans.premium.id));
  await bench.stripe.invoices.voidInvoice(dropped.id);
  expect((await bench.stripe.subscriptions.retrieve(subscription.id)).pending_update).toBeNull();
  const waiting = invoiceOf(await change(plans.yearly.id));
  await press(waiting.hosted_invoice_url ?? '', 'authenticate');
  expect(await bench.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: plans.yearly.id } }] },
  });
});

it('an invoice below fifty cents is paid without a charge, and the next invoice collects it', async () => {
  const { stripe } = bench;
  const customer = (await customerWithCard(bench)).id;
  const small = { product: plans.product.id, currency: 'usd', recurring: { interval: 'month' } } as const;
  const { id: price } = await stripe.prices.create({ ...small, unit_amount: 30 });
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] });
  expect(subscription.status).toBe('active');
  expect((await stripe.invoices.list({ customer })).data).toMatchObject([
    { status: 'paid', total: 30, amount_due: 0, ending_balance: 30 },
  ]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 30 });
  await bench.control('advance', { seconds: 32 * DAY });
  expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount: 60 }]);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 });
});
