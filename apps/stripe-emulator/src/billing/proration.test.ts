import { beforeEach, expect, it } from 'vitest';
import { type Bench, customerWithCard, DAY, press, sellPlans, startBench } from '../../test/support.ts';
import { remainingShare } from './proration.ts';

let bench: Bench;
let plans: Awaited<ReturnType<typeof sellPlans>>;

beforeEach(async () => {
  bench = await startBench();
  plans = await sellPlans(bench);
});

async function subscribe(card = 'pm_card_visa') {
  const customer = await customerWithCard(bench, card);
  const items = [{ price: plans.monthly.id }];
  const subscription = await bench.stripe.subscriptions.create({ customer: customer.id, items });
  const [item] = subscription.items.data;
  if (!item) throw new Error('no item');
  return {
    id: subscription.id,
    customer: customer.id,
    item,
    start: item.current_period_start,
    end: item.current_period_end,
  };
}
const linesOf = async (invoice: string) => (await bench.stripe.invoices.listLineItems(invoice)).data;

it.each([
  [1000, 0, 100, 25, 750],
  [999, 0, 3, 1, 666],
  [1000, 0, 100, 200, 0],
  [1000, 0, 100, -5, 1000],
])(
  'remainingShare of the amount %i for the period %i–%i at time %i is %i',
  (amount, start, end, date, share) => {
    expect(remainingShare(amount, { start, end }, date)).toBe(share);
  },
);

it('an update invoices credit and charge for the rest of the period, in seconds, when always_invoice is set', async () => {
  const { id, item, start, end } = await subscribe();
  await bench.control('advance', { seconds: 10 * DAY });
  const date = start + 10 * DAY;
  const updated = await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.premium.id }],
    proration_behavior: 'always_invoice',
    proration_date: date,
  });
  expect(updated.items.data).toMatchObject([
    { id: item.id, price: { id: plans.premium.id }, current_period_end: end },
  ]);
  const share = (end - date) / (end - start);
  const lines = await linesOf(String(updated.latest_invoice));
  expect(lines).toMatchObject([
    { amount: -Math.round(399 * share), parent: { subscription_item_details: { proration: true } } },
    { amount: Math.round(999 * share), period: { start: date, end } },
  ]);
});

it('an update adds prorations to the next invoice with create_prorations, but not with proration_behavior none', async () => {
  const first = await subscribe();
  await bench.stripe.subscriptions.update(first.id, {
    items: [{ id: first.item.id, price: plans.premium.id }],
  });
  expect(
    (await bench.stripe.invoiceItems.list({ customer: first.customer, pending: true })).data,
  ).toHaveLength(2);
  const second = await subscribe();
  await bench.stripe.subscriptions.update(second.id, {
    items: [{ id: second.item.id, price: plans.premium.id }],
    proration_behavior: 'none',
  });
  expect((await bench.stripe.invoiceItems.list({ customer: second.customer })).data).toEqual([]);
  await bench.control('advance', { seconds: 32 * DAY });
  const [renewal] = (await bench.stripe.invoices.list({ subscription: first.id })).data;
  expect(renewal?.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([
    true,
    true,
    false,
  ]);
});

it('an update to another billing interval starts a new period and invoices the new period at once', async () => {
  const { id, item } = await subscribe();
  await bench.control('advance', { seconds: DAY });
  const updated = await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.yearly.id }],
  });
  const [yearly] = updated.items.data;
  expect(yearly?.current_period_start).toBe(updated.billing_cycle_anchor);
  expect((yearly?.current_period_end ?? 0) - (yearly?.current_period_start ?? 0)).toBeGreaterThanOrEqual(
    365 * DAY,
  );
  const lines = await linesOf(String(updated.latest_invoice));
  expect(lines.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
  expect(lines[1]?.amount).toBe(3900);
});

