// Every reply and every event, against the types of Stripe's SDK.
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { createShapes, KINDS } from '../test/shapes.ts';
import { type Bench, customerWithCard, DAY, press, sdkFor, sellPlans, startBench } from '../test/support.ts';

type Plans = Awaited<ReturnType<typeof sellPlans>>;

/** Makes calls that create every kind of object and most events. */
async function useEverything(bench: Bench, plans: Plans): Promise<void> {
  const { stripe, control } = bench;
  const urls = { success_url: 'http://127.0.0.1:3000/ok', cancel_url: 'http://127.0.0.1:3000/no' };
  const line_items = [{ price: plans.monthly.id, quantity: 1 }];
  const customer = await customerWithCard(bench);
  const open = { ...urls, mode: 'subscription', customer: customer.id, line_items } as const;
  const session = await stripe.checkout.sessions.create(open);
  await press(session.url, 'decline');
  await press(session.url, 'pay', { card: '4000002500003155' });
  await press(session.url, 'authenticate');
  const abandoned = await stripe.checkout.sessions.create(open);
  await stripe.checkout.sessions.expire(abandoned.id);
  const trial = await stripe.checkout.sessions.create({
    ...open,
    subscription_data: { trial_period_days: 5 },
  });
  await press(trial.url, 'pay');
  const once = {
    ...urls,
    mode: 'payment',
    customer: customer.id,
    invoice_creation: { enabled: true },
  } as const;
  const pass = await stripe.checkout.sessions.create({
    ...once,
    line_items: [{ price: plans.pass.id, quantity: 1 }],
  });
  await press(pass.url, 'pay');

  const [subscription] = (await stripe.subscriptions.list({ status: 'active' })).data;
  const [item] = subscription?.items.data ?? [];
  await control('advance', { seconds: DAY });
  const change = { items: [{ id: item?.id, price: plans.premium.id }] };
  await stripe.subscriptions.update(subscription?.id ?? '', change);
  await control('refunds', { charge: (await bench.state()).charges[0]?.id, amount: 10 });
  await control('disputes', { customer: customer.id, status: 'won' });
  await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['plan.created'],
  });
  await stripe.billingPortal.sessions.create({
    customer: customer.id,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription?.id ?? '',
        items: [{ id: item?.id ?? '', price: plans.yearly.id }],
      },
    },
  });
  await stripe.invoices.createPreview({ subscription: subscription?.id, subscription_details: change });
  await control('cards', { customer: customer.id, outcome: 'decline' });
  await control('advance', { seconds: 45 * DAY });
  await stripe.customers.create({ description: 'bare' });
}

/** Changes a subscription in the ways that members change theirs, and makes calls that are refused. */
async function changeEverything(bench: Bench, plans: Plans): Promise<void> {
  const { stripe, control } = bench;
  const customer = (await customerWithCard(bench)).id;
  const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price: plans.monthly.id }] });
  const { url } = await stripe.billingPortal.sessions.create({ customer });
  for (const action of ['cancel', 'resume']) await press(url, action);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false });

  await press(url, 'update_card', { card: '4000002760003184' });
  const change = (price: string, payment_behavior: 'error_if_incomplete' | 'pending_if_incomplete') =>
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      payment_behavior,
    });
  await expect(change(plans.yearly.id, 'error_if_incomplete')).rejects.toThrow();
  const dropped = await change(plans.premium.id, 'pending_if_incomplete');
  await stripe.invoices.voidInvoice(String(dropped.latest_invoice));
  const waiting = await change(plans.yearly.id, 'pending_if_incomplete');
  await expect(stripe.invoices.pay(String(waiting.latest_invoice))).rejects.toThrow();
  const invoice = await stripe.invoices.retrieve(String(waiting.latest_invoice));
  await press(invoice.hosted_invoice_url ?? '', 'authenticate');

  await control('disputes', { customer, status: 'lost' });
  await stripe.customers.update(customer, { balance: 0 });
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toThrow();
  await expect(
    stripe.subscriptions.update(id, { cancel_at: '', cancel_at_period_end: false }),
  ).rejects.toThrow();
  await stripe.subscriptions.cancel(id, { prorate: true });
  await stripe.customers.del(customer);
  await stripe.customers.retrieve(customer);
}

/** Reads every list to its end, with what can be expanded in it. */
async function readEverything({ stripe }: Bench): Promise<void> {
  const all = { limit: 1_000 };
  const customers = await stripe.customers.list({ expand: ['data.subscriptions'] }).autoPagingToArray(all);
  for (const { id } of customers) await stripe.customers.listPaymentMethods(id);
  const inSessions = ['data.line_items', 'data.subscription', 'data.customer'];
  const inSubscriptions = ['data.latest_invoice', 'data.default_payment_method'];
  const inInvoices = ['data.payments', 'data.confirmation_secret'];
  const subscriptions = await stripe.subscriptions
    .list({ status: 'all', expand: inSubscriptions })
    .autoPagingToArray(all);
  for (const { id } of subscriptions) await stripe.subscriptionItems.list({ subscription: id });
  const invoices = await stripe.invoices.list({ expand: inInvoices }).autoPagingToArray(all);
  for (const { id } of invoices) await stripe.invoices.listLineItems(id);
  const sessions = await stripe.checkout.sessions.list({ expand: inSessions }).autoPagingToArray(all);
  for (const { id } of sessions) await stripe.checkout.sessions.listLineItems(id);
  await stripe.products.list().autoPagingToArray(all);
  await stripe.prices.list().autoPagingToArray(all);
  await stripe.invoiceItems.list().autoPagingToArray(all);
  await stripe.invoicePayments.list().autoPagingToArray(all);
  await stripe.paymentIntents.list({ expand: ['data.latest_charge'] }).autoPagingToArray(all);
  await stripe.setupIntents.list().autoPagingToArray(all);
  await stripe.charges.list({ expand: ['data.refunds'] }).autoPagingToArray(all);
  await stripe.refunds.list().autoPagingToArray(all);
  await stripe.disputes.list().autoPagingToArray(all);
  await stripe.billingPortal.configurations.list().autoPagingToArray(all);
  await stripe.events.list().autoPagingToArray(all);
  const endpoints = await stripe.webhookEndpoints.list().autoPagingToArray(all);
  for (const { id } of endpoints) await stripe.webhookEndpoints.del(id);
}

/** Starts an emulator, and records the bodies that the SDK gets from it. */
async function startRecorded(): Promise<{ bench: Bench; replies: unknown[] }> {
  const replies: unknown[] = [];
  const httpClient = Stripe.createFetchHttpClient(async (...request: Parameters<typeof fetch>) => {
    const reply = await fetch(...request);
    replies.push(await reply.clone().json());
    return reply;
  });
  const bench = await startBench();
  return { bench: { ...bench, stripe: sdkFor(bench.origin, { httpClient }) }, replies };
}

it('every reply and every event of the emulator has the shape of the SDK, with no field missing, unknown or of another type', async () => {
  const differences = createShapes();
  const { bench, replies } = await startRecorded();
  const plans = await sellPlans(bench);
  await useEverything(bench, plans);
  await changeEverything(bench, plans);
  await readEverything(bench);
  expect([...new Set(replies.flatMap(differences))]).toEqual([]);
  const sent = JSON.stringify(replies);
  expect(KINDS.filter((kind) => !sent.includes(`"object":"${kind}"`))).toEqual([]);
});
