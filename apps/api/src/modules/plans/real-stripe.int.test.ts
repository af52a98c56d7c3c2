// What members and support do at Stripe, outside of Marquee: in the portal, in the dashboard, at the bank.
import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_S, startBilling } from '../../../test/billing.ts';
import { stripeSdk } from '../../../test/stripe-sdk.ts';

const billing = await startBilling();
const { as, prisma, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;
const sdk = stripeSdk(billing.deps.env);

type Signed = Awaited<ReturnType<typeof join>>;

const portalOf = async (user: Signed): Promise<string> =>
  (await as(user).post('/api/v1/plans/manage').send({}).expect(200)).body.redirect_url;
const subscriptionOf = async (user: Signed): Promise<Stripe.Subscription> =>
  sdk.subscriptions.retrieve((await stripeOf(user)).subscriptions[0]?.id ?? '');
const sync = async (user: Signed) =>
  (await as(user).post('/api/v1/plans/sync').send({}).expect(200)).body.user;
const openInvoiceOf = async (user: Signed) =>
  (await as(user).get('/api/v1/plans/invoices').expect(200)).body.open_invoice;

/** Gives the customer a card that asks for 3-D Secure at every payment. */
async function useChallengedCard(user: Signed): Promise<void> {
  const { customerId, subscriptions } = await stripeOf(user);
  const card = await sdk.paymentMethods.attach('pm_card_authenticationRequired', { customer: customerId });
  await sdk.subscriptions.update(subscriptions[0]?.id ?? '', { default_payment_method: card.id });
}

async function fallBehind(): Promise<Signed> {
  const user = await join();
  await subscribe(user, 'monthly');
  await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'decline' });
  await stripe.control('advance', { seconds: 32 * DAY_S });
  await settle();
  expect(await userOf(user)).toMatchObject({ subscription_status: 'past_due', subscribed: true });
  return user;
}

describe('a cancellation in the portal', () => {
  it('is shown with the day on which access ends, and is taken back by Resume', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await stripe.press(await portalOf(user), 'cancel');
    const { cancel_at } = await subscriptionOf(user);
    expect(await sync(user)).toMatchObject({
      subscription_canceled: true,
      current_period_end: new Date((cancel_at ?? 0) * 1_000).toISOString(),
    });
    expect(await choose(user, 'monthly')).toMatchObject({
      status: 200,
      body: { user: { subscription_canceled: false } },
    });
    expect(await subscriptionOf(user)).toMatchObject({ cancel_at: null, status: 'active' });
  });

  it('does not end the year that the member switches to afterwards', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await stripe.press(await portalOf(user), 'cancel');
    const preview = await as(user).post('/api/v1/plans/preview').send({ plan_id: 'yearly' }).expect(200);
    expect(await choose(user, 'yearly')).toMatchObject({ status: 200 });
    const charged = (await stripeOf(user)).charges.map(({ amount }) => amount);
    expect(charged).toContain(preview.body.amount_due);
    await stripe.control('advance', { seconds: 60 * DAY_S });
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly', subscribed: true });
  });

  it('after further renewals becomes one at the end of the period when the member cancels too', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const { id, items } = await subscriptionOf(user);
    const periodEnd = items.data[0]?.current_period_end ?? 0;
    await sdk.subscriptions.update(id, { cancel_at: periodEnd + 90 * DAY_S });
    await as(user).post('/api/v1/plans/cancel').expect(200);
    expect(await userOf(user)).toMatchObject({
      subscription_canceled: true,
      current_period_end: new Date(periodEnd * 1_000).toISOString(),
    });
  });

  it('with a day before the end of the period ends access on that day', async () => {
    const user = await join();
    await subscribe(user, 'yearly');
    const { id } = await subscriptionOf(user);
    const { now } = await stripe.control<{ now: number }>('advance', { seconds: 0 });
    await sdk.subscriptions.update(id, { cancel_at: now + 10 * DAY_S });
    expect(await sync(user)).toMatchObject({
      subscription_canceled: true,
      current_period_end: new Date((now + 10 * DAY_S) * 1_000).toISOString(),
    });
    await stripe.control('advance', { seconds: 11 * DAY_S });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: false });
  });
});

