import { describe, expect, it } from 'vitest';
import { decideStorePlan, type StoredSubscription } from './decide-store-plan.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-12-22T12:00:00Z');
const earlier = new Date('2026-10-22T12:00:00Z');

const nothing = {
  trialEndsAt: null,
  planId: null,
  subscriptionProcessor: null,
  subscriptionStatus: null,
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  pricing: null,
};
const atStripe = {
  ...nothing,
  planId: 1,
  subscriptionProcessor: 'stripe' as const,
  subscriptionStatus: 'active' as const,
  currentPeriodEnd: later,
  pricing: { isRecurring: true },
};
const atApple = { ...atStripe, subscriptionProcessor: 'apple' as const };
const free = { ...nothing, planId: 4 };

const subscription = (changes: Partial<StoredSubscription> = {}): StoredSubscription => ({
  id: 'a',
  processor: 'apple',
  pricingId: 11,
  status: 'active',
  periodEnd: later,
  cancelAtPeriodEnd: false,
  pricing: { planId: 1 },
  ...changes,
});
const decide = (current: Parameters<typeof decideStorePlan>[0], ...all: StoredSubscription[]) =>
  decideStorePlan(current, all, now);

describe('decideStorePlan', () => {
  it('stores a running subscription for a user without a plan or with the free plan', () => {
    for (const current of [nothing, free])
      expect(decide(current, subscription())).toMatchObject({
        plan: { planId: 1, pricingId: 11, subscriptionProcessor: 'apple', subscriptionStatus: 'active' },
        storeSubscriptionId: 'a',
      });
  });

  it('replaces a plan at Stripe only when that plan gives no access', () => {
    expect(decide(atStripe, subscription())).toBeNull();
    const pass = { ...atStripe, pricing: { isRecurring: false } };
    expect(decide(pass, subscription())).toBeNull();
    for (const ended of [
      { ...atStripe, subscriptionStatus: 'canceled' as const },
      { ...pass, currentPeriodEnd: earlier },
    ])
      expect(decide(ended, subscription())?.plan.subscriptionProcessor).toBe('apple');
  });

  it('chooses the running subscription that ends last', () => {
    const google = subscription({ id: 'g', processor: 'google', periodEnd: now });
    const unpaid = subscription({ id: 'u', status: 'unpaid', periodEnd: new Date('2027-01-01') });
    expect(decide(atApple, google, unpaid, subscription())?.storeSubscriptionId).toBe('a');
    expect(decide(atApple, google, unpaid)?.storeSubscriptionId).toBe('g');
  });

  it('keeps a plan without access while the store retries the charge or the subscription is paused', () => {
    for (const status of ['unpaid', 'paused'] as const)
      expect(decide(atApple, subscription({ status }))?.plan.subscriptionStatus).toBe(status);
  });

  it('removes the plan of a store after the last store subscription ended, and keeps every other plan', () => {
    const ended = subscription({ status: 'canceled', periodEnd: earlier });
    expect(decide(atApple, ended)).toMatchObject({ plan: { planId: null }, storeSubscriptionId: null });
    for (const current of [nothing, free, { ...atStripe, subscriptionStatus: 'canceled' as const }])
      expect(decide(current, ended)).toBeNull();
  });

  it('ignores a purchase with a pending payment', () => {
    expect(decide(nothing, subscription({ status: 'incomplete' }))).toBeNull();
  });
});
