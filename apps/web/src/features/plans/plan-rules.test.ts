import type { Plan } from '@marquee/contracts';
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/server.ts';
import { monthlyPrice } from './monthly-price.ts';
import { canCancel, offerOf, priceOf } from './plan-rules.ts';

const plan = (pricing: Partial<Plan['pricings'][number]>, plan_id = 'monthly'): Plan => ({
  id: 1,
  name: 'Monthly',
  description: '',
  plan_id,
  pricings: [
    { id: 'p', price_in_cents: 399, is_recurring: true, is_free: false, interval: 'month', ...pricing },
  ],
});

test.each([
  [{}, { amount: '$3.99', per: 'a month' }],
  [
    { interval: 'year' as const, price_in_cents: 3900 },
    { amount: '$39.00', per: 'a year' },
  ],
  [
    { is_recurring: false, interval: null, price_in_cents: 4900 },
    { amount: '$49.00', per: 'One Time' },
  ],
  [
    { is_free: true, price_in_cents: 0 },
    { amount: 'Free', per: 'for life' },
  ],
])('priceOf formats the pricing %j', (pricing, price) => {
  expect(priceOf(plan(pricing))).toEqual(price);
});

test('monthlyPrice returns the price of the monthly plan, or null without one', () => {
  expect(monthlyPrice([plan({ interval: 'year' }), plan({ price_in_cents: 450 })])).toBe('$4.50');
  expect(monthlyPrice([plan({ interval: 'year' })])).toBeNull();
});

const current = { product_id: 'monthly', subscribed: true, subscription_processor: 'stripe' as const };

test.each([
  ['a plan for a user without one', {}, 'other', 'choose'],
  ['another plan while one runs', current, 'other', 'switch'],
  ['the running plan', current, 'monthly', 'none'],
  ['the canceled plan', { ...current, subscribed: false, subscription_canceled: true }, 'monthly', 'resume'],
  ['another plan while an app store manages the plan', { ...current, plan_read_only: true }, 'other', 'none'],
])('offerOf returns the action for %s', (_, user, id, offer) => {
  expect(offerOf(plan({}, id), makeUser(user))).toBe(offer);
});

test.each([
  [current, true],
  [{ ...current, subscription_canceled: true }, false],
  [{ ...current, subscription_processor: 'apple' as const }, false],
  [{}, false],
])('canCancel decides for %j: %s', (user, can) => {
  expect(canCancel(makeUser(user))).toBe(can);
});