describe('a price that Marquee does not sell', () => {
  async function withDiscount(): Promise<Signed> {
    const user = await join();
    await subscribe(user, 'monthly');
    const { id, items } = await subscriptionOf(user);
    const item = items.data[0];
    const price = await sdk.prices.create({
      product: String(item?.price.product),
      currency: 'usd',
      unit_amount: 199,
      recurring: { interval: 'month' },
    });
    await sdk.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: price.id }] });
    await settle();
    return user;
  }

  it('keeps access, can be canceled and resumed without losing it, and ends like any other', async () => {
    const user = await withDiscount();
    expect(await sync(user)).toMatchObject({ product_id: 'monthly', price_id: null, subscribed: true });
    const { items } = await subscriptionOf(user);
    await as(user).post('/api/v1/plans/cancel').expect(200);
    expect(await userOf(user)).toMatchObject({ subscription_canceled: true });
    expect(await choose(user, 'monthly')).toMatchObject({ status: 200 });
    expect((await subscriptionOf(user)).items.data[0]?.price.id).toBe(items.data[0]?.price.id);
    expect(await choose(user, 'monthly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });

    await sdk.subscriptions.cancel((await subscriptionOf(user)).id);
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: false, subscription_status: 'canceled' });
    expect(await choose(user, 'monthly')).toMatchObject({ status: 200 });
  });

  it('is left for a price that the member chooses', async () => {
    const user = await withDiscount();
    await as(user).post('/api/v1/plans/preview').send({ plan_id: 'yearly' }).expect(200);
    expect(await choose(user, 'yearly')).toMatchObject({
      status: 200,
      body: { user: { product_id: 'yearly' } },
    });
  });

  it('is told to the operator once', async () => {
    const warned: unknown[] = [];
    const user = await withDiscount();
    const { log } = billing.deps;
    const { warn } = log;
    log.warn = (...entry: unknown[]) => void warned.push(entry);
    try {
      await prisma.user.update({
        where: { id: user.id },
        data: { pricingId: (await prisma.pricing.findFirstOrThrow()).id },
      });
      for (const _ of [1, 2]) await sync(user);
    } finally {
      log.warn = warn;
    }
    expect(warned).toMatchObject([[{ userId: user.id }, expect.stringContaining('does not sell')]]);
  });
});

describe('other subscriptions of the customer', () => {
  const sell = async (unit_amount: number) => {
    const product = await sdk.products.create({ name: 'Something else' });
    return sdk.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
    });
  };

  it('are neither canceled as doubles nor taken for the plan', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const { customerId } = await stripeOf(user);
    const items = [{ price: (await sell(999)).id }];
    const { default_payment_method: card } = await subscriptionOf(user);
    const other = await sdk.subscriptions.create({
      customer: customerId,
      items,
      default_payment_method: String(card),
    });
    expect(await sync(user)).toMatchObject({ product_id: 'monthly', subscribed: true });
    expect((await choose(user, 'free_for_life')).status).toBe(200);
    await settle();
    expect(await sdk.subscriptions.retrieve(other.id)).toMatchObject({ status: 'active' });
  });

  it('do not hide the plan when an add-on is the first item', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const { id, items } = await subscriptionOf(user);
    const ours = items.data[0];
    const monthly = ours?.price.id ?? '';
    const addOn = await sell(100);
    await sdk.subscriptions.update(id, {
      items: [{ id: ours?.id ?? '', price: addOn.id }, { price: monthly }],
    });
    expect((await subscriptionOf(user)).items.data.map(({ price }) => price.id)).toEqual([addOn.id, monthly]);
    expect(await sync(user)).toMatchObject({
      product_id: 'monthly',
      price_id: 'monthly_399',
      subscribed: true,
    });
  });
});

