import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenApi } from '#src/http/openapi.ts';
import { DAY_S, startBilling } from '../../../test/billing.ts';

const billing = await startBilling();
const { as, prisma, join, choose, subscribe, userOf, stripeOf, stripe, settle } = billing;

/** The body that the document shows for a call. */
function exampleBody(path: string): object {
  const Shown = z.object({
    requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.looseObject({}) })) }),
  });
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(createOpenApi());
  return Shown.parse(paths[path]?.post).requestBody.content['application/json']?.example ?? {};
}

describe('choosing a plan', () => {
  it.each(['/api/v1/plans/preview', '/api/v1/plans/change'])(
    'the body that /openapi.json shows for POST %s is accepted',
    async (path) => {
      await as(await join())
        .post(path)
        .send(exampleBody(path))
        .expect(200);
    },
  );

  it('opens a Checkout session, and gives access after the payment', async () => {
    const user = await join();
    const { status, url, body } = await choose(user, 'monthly');
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ subscribed: false, trial_or_subscribed: false });
    expect(await stripe.press(url, 'pay')).toBe('http://127.0.0.1:3000/checkout_success/');
    const reply = await as(user).post('/api/v1/plans/sync').send({ session_id: 'cs_test' }).expect(200);
    expect(reply.body.user).toMatchObject({
      product_id: 'monthly',
      price_id: 'monthly_399',
      subscription_status: 'active',
      subscription_processor: 'stripe',
      subscribed: true,
      subscription_canceled: false,
    });
    expect((await stripeOf(user)).charges).toMatchObject([{ amount: 399, paid: true }]);
  });

  it('gives access through the webhook, without a call to sync', async () => {
    const user = await join();
    await stripe.press((await choose(user, 'yearly')).url, 'pay');
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly', subscribed: true });
  });

  it('keeps a running subscription when the stored customer does not exist at Stripe', async () => {
    const [user, former] = [await join(), await join()];
    await subscribe(user, 'monthly');
    await settle();
    const setCustomer = (id: number, stripeCustomerId: string, data = {}) =>
      prisma.user.update({ where: { id }, data: { stripeCustomerId, ...data } });
    await setCustomer(user.id, 'cus_other_account');
    await as(user).post('/api/v1/plans/sync').expect(503);
    expect(await userOf(user)).toMatchObject({ subscribed: true });

    await setCustomer(former.id, 'cus_unknown');
    expect((await choose(former, 'monthly')).status).toBe(503);
    expect((await choose(former, 'monthly')).status).toBe(200);
  });

  it('creates one customer and one Checkout session for twenty simultaneous calls', async () => {
    const user = await join();
    const answers = await Promise.all(Array.from({ length: 20 }, () => choose(user, 'monthly')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    const { email } = user;
    expect((await stripe.state()).customers.filter((each) => each.email === email)).toHaveLength(1);
    expect((await stripeOf(user)).sessions).toHaveLength(1);
  });

  it('opens a Checkout session for each of twenty users at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => join()));
    const answers = await Promise.all(users.map((user) => choose(user, 'monthly')));
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(users.length);
  });

  it('makes the first session unpayable when another plan is chosen', async () => {
    const user = await join();
    const first = await choose(user, 'monthly');
    const second = await choose(user, 'yearly');
    expect(await stripe.press(first.url, 'pay')).toBeNull();
    await stripe.press(second.url, 'pay');
    await settle();
    expect((await stripeOf(user)).subscriptions.map(({ status }) => status)).toEqual(['active']);
    expect(await userOf(user)).toMatchObject({ product_id: 'yearly' });
  });

  it('detects a payment before the webhook is received, and sells no second subscription', async () => {
    const user = await join();
    const { url } = await choose(user, 'monthly');
    await stripe.control('webhooks', { mode: 'hold' });
    await stripe.press(url, 'pay');
    expect(await choose(user, 'monthly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });
    await stripe.control('webhooks', { mode: 'live' });
    await stripe.control('webhooks/release', {});
    expect(await userOf(user)).toMatchObject({ subscribed: true });
  });

  it('starts the subscription after the rest of the trial, rounded up to whole days', async () => {
    const user = await join({ trialEndsAt: new Date(Date.now() + 9.5 * DAY_S * 1_000) });
    await subscribe(user, 'monthly');
    const { subscriptions, charges } = await stripeOf(user);
    expect(subscriptions).toMatchObject([{ status: 'trialing' }]);
    const days = ((subscriptions[0]?.trial_end ?? 0) - Date.now() / 1_000) / DAY_S;
    expect(Math.round(days)).toBe(10);
    expect(charges.filter(({ amount }) => amount > 0)).toEqual([]);
    expect(await userOf(user)).toMatchObject({ subscription_status: 'trialing', subscribed: true });
  });

  it('charges at the end of the trial, and ends access when all attempts to charge have failed', async () => {
    const [paying, failing] = [
      await join({ trialEndsAt: new Date(Date.now() + 3 * DAY_S * 1_000) }),
      await join({ trialEndsAt: new Date(Date.now() + 3 * DAY_S * 1_000) }),
    ];
    for (const user of [paying, failing]) {
      await subscribe(user, 'monthly');
      expect(await userOf(user)).toMatchObject({ subscription_status: 'trialing', subscribed: true });
    }
    await stripe.control('cards', { customer: (await stripeOf(failing)).customerId, outcome: 'decline' });
    await stripe.control('advance', { seconds: 4 * DAY_S });
    await settle();
    expect(await userOf(paying)).toMatchObject({ subscription_status: 'active', subscribed: true });
    expect((await stripeOf(paying)).charges).toMatchObject([{ amount: 399, paid: true }]);
    expect(await userOf(failing)).toMatchObject({ subscription_status: 'past_due', subscribed: true });
    await stripe.control('advance', { seconds: 8 * DAY_S });
    await settle();
    expect(await userOf(failing)).toMatchObject({ subscription_status: 'canceled', subscribed: false });
  });

  it('refuses an unknown plan, an unknown price and a return address on another site', async () => {
    const user = await join();
    expect((await choose(user, 'none')).body).toMatchObject({ errors: { plan_id: [expect.any(String)] } });
    expect((await choose(user, 'monthly', { price_id: 'yearly_3900' })).body).toMatchObject({
      errors: { price_id: [expect.any(String)] },
    });
    for (const field of ['success_url', 'cancel_url'])
      for (const url of [
        'https://evil.example/',
        'http://127.0.0.1:3000@evil.example/',
        'http://127.0.0.1:3000\\@evil.example/',
        'http://user:pass@127.0.0.1:3000/',
        'http://127.0.0.1:3001/',
        'http://127.0.0.1:3000/\u0000',
      ])
        expect((await choose(user, 'monthly', { [field]: url })).body).toMatchObject({
          error: 'invalid',
          errors: { [field]: [expect.any(String)] },
        });
    const given = { success_url: 'http://localhost:3000/checkout_success/?session_id={CHECKOUT_SESSION_ID}' };
    const { url } = await choose(user, 'monthly', given);
    expect(await stripe.press(url, 'pay')).toMatch(
      /^http:\/\/localhost:3000\/checkout_success\/\?session_id=cs_/,
    );
  });

  it.each(['apple', 'google'] as const)(
    'refuses a user whose subscription is managed by %s',
    async (processor) => {
      const user = await join({
        planId: (await prisma.plan.findFirstOrThrow()).id,
        subscriptionProcessor: processor,
        subscriptionStatus: 'active',
      });
      expect(await choose(user, 'monthly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });
      expect(await choose(user, 'free_for_life')).toMatchObject({ status: 422 });
      await as(user).post('/api/v1/plans/cancel').expect(422);
      await as(user).post('/api/v1/plans/manage').expect(422);
    },
  );
});

describe('changing a subscription', () => {
  it('switches with proration, and refuses the current plan', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const preview = await as(user)
      .post('/api/v1/plans/preview')
      .send({ plan_id: 'yearly', price_id: 'yearly_3900' });
    expect(preview.body).toMatchObject({ currency: 'usd', next_amount: 3900 });
    const given = { price_id: 'yearly_3900', success_url: 'http://127.0.0.1:3000/plans' };
    expect(await choose(user, 'yearly', given)).toMatchObject({
      status: 200,
      url: 'http://127.0.0.1:3000/plans',
      body: { user: { product_id: 'yearly', subscribed: true } },
    });
    const { subscriptions, charges } = await stripeOf(user);
    expect(subscriptions).toHaveLength(1);
    expect(charges.map(({ amount }) => amount).toSorted()).toEqual([preview.body.amount_due, 399].toSorted());
    expect(await choose(user, 'yearly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });
  });

  it('changes nothing when the card is declined for the price difference', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const { customerId } = await stripeOf(user);
    await stripe.control('cards', { customer: customerId, outcome: 'decline' });
    const answer = await choose(user, 'yearly');
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('card was declined') },
    });
    expect(await userOf(user)).toMatchObject({ product_id: 'monthly', subscription_status: 'active' });
  });

  it('cancels at the end of the period, resumes, and ends the subscription after a second cancellation', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    for (const _ of [1, 2])
      expect((await as(user).post('/api/v1/plans/cancel').expect(200)).body).toMatchObject({
        canceled: true,
        user: { trial_or_subscribed: true, subscription_canceled: true },
      });
    expect(await choose(user, 'monthly')).toMatchObject({
      status: 200,
      body: { user: { subscription_canceled: false } },
    });
    await as(user).post('/api/v1/plans/cancel').expect(200);
    await stripe.control('advance', { seconds: 40 * DAY_S });
    await settle();
    expect(await userOf(user)).toMatchObject({
      trial_or_subscribed: false,
      subscription_status: 'canceled',
      subscription_canceled: true,
    });
    expect(await choose(user, 'monthly')).toMatchObject({ status: 200 });
  });

  it('refuses `cancel` and `manage` when the user has no subscription', async () => {
    const user = await join();
    for (const call of ['cancel', 'manage'])
      expect((await as(user).post(`/api/v1/plans/${call}`)).body).toMatchObject({ error: 'not_permitted' });
  });

  it('keeps access while Stripe retries a charge, and ends access when all retries fail', async () => {
    const [user, other] = [await join(), await join()];
    for (const each of [user, other]) {
      await subscribe(each, 'monthly');
      await stripe.control('cards', { customer: (await stripeOf(each)).customerId, outcome: 'decline' });
    }
    await stripe.control('advance', { seconds: 32 * DAY_S });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscription_status: 'past_due', subscribed: true });
    expect(await choose(user, 'yearly')).toMatchObject({ status: 422, body: { error: 'not_permitted' } });

    const portal = await as(user)
      .post('/api/v1/plans/manage')
      .send({ return_url: 'http://127.0.0.1:3000/plans' });
    await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'succeed' });
    expect(await stripe.press(portal.body.redirect_url, 'update_card'), 'leads back at once').toBe(
      'http://127.0.0.1:3000/plans',
    );
    await stripe.control('advance', { seconds: 8 * DAY_S });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscription_status: 'active', subscribed: true });
    expect(await userOf(other)).toMatchObject({ subscription_status: 'canceled', subscribed: false });
  });

  it('lists paid invoices in pages, and no invoice when the user has a trial or no customer', async () => {
    const user = await join();
    const none = { invoices: [], pagination: { total_count: 0 } };
    expect((await as(user).get('/api/v1/plans/invoices').expect(200)).body).toMatchObject(none);
    await prisma.user.update({
      where: { id: user.id },
      data: { trialEndsAt: new Date(Date.now() + 5 * DAY_S * 1_000) },
    });
    await subscribe(user, 'monthly');
    expect((await as(user).get('/api/v1/plans/invoices').expect(200)).body).toMatchObject(none);
    await stripe.control('advance', { seconds: 40 * DAY_S });
    await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'decline' });
    await stripe.control('advance', { seconds: 32 * DAY_S });
    const { body } = await as(user).get('/api/v1/plans/invoices?per_page=1&page=2').expect(200);
    expect(body.pagination).toEqual({ current_page: 2, has_more: false, page_count: 2, total_count: 2 });
    expect(body.invoices).toMatchObject([{ amount_paid: 399, currency: 'usd', status: 'paid' }]);
  });
});