it('an invoice with a negative total credits the customer balance, and the next invoice uses the balance', async () => {
  const { id, customer, item } = await subscribe();
  await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.yearly.id }],
    proration_behavior: 'none',
  });
  const downgraded = await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.monthly.id }],
  });
  const invoice = await bench.stripe.invoices.retrieve(String(downgraded.latest_invoice));
  expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
  const { balance } = await bench.stripe.customers
    .retrieve(customer)
    .then((found) => (found.deleted ? { balance: 0 } : found));
  expect(balance).toBe(invoice.total);
  await bench.control('advance', { seconds: 32 * DAY });
  const [renewal] = (await bench.stripe.invoices.list({ subscription: id })).data;
  expect(renewal).toMatchObject({
    total: 399,
    amount_due: 0,
    starting_balance: balance,
    ending_balance: balance + 399,
  });
});

it('a preview returns the lines and the amount of an update without changing anything', async () => {
  const { id, customer, item, start } = await subscribe();
  await bench.control('advance', { seconds: 3 * DAY });
  const details = {
    items: [{ id: item.id, price: plans.premium.id }],
    proration_behavior: 'always_invoice' as const,
    proration_date: start + 3 * DAY,
  };
  const before = (await bench.state()).events.length;
  const preview = await bench.stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: details,
  });
  expect((await bench.state()).events).toHaveLength(before);
  const updated = await bench.stripe.subscriptions.update(id, details);
  const invoice = await bench.stripe.invoices.retrieve(String(updated.latest_invoice));
  expect(invoice.amount_paid).toBe(preview.amount_due);
  expect(invoice.lines.data.map(({ amount }) => amount)).toEqual(
    preview.lines.data.map(({ amount }) => amount),
  );
});

it('a preview returns the next renewal and its date, or 404 when the subscription ends', async () => {
  const { id, end } = await subscribe();
  const preview = await bench.stripe.invoices.createPreview({ subscription: id });
  expect(preview).toMatchObject({ amount_due: 399, next_payment_attempt: end });
  await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await expect(bench.stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
    statusCode: 404,
  });
});

it('an update with pending_if_incomplete is applied only when its invoice is paid', async () => {
  const { id, customer, item } = await subscribe();
  await bench.control('advance', { seconds: DAY });
  await bench.control('cards', { customer, outcome: 'decline' });
  const waiting = await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.premium.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  });
  expect(waiting).toMatchObject({ status: 'active', items: { data: [{ price: { id: plans.monthly.id } }] } });
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(plans.premium.id);
  await bench.control('cards', { customer, outcome: 'card' });
  const invoice = await bench.stripe.invoices.retrieve(String(waiting.latest_invoice));
  await press(invoice.hosted_invoice_url ?? null, 'pay');
  expect(await bench.stripe.subscriptions.retrieve(id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: plans.premium.id } }] },
  });
  expect(await bench.eventTypes()).toContain('customer.subscription.pending_update_applied');
});

it('an update with pending_if_incomplete is refused when it has metadata too', async () => {
  const { id, item } = await subscribe();
  const update = bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.premium.id }],
    payment_behavior: 'pending_if_incomplete',
    metadata: { plan: 'premium' },
  });
  await expect(update).rejects.toMatchObject({ param: 'metadata' });
});

it('an unpaid pending update is dropped after 23 hours', async () => {
  const { id, customer, item } = await subscribe();
  await bench.control('cards', { customer, outcome: 'decline' });
  await bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.yearly.id }],
    payment_behavior: 'pending_if_incomplete',
  });
  await bench.control('advance', { seconds: DAY });
  expect(await bench.stripe.subscriptions.retrieve(id)).toMatchObject({
    pending_update: null,
    status: 'active',
  });
  expect(await bench.eventTypes()).toContain('customer.subscription.pending_update_expired');
});

it('an update with error_if_incomplete is rolled back completely when the card is declined', async () => {
  const { id, customer, item } = await subscribe();
  await bench.control('cards', { customer, outcome: 'decline' });
  const update = bench.stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: plans.yearly.id }],
    payment_behavior: 'error_if_incomplete',
  });
  await expect(update).rejects.toMatchObject({ code: 'card_declined' });
  expect((await bench.stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(plans.monthly.id);
  expect((await bench.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});