it('a paid pass stays when a hundred checkouts are opened after it, and none of them paid', async () => {
  const user = await join();
  await subscribe(user, 'pass_12_months');
  const { customerId } = await stripeOf(user);
  const price = (await prisma.pricing.findUniqueOrThrow({ where: { priceId: 'pass_12_months_4900' } }))
    .stripePriceId;
  for (let count = 0; count < 101; count++)
    await sdk.checkout.sessions.create({
      mode: 'payment',
      customer: customerId,
      line_items: [{ price: price ?? '', quantity: 1 }],
      success_url: 'http://127.0.0.1:3000/',
    });
  expect(await sync(user)).toMatchObject({ product_id: 'pass_12_months', subscribed: true });
});

it('a checkout whose customer was deleted at Stripe is replaced by one that can be paid', async () => {
  const user = await join();
  const dead = await choose(user, 'monthly');
  await sdk.customers.del((await stripeOf(user)).customerId);
  const alive = await choose(user, 'monthly');
  expect(alive).toMatchObject({ status: 200 });
  expect(alive.url).not.toBe(dead.url);
  await stripe.press(alive.url, 'pay');
  expect(await sync(user)).toMatchObject({ product_id: 'monthly', subscribed: true });
});

describe('an overdue payment', () => {
  it('is shown with the page on which it can be paid, and a switch and its preview wait for it', async () => {
    const user = await fallBehind();
    const open = await openInvoiceOf(user);
    expect(open).toMatchObject({ amount_due: 399, currency: 'usd', hosted_invoice_url: expect.any(String) });
    for (const plan_id of ['yearly', 'pass_12_months']) {
      const preview = await as(user).post('/api/v1/plans/preview').send({ plan_id }).expect(422);
      expect(await choose(user, plan_id)).toMatchObject({
        status: 422,
        body: { error: 'not_permitted', message: preview.body.message },
      });
    }
    await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'succeed' });
    await stripe.press(open.hosted_invoice_url, 'pay');
    expect(await sync(user)).toMatchObject({ subscription_status: 'active' });
    expect(await openInvoiceOf(user)).toBeNull();
    expect(await choose(user, 'yearly')).toMatchObject({ status: 200 });
  });

  it('is paid with a new card when the member comes back from the portal', async () => {
    const user = await fallBehind();
    await stripe.press(await portalOf(user), 'update_card', { card: '4242424242424242' });
    expect(await subscriptionOf(user)).toMatchObject({ status: 'past_due' });
    expect(await sync(user)).toMatchObject({ subscription_status: 'active' });
    expect(await openInvoiceOf(user)).toBeNull();
    expect((await stripeOf(user)).charges.filter(({ paid }) => paid)).toHaveLength(2);
  });

  it('is tried once with a new card that is declined, and stays open', async () => {
    const user = await fallBehind();
    await stripe.press(await portalOf(user), 'update_card', { card: '4000000000000341' });
    const tried = (await stripeOf(user)).charges.length;
    for (const _ of [1, 2]) expect(await sync(user)).toMatchObject({ subscription_status: 'past_due' });
    await settle();
    expect((await stripeOf(user)).charges).toHaveLength(tried + 1);
    expect(await openInvoiceOf(user)).toMatchObject({ amount_due: 399 });
  });
});