describe('refunds and disputes', () => {
  it('end access after a full refund or lost dispute, not after a partial refund or open dispute', async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => join()));
    for (const user of users) await subscribe(user, 'monthly');
    const [full, partial, lost, disputed] = await Promise.all(users.map(stripeOf));
    await stripe.control('refunds', { charge: full?.charges[0]?.id });
    await stripe.control('refunds', { charge: partial?.charges[0]?.id, amount: 100 });
    await stripe.control('disputes', { charge: lost?.charges[0]?.id, status: 'lost' });
    await stripe.control('disputes', { charge: disputed?.charges[0]?.id });
    await settle();
    const access = await Promise.all(users.map(userOf));
    expect(access.map(({ subscribed }) => subscribed)).toEqual([false, true, false, true]);
    expect((await stripeOf(users[0] ?? (await join()))).subscriptions).toMatchObject([
      { status: 'canceled' },
    ]);
  });

  it('end a refunded pass', async () => {
    const user = await join();
    await subscribe(user, 'pass_12_months');
    expect(await userOf(user)).toMatchObject({ product_id: 'pass_12_months', subscribed: true });
    expect(await choose(user, 'pass_12_months')).toMatchObject({ status: 422 });
    await stripe.control('refunds', { charge: (await stripeOf(user)).charges[0]?.id });
    await settle();
    expect(await userOf(user)).toMatchObject({ subscribed: false, subscription_canceled: true });
  });
});

