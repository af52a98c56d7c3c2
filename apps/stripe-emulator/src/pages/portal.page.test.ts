import type { Stripe } from 'stripe';
import { beforeEach, expect, it } from 'vitest';
import { type Bench, customerWithCard, DAY, press, sellPlans, startBench } from '../../test/support.ts';

const back = 'http://127.0.0.1:3000/settings';
let bench: Bench;
let plans: Awaited<ReturnType<typeof sellPlans>>;
let customer: string;
let subscription: string;

beforeEach(async () => {
  bench = await startBench();
  plans = await sellPlans(bench);
  customer = (await customerWithCard(bench)).id;
  const items = [{ price: plans.monthly.id }];
  subscription = (await bench.stripe.subscriptions.create({ customer, items })).id;
});

const portal = (flow_data?: Stripe.BillingPortal.SessionCreateParams['flow_data']) =>
  bench.stripe.billingPortal.sessions.create({ customer, return_url: back, ...(flow_data && { flow_data }) });
const current = () => bench.stripe.subscriptions.retrieve(subscription);

it('the portal shows plan, card and invoices, and redirects to return_url when the customer returns', async () => {
  const { url } = await portal();
  const page = await (await fetch(url)).text();
  expect(page).toContain('monthly');
  expect(page).toContain('Payment method');
  expect(page).toMatch(/-0001/);
  expect(await press(url, 'return')).toMatchObject({ status: 303, location: back });
});

it('the portal cancels by the time at which the period ends, not by the flag, and undoes the cancellation', async () => {
  const { url } = await portal();
  expect((await press(url, 'cancel')).text).toContain('Ends on');
  const canceled = await current();
  expect(canceled).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: canceled.items.data[0]?.current_period_end,
  });
  await press(url, 'resume');
  expect(await current()).toMatchObject({ cancel_at: null, canceled_at: null });
  await press(url, 'cancel');
  await bench.control('advance', { seconds: 32 * DAY });
  expect(await current()).toMatchObject({ status: 'canceled' });
  expect((await bench.state()).charges).toHaveLength(1);
});

it('the portal leaves the invoice of a past due subscription open when the card is replaced', async () => {
  await bench.control('cards', { customer, outcome: 'decline' });
  await bench.control('advance', { seconds: 32 * DAY });
  expect(await current()).toMatchObject({ status: 'past_due' });
  const { url } = await portal({
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: `${back}?saved` } },
  });
  const saved = await press(url, 'update_card', { card: '5555555555554444' });
  expect(saved).toMatchObject({ status: 303, location: `${back}?saved` });
  expect(await current()).toMatchObject({ status: 'past_due' });
  const [invoice] = (await bench.stripe.invoices.list({ customer, status: 'open' })).data;
  await bench.stripe.invoices.pay(invoice?.id ?? '');
  expect(await current()).toMatchObject({ status: 'active' });
});

it('the portal shows the reason when the new card is declined, and keeps the old card', async () => {
  const before = await current();
  const { url } = await portal();
  const answer = await press(url, 'update_card', { card: '4000000000000002' });
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Your card was declined.') });
  expect((await current()).default_payment_method).toBe(before.default_payment_method);
});

it('the portal cancels a subscription at the end of the period through a deep link', async () => {
  const { url } = await portal({ type: 'subscription_cancel', subscription_cancel: { subscription } });
  await press(url, 'cancel');
  expect((await current()).cancel_at).not.toBeNull();
});

it('the portal changes the plan to a price that the customer chooses', async () => {
  const { url } = await portal({ type: 'subscription_update', subscription_update: { subscription } });
  await press(url, 'update', { price: plans.premium.id });
  expect(await current()).toMatchObject({ items: { data: [{ price: { id: plans.premium.id } }] } });
});

it('the portal changes the plan to the price of the deep link when the customer confirms', async () => {
  const [item] = (await current()).items.data;
  const { url } = await portal({
    type: 'subscription_update_confirm',
    subscription_update_confirm: { subscription, items: [{ id: item?.id ?? '', price: plans.yearly.id }] },
    after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'Thank you' } },
  });
  expect(await (await fetch(url)).text()).toContain('yearly');
  expect((await press(url, 'confirm')).text).toContain('Thank you');
  expect(await current()).toMatchObject({ items: { data: [{ price: { id: plans.yearly.id } }] } });
});

it('the portal does not change the subscription of another customer', async () => {
  const other = await customerWithCard(bench, 'pm_card_visa', 'eve@example.com');
  const session = await bench.stripe.billingPortal.sessions.create({ customer: other.id });
  expect(await press(session.url, 'cancel', { subscription })).toMatchObject({ status: 400 });
  expect(await current()).toMatchObject({ cancel_at: null });
});

it('the portal answers 404 for a session that does not exist', async () => {
  const { url } = await portal();
  expect((await fetch(`${url}x`)).status).toBe(404);
});
