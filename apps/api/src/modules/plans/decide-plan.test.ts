import { describe, expect, it } from 'vitest';
import { NO_FACTS, type PurchaseFact, type SubscriptionFact } from '#src/clients/stripe/facts.ts';
import type { AttemptSummary } from './attempts.repository.ts';
import { decidePlan, type Situation } from './decide-plan.ts';
import type { SoldPricing } from './plans.repository.ts';

const now = new Date('2026-06-15T12:00:00Z');
const day = (offset: number): Date => new Date(now.getTime() + offset * 86_400_000);

const subscription = (facts: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  id: 'sub_1',
  itemId: 'si_1',
  status: 'active',
  stripePriceId: 'price_month',
  stripeProductId: 'prod_month',
  attemptId: 1,
  createdAt: day(-10),
  periodEnd: day(20),
  ending: null,
  resumesOn: null,
  pendingSwitch: null,
  debts: [],
  isRefunded: false,
  ...facts,
});
const endsAt = (at: Date): Partial<SubscriptionFact> => ({ ending: { at, form: 'cancel_at' } });

const purchase = (facts: Partial<PurchaseFact> = {}): PurchaseFact => ({
  attemptId: 2,
  stripePriceId: 'price_pass',
  paidAt: day(-5),
  isRefunded: false,
  ...facts,
});

const attempt = (id: number, createdAt: Date, accessFrom: Date | null = null): AttemptSummary => ({
  id,
  pricingId: id === 2 ? 12 : 11,
  createdAt,
  accessFrom,
  state: 'completed',
  stripeSessionId: `cs_${id}`,
});

const none = {
  planId: null,
  pricingId: null,
  subscriptionProcessor: null,
  subscriptionStatus: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  stripeSubscriptionId: null,
};

const month: SoldPricing = { id: 11, planId: 1, isRecurring: true, accessMonths: null };
const pass: SoldPricing = { id: 12, planId: 2, isRecurring: false, accessMonths: 12 };
const sold = {
  prices: new Map([
    ['price_month', month],
    ['price_pass', pass],
  ]),
  products: new Map([['prod_month', 1]]),
  pricings: new Map([
    [11, month],
    [12, pass],
  ]),
};

function decide(
  subscriptions: SubscriptionFact[],
  purchases: PurchaseFact[] = [],
  situation: Partial<Situation> = {},
) {
  const { corrections, ...decision } = decidePlan({
    current: none,
    facts: { ...NO_FACTS, subscriptions, purchases },
    sold,
    attempts: [attempt(1, day(-11)), attempt(2, day(-5))],
    placeTakenAt: null,
    now,
    ...situation,
  });
  return { ...decision, ...corrections };
}

