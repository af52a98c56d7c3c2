import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { literalOf } from '../test/literal.ts';
import {
  type Bench,
  customerWithCard,
  DAY,
  press,
  sellPlans,
  startBench,
  temporaryFolder,
} from '../test/support.ts';

const run = promisify(execFile);
const packageFolder = join(import.meta.dirname, '..');

/** SDK type of each kind of object that the emulator sends. */
const TYPES: Record<string, string> = {
  'billing_portal.configuration': 'Stripe.BillingPortal.Configuration',
  'billing_portal.session': 'Stripe.BillingPortal.Session',
  charge: 'Stripe.Charge',
  'checkout.session': 'Stripe.Checkout.Session',
  customer: 'Stripe.Customer',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  invoice: 'Stripe.Invoice',
  invoice_payment: 'Stripe.InvoicePayment',
  invoiceitem: 'Stripe.InvoiceItem',
  item: 'Stripe.LineItem',
  line_item: 'Stripe.InvoiceLineItem',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  price: 'Stripe.Price',
  product: 'Stripe.Product',
  refund: 'Stripe.Refund',
  setup_intent: 'Stripe.SetupIntent',
  subscription: 'Stripe.Subscription',
  subscription_item: 'Stripe.SubscriptionItem',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
};

/**
 * Makes calls that create every kind of object and most events. Returns objects that no list call contains.
 */
async function useEverything(bench: Bench): Promise<object[]> {
  const { stripe, control } = bench;
  const plans = await sellPlans(bench);
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
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['plan.created'],
  });
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription?.id ?? '',
        items: [{ id: item?.id ?? '', price: plans.yearly.id }],
      },
    },
  });
  const preview = await stripe.invoices.createPreview({
    subscription: subscription?.id,
    subscription_details: change,
  });
  await control('cards', { customer: customer.id, outcome: 'decline' });
  await control('advance', { seconds: 45 * DAY });
  await stripe.customers.create({ description: 'bare' });
  return [endpoint, portal, preview];
}

it('the emulator sends objects that compile as literals of the SDK types, so no field is missing or unknown', async () => {
  const bench = await startBench();
  const { stripe } = bench;
  const objects = await useEverything(bench);
  const expand = ['data.lines', 'data.payments', 'data.confirmation_secret'];
  const lists = await Promise.all([
    stripe.customers.list({ expand: ['data.subscriptions'] }),
    stripe.products.list(),
    stripe.prices.list(),
    stripe.checkout.sessions.list({ expand: ['data.line_items', 'data.subscription', 'data.customer'] }),
    stripe.subscriptions.list({
      status: 'all',
      expand: ['data.latest_invoice', 'data.default_payment_method'],
    }),
    stripe.invoices.list({ limit: 100, expand: expand.slice(1) }),
    stripe.invoiceItems.list(),
    stripe.invoicePayments.list({ limit: 100 }),
    stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] }),
    stripe.setupIntents.list(),
    stripe.charges.list({ limit: 100, expand: ['data.refunds'] }),
    stripe.refunds.list(),
    stripe.disputes.list(),
    stripe.webhookEndpoints.list(),
    stripe.billingPortal.configurations.list(),
    stripe.events.list({ limit: 100 }),
  ]);
  const cards = (await stripe.customers.list()).data.map(({ id }) => stripe.customers.listPaymentMethods(id));
  const found = [
    ...objects,
    ...lists.flatMap(({ data }) => [...data]),
    ...(await Promise.all(cards)).flatMap(({ data }) => data),
  ];
  const literals = found.map((object, index) => {
    const kind = 'object' in object ? String(object.object) : '';
    // Leaves out `previous_attributes`, because its SDK type does not allow the partial nested objects of
    // Stripe.
    const { data, ...rest }: { data?: { object: object } } = object;
    const sent = kind === 'event' ? { ...rest, data: { object: data?.object } } : object;
    return `export const value${index}: ${TYPES[kind]} = ${literalOf(sent)};`;
  });
  const [customers] = lists;
  literals.push(`export const list: Stripe.ApiList<Stripe.Customer> = ${literalOf({ ...customers })};`);
  for (const [type, deleted] of [
    ['Customer', await stripe.customers.del(customers.data[0]?.id ?? '')],
    [
      'WebhookEndpoint',
      await stripe.webhookEndpoints.del((await stripe.webhookEndpoints.list()).data[0]?.id ?? ''),
    ],
  ] as const)
    literals.push(`export const deleted${type}: Stripe.Deleted${type} = ${literalOf({ ...deleted })};`);
  expect(new Set(found.map((object) => ('object' in object ? object.object : null)))).toEqual(
    new Set(Object.keys(TYPES).filter((kind) => !['item', 'line_item', 'subscription_item'].includes(kind))),
  );

  const folder = await temporaryFolder(join(packageFolder, 'node_modules'));
  const file = join(folder, 'literals.mts');
  await writeFile(file, `import { Stripe } from 'stripe';\n${literals.join('\n')}\n`);
  const flags =
    '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --target es2024 --module nodenext --types node';
  const result = await run(join(packageFolder, 'node_modules/.bin/tsc'), [...flags.split(' '), file]).catch(
    (error: { stdout: string }) => error,
  );
  expect(result.stdout).toBe('');
});
