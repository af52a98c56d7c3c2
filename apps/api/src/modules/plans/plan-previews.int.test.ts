// Compares the previews of plans, in every state of a user, with what the emulator of Stripe then charges. The long tests
// have every plan in every state; otherwise, trials and canceled plans, which are charged alike, have two. The emulator's
// clock moves on only when all plans are chosen, because it is the same for all users.
import { expect, it } from 'vitest';
import { DAY_S, startBilling } from '../../../test/billing.ts';
import { longRun } from '../../../test/settings.ts';

const billing = await startBilling({}, { jobs: false });
const { as, prisma, join, choose, subscribe, stripeOf, stripe } = billing;

type Signed = Awaited<ReturnType<typeof join>>;

const PLANS = ['monthly', 'yearly', 'pass_12_months', 'free_for_life'] as const;
const PRICES = { monthly: 399, yearly: 3900, pass_12_months: 4900, free_for_life: 0 };
const TRIAL_MS = 10 * DAY_S * 1_000;
/** A busy machine takes this long between a preview and a payment. Wrong dates differ by days. */
const SLACK_S = 900;

const inTrial = () => join({ trialEndsAt: new Date(Date.now() + TRIAL_MS) });

async function onPlan(user: Signed, plan: (typeof PLANS)[number]): Promise<Signed> {
  if (plan === 'free_for_life') expect((await choose(user, plan)).status).toBe(200);
  else await subscribe(user, plan);
  return user;
}

async function canceled(user: Signed): Promise<Signed> {
  await as(user).post('/api/v1/plans/cancel').expect(200);
  return user;
}