describe('decidePlan', () => {
  it('stores a running subscription with its status and period', () => {
    expect(decide([subscription({ status: 'past_due' })])).toMatchObject({
      plan: { planId: 1, pricingId: 11, subscriptionStatus: 'past_due', currentPeriodEnd: day(20) },
      subscription: { id: 'sub_1' },
      cancelNow: [],
    });
  });

  it('stores the status of the last subscription when no subscription is running', () => {
    const ended = subscription({ status: 'canceled', periodEnd: day(-1), ...endsAt(day(5)) });
    expect(decide([ended])).toMatchObject({
      plan: { subscriptionStatus: 'canceled', cancelAtPeriodEnd: false, currentPeriodEnd: day(-1) },
      subscription: null,
    });
  });

  it('stores no plan when no payment ever succeeded', () => {
    expect(decide([subscription({ status: 'incomplete' })]).plan).toEqual(none);
  });

  it('cancels a second running subscription and keeps the stored subscription', () => {
    const older = subscription({ id: 'sub_0', createdAt: day(-12) });
    const current = { ...none, planId: 1, pricingId: 11, subscriptionProcessor: 'stripe' as const };
    expect(decide([subscription(), older]).cancelNow).toEqual(['sub_1']);
    const decision = decide([subscription(), older], [], {
      current: { ...current, subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' },
    });
    expect(decision.cancelNow).toEqual(['sub_0']);
  });

  it('cancels a subscription whose payment was refunded', () => {
    expect(decide([subscription({ isRefunded: true })])).toMatchObject({
      cancelNow: ['sub_1'],
      subscription: null,
    });
  });

  it('starts the months of a pass at the payment, or at the end of earlier access', () => {
    expect(decide([], [purchase()]).plan).toMatchObject({
      planId: 2,
      subscriptionStatus: 'active',
      currentPeriodEnd: new Date('2027-06-10T12:00:00Z'),
    });
    const attempts = [attempt(2, day(-5), day(16))];
    expect(decide([], [purchase()], { attempts }).plan?.currentPeriodEnd).toEqual(
      new Date('2027-07-01T12:00:00Z'),
    );
  });

  it('ends a refunded pass and an expired pass', () => {
    expect(decide([], [purchase({ isRefunded: true })]).plan?.subscriptionStatus).toBe('canceled');
    expect(decide([], [purchase({ paidAt: day(-400) })]).plan?.subscriptionStatus).toBe('canceled');
  });

  it('sets a subscription to end with its period when a pass was bought later', () => {
    expect(decide([subscription()], [purchase()])).toMatchObject({
      plan: { planId: 2 },
      cancelAtPeriodEnd: ['sub_1'],
      cancelNow: [],
    });
    const canceled = subscription(endsAt(day(20)));
    expect(decide([canceled], [purchase()]).cancelAtPeriodEnd).toEqual([]);
    const renewed = subscription(endsAt(day(50)));
    expect(decide([renewed], [purchase()]).cancelAtPeriodEnd).toEqual(['sub_1']);
  });

  it('prefers a subscription that was bought after the pass', () => {
    const later = subscription({ createdAt: day(-1), status: 'trialing' });
    expect(decide([later], [purchase()])).toMatchObject({ plan: { planId: 1 }, cancelAtPeriodEnd: [] });
  });

  it('ends purchases that were made before the user took the free plan, and keeps later purchases', () => {
    const free = { current: { ...none, planId: 3, pricingId: 13 }, placeTakenAt: day(-2) };
    expect(decide([subscription()], [purchase()], free)).toMatchObject({ plan: null, cancelNow: ['sub_1'] });
    const attempts = [attempt(1, day(-1))];
    expect(decide([subscription()], [], { ...free, attempts })).toMatchObject({
      plan: { planId: 1 },
      cancelNow: [],
    });
  });

  it('keeps the plan of an app store while no subscription or pass at Stripe is running', () => {
    const current = { ...none, planId: 1, pricingId: 11, subscriptionProcessor: 'apple' as const };
    const situation = { current: { ...current, subscriptionStatus: 'active' as const } };
    expect(decide([], [], situation).plan).toBeNull();
    expect(decide([subscription()], [], situation).plan).toMatchObject({ subscriptionProcessor: 'stripe' });
  });

  it('keeps the plan of its product, with its status and period, for a subscription whose price is unknown', () => {
    const discounted = subscription({ stripePriceId: 'price_x' });
    expect(decide([discounted])).toMatchObject({
      plan: { planId: 1, pricingId: null, subscriptionStatus: 'active', currentPeriodEnd: day(20) },
      cancelNow: [],
    });
  });

  it('finds a pass whose price was replaced at Stripe by the attempt to buy it', () => {
    expect(decide([], [purchase({ stripePriceId: 'price_old' })]).plan).toMatchObject({ planId: 2 });
    expect(decide([], [purchase({ stripePriceId: 'price_old', attemptId: null })]).plan).toEqual(none);
  });

  it('stores the time at which access ends, before or after the end of the period', () => {
    for (const end of [day(3), day(20), day(50)])
      expect(decide([subscription(endsAt(end))]).plan).toMatchObject({
        currentPeriodEnd: end,
        cancelAtPeriodEnd: true,
      });
  });

  it('takes a cancellation back when the price is the one that the member asked for', () => {
    const waiting = subscription({ resumesOn: 'price_year', ...endsAt(day(20)) });
    expect(decide([waiting]).resume).toEqual([]);
    const switched = { ...waiting, stripePriceId: 'price_year' };
    expect(decide([switched]).resume).toEqual([switched]);
  });

  it('pays the open invoices that have a new card', () => {
    const debt = { id: 'in_1', amountDue: 399, currency: 'usd', url: null, newCard: 'pm_1' };
    const debts = [debt, { ...debt, id: 'in_2', newCard: null }];
    expect(decide([subscription({ status: 'past_due', debts })]).pay).toEqual([
      { invoiceId: 'in_1', card: 'pm_1' },
    ]);
  });
});