describe('a bank that asks the member to confirm a switch', () => {
  it('gets the page of the invoice, and the price stays until it is paid', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await useChallengedCard(user);
    const first = await choose(user, 'yearly');
    expect(first).toMatchObject({
      status: 200,
      body: { user: { product_id: 'monthly', subscription_status: 'active', subscribed: true } },
    });
    expect((await choose(user, 'yearly')).url, 'a second click').toBe(first.url);
    expect((await stripeOf(user)).charges).toHaveLength(1);
    await stripe.press(first.url, 'authenticate');
    expect(await sync(user)).toMatchObject({ product_id: 'yearly', subscribed: true });
    expect((await stripeOf(user)).charges).toHaveLength(2);
  });

  it('takes an earlier cancellation back with the payment, and a later one stays', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    await useChallengedCard(user);
    await stripe.press(await portalOf(user), 'cancel');
    const { url } = await choose(user, 'yearly');
    expect(await userOf(user), 'nothing is paid yet').toMatchObject({ subscription_canceled: true });
    await stripe.press(url, 'authenticate');
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly', subscription_canceled: false });
    await stripe.press(await portalOf(user), 'cancel');
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly', subscription_canceled: true });
  });

  it.each([
    ['the plan that the member has', (user: Signed) => choose(user, 'monthly')],
    ['a cancellation', (user: Signed) => as(user).post('/api/v1/plans/cancel')],
  ])('takes no payment for the switch any more after %s', async (_what, changeMind) => {
    const user = await join();
    await subscribe(user, 'monthly');
    await useChallengedCard(user);
    expect(await choose(user, 'yearly')).toMatchObject({ status: 200 });
    const { latest_invoice } = await subscriptionOf(user);
    expect(await changeMind(user)).toMatchObject({ status: 200 });
    expect(await sdk.invoices.retrieve(String(latest_invoice))).toMatchObject({ status: 'void' });
    expect(await subscriptionOf(user)).toMatchObject({ pending_update: null, metadata: {} });
    expect(await userOf(user)).toMatchObject({ product_id: 'monthly', subscribed: true });
  });

  it('asks again for another plan, and the page for the first one takes no payment', async () => {
    const user = await join();
    await subscribe(user, 'yearly');
    await useChallengedCard(user);
    const dearer = await sdk.prices.create({
      product: String((await subscriptionOf(user)).items.data[0]?.price.product),
      currency: 'usd',
      unit_amount: 9900,
      recurring: { interval: 'year' },
    });
    const { id, items } = await subscriptionOf(user);
    const waiting = await sdk.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: dearer.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    expect(waiting.pending_update).not.toBeNull();
    expect(await choose(user, 'monthly')).toMatchObject({
      status: 200,
      body: { user: { product_id: 'monthly' } },
    });
    expect(await sdk.invoices.retrieve(String(waiting.latest_invoice))).toMatchObject({ status: 'void' });
  });
});

describe('a lost dispute', () => {
  it('of the first charge ends the year that was exchanged for a month and back', async () => {
    const user = await join();
    await subscribe(user, 'yearly');
    const [first] = (await stripeOf(user)).charges;
    await stripe.control('advance', { seconds: 10 * DAY_S });
    for (const plan of ['monthly', 'yearly']) expect((await choose(user, plan)).status).toBe(200);
    await stripe.control('disputes', { charge: first?.id, status: 'lost' });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: false });
    expect(await subscriptionOf(user)).toMatchObject({ status: 'canceled' });
  });

  it('takes back the credit that its money has become', async () => {
    const user = await join();
    await subscribe(user, 'yearly');
    const { charges, customerId } = await stripeOf(user);
    expect((await choose(user, 'monthly')).status).toBe(200);
    await stripe.control('disputes', { charge: charges[0]?.id, status: 'lost' });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: false });
    expect(await sdk.customers.retrieve(customerId)).toMatchObject({ balance: 0 });
    await subscribe(user, 'monthly');
    expect(await userOf(user), 'paid anew').toMatchObject({ subscribed: true });
  });

  it('of an earlier month leaves the month that was paid since', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const [first] = (await stripeOf(user)).charges;
    await stripe.control('advance', { seconds: 32 * DAY_S });
    await stripe.control('disputes', { charge: first?.id, status: 'lost' });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: true, subscription_status: 'active' });
  });
});