describe('one-time pass', () => {
  it('starts after the running period of a subscription, which then does not renew', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    const before = await userOf(user);
    await subscribe(user, 'pass_12_months');
    const after = await userOf(user);
    expect(after).toMatchObject({ product_id: 'pass_12_months', subscribed: true });
    const months =
      (Date.parse(after.current_period_end) - Date.parse(before.current_period_end)) / (30.4 * DAY_S * 1_000);
    expect(Math.round(months)).toBe(12);
    expect((await stripeOf(user)).subscriptions).toMatchObject([{ cancel_at_period_end: true }]);
  });

  it('gives access until its end date', async () => {
    const user = await join();
    await subscribe(user, 'pass_12_months');
    await prisma.checkoutAttempt.updateMany({ where: { userId: user.id }, data: { accessFrom: null } });
    await prisma.user.update({
      where: { id: user.id },
      data: { currentPeriodEnd: new Date(Date.now() - 1_000) },
    });
    expect(await userOf(user)).toMatchObject({ subscribed: false, subscription_canceled: true });
  });
});

describe('the free plan', () => {
  it('is granted at once and ends a running subscription', async () => {
    const user = await join();
    await subscribe(user, 'monthly');
    expect(await choose(user, 'free_for_life')).toMatchObject({
      status: 200,
      url: 'http://127.0.0.1:3000/checkout_success/',
      body: { user: { product_id: 'free_for_life', subscribed: true, subscription_processor: null } },
    });
    expect((await stripeOf(user)).subscriptions).toMatchObject([{ status: 'canceled' }]);
    await settle();
    expect(await userOf(user)).toMatchObject({ product_id: 'free_for_life', subscribed: true });
    expect(await choose(user, 'free_for_life')).toMatchObject({ status: 422 });
  });

  it('makes an open session unpayable', async () => {
    const user = await join();
    const { url } = await choose(user, 'monthly');
    await choose(user, 'free_for_life');
    expect(await stripe.press(url, 'pay')).toBeNull();
    expect((await stripeOf(user)).charges).toEqual([]);
  });

  it('can be replaced by a paid plan', async () => {
    const user = await join();
    await choose(user, 'free_for_life');
    await subscribe(user, 'monthly');
    expect(await userOf(user)).toMatchObject({ product_id: 'monthly', subscribed: true });
  });
});