/** Leaves the unused time of a year as a credit, and no subscription. */
async function endedWithCredit(): Promise<Signed> {
  const user = await onPlan(await join(), 'yearly');
  expect((await choose(user, 'monthly')).status).toBe(200);
  const { subscriptions } = await stripeOf(user);
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = billing.deps.env;
  const reply = await fetch(`${STRIPE_API_BASE}/v1/subscriptions/${subscriptions[0]?.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
  });
  expect(reply.status).toBe(200);
  return user;
}

/** Gives a new card in the portal, to which the next sync charges what is owed. */
async function payDebt(user: Signed): Promise<void> {
  const { body } = await as(user).post('/api/v1/plans/manage').send({}).expect(200);
  await stripe.press(body.redirect_url, 'update_card', { card: '4242424242424242' });
  await as(user).post('/api/v1/plans/sync').send({}).expect(200);
  const { subscriptions } = await stripeOf(user);
  expect(subscriptions.map(({ status }) => status)).toEqual(['active']);
}

const STATES: Record<string, () => Promise<Signed>> = {
  'without a plan': () => join(),
  'in the trial without a plan': inTrial,
  ...Object.fromEntries(
    PLANS.flatMap((plan) => [
      [`in the trial of ${plan}`, async () => onPlan(await inTrial(), plan)],
      [`on ${plan}`, async () => onPlan(await join(), plan)],
    ]),
  ),
  ...Object.fromEntries(
    (['monthly', 'yearly'] as const).flatMap((plan) => [
      [`on ${plan}, canceled`, async () => canceled(await onPlan(await join(), plan))],
      [`in the trial of ${plan}, canceled`, async () => canceled(await onPlan(await inTrial(), plan))],
    ]),
  ),
  'after the end of a subscription that left a credit': endedWithCredit,
};

/** Returns the plans that a user in this state chooses, each of them a new user. */
function targetsOf(state: string): readonly (typeof PLANS)[number][] {
  if (longRun) return PLANS;
  if (state.endsWith('canceled')) return ['monthly', 'pass_12_months'];
  // A cheaper plan in the trial is chosen too.
  if (state.startsWith('in the trial')) return ['yearly', 'free_for_life'];
  return ['monthly', 'yearly'];
}

// The first call loads Stripe's library, which on a busy machine takes longer than a request may.
await billing.deps.services.stripePrices.ensurePrices();

const previewOf = async (user: Signed, plan_id: string) =>
  (await as(user).post('/api/v1/plans/preview').send({ plan_id }).expect(200)).body;

interface Case {
  name: string;
  user: Signed;
  to: (typeof PLANS)[number];
  preview: Awaited<ReturnType<typeof previewOf>>;
  /** Ids of the charges and invoices before the plan was chosen. */
  before: ReadonlySet<string>;
  /** When the plan was chosen, by the emulator's clock in seconds since 1970, and how far that clock was ahead of ours. */
  at: number;
  ahead: number;
}

const readClock = async (): Promise<number> =>
  (await stripe.control<{ now: number }>('advance', { seconds: 0 })).now;

/** Chooses a plan after a preview of it. Returns null when it cannot be chosen, so that nothing will be charged for it. */
async function chooseAndPay(name: string, user: Signed, to: (typeof PLANS)[number]): Promise<Case | null> {
  const known = await stripeOf(user);
  const before = new Set([...known.charges, ...known.invoices].map(({ id }) => id));
  const at = await readClock();
  const ahead = at - Date.now() / 1_000;
  const preview = await previewOf(user, to);
  const { status, url, body } = await choose(user, to);
  if (status === 422) {
    expect(body.message, name).toBe('This is already your plan.');
    return PRICES[to] > 0 && to !== 'pass_12_months' ? { name, user, to, preview, before, at, ahead } : null;
  }
  expect(status, name).toBe(200);
  if (url.includes('/c/pay/') || known.sessions.length < (await stripeOf(user)).sessions.length)
    await stripe.press(url, 'pay');
  return { name, user, to, preview, before, at, ahead };
}

const secondsOf = (date: string): number => Date.parse(date) / 1_000;

it('previews name the next invoice and the first charge, for pairs of plans in every state', async () => {
  const late = (['monthly', 'yearly'] as const).flatMap((plan) => PLANS.map((to) => ({ plan, to })));
  const declining = await Promise.all(
    late.map(async ({ plan, to }) => {
      const user = await onPlan(await join({ trialEndsAt: new Date(Date.now() + DAY_S * 1_000) }), plan);
      await stripe.control('cards', { customer: (await stripeOf(user)).customerId, outcome: 'decline' });
      return { user, name: `on ${plan}, past due → ${to}`, to };
    }),
  );
  const cases: Case[] = [];
  for (const [state, start] of Object.entries(STATES))
    for (const to of targetsOf(state)) {
      const made = await chooseAndPay(`${state} → ${to}`, await start(), to);
      if (made) cases.push(made);
    }

  // Nothing webhooks would change is read below.
  await stripe.control('webhooks', { mode: 'drop' });
  await stripe.control('advance', { seconds: 2 * DAY_S });
  for (const { user, name, to } of declining) {
    const { customerId, subscriptions } = await stripeOf(user);
    expect(subscriptions, name).toMatchObject([{ status: 'past_due' }]);
    // A debt that is still collected would be charged from here on.
    if (to === 'free_for_life') await stripe.control('cards', { customer: customerId, outcome: 'succeed' });
    else {
      const { status, body } = await choose(user, to);
      expect([status, body.error], name).toEqual([422, 'not_permitted']);
      // The plan itself can be previewed, and cannot be chosen again.
      const isOwn = name.startsWith(`on ${to},`);
      const preview = as(user).post('/api/v1/plans/preview').send({ plan_id: to });
      expect((await preview).status, name).toBe(isOwn ? 200 : 422);
      await payDebt(user);
    }
    const made = await chooseAndPay(name, user, to);
    if (made) cases.push(made);
  }
  expect(cases).toHaveLength(longRun ? 64 : 37);

  await stripe.control('advance', { seconds: 800 * DAY_S });
  const state = await stripe.state();
  for (const { name, user, to, preview, before, at, ahead } of cases) {
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    const isNew = ({ id, customer }: { id: string; customer: string }) =>
      customer === stripeCustomerId && !before.has(id);
    const [first] = state.charges.filter((charge) => isNew(charge) && charge.paid).toReversed();
    expect.soft(preview.first_charge_amount, `${name}: first charge`).toBe(first?.amount ?? null);
    // Our clock dates what is paid once, and Stripe's clock everything else.
    const skew = to === 'pass_12_months' ? ahead : 0;
    const isOnTime =
      first === undefined || Math.abs(first.created - secondsOf(preview.first_charge_date) - skew) < SLACK_S;
    expect.soft(isOnTime, `${name}: ${preview.first_charge_date}`).toBe(true);
    expect
      .soft(preview.amount_due > 0, `${name}: due today`)
      .toBe(first !== undefined && first.created < at + SLACK_S);
    if (to !== 'monthly' && to !== 'yearly') {
      expect.soft([preview.next_amount, preview.next_date], name).toEqual([null, null]);
      continue;
    }
    const next = state.invoices
      .toReversed()
      .find((invoice) => isNew(invoice) && invoice.created > at + SLACK_S);
    expect.soft(preview.next_amount, `${name}: next invoice`).toBe(next?.total);
    expect
      .soft(Math.abs((next?.created ?? 0) - secondsOf(preview.next_date)), `${name}: ${preview.next_date}`)
      .toBeLessThan(SLACK_S);
  }
});
