import type { Plan } from '@marquee/contracts';
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/server.ts';
import { monthlyPrice } from './monthly-price.ts';
import { canCancel, offerOf, perMonth, planInWords, priceOf, trialDaysLeft } from './plan-rules.ts';

const plan = (pricing: Partial<Plan['pricings'][number]>, plan_id = 'monthly'): Plan => ({
  id: 1,
  name: 'Monthly',
  description: '',
  plan_id,
  places_left: null,
  recommended: false,
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

test('monthlyPrice returns the price of the monthly plan, or null when there is no monthly plan', () => {
  expect(monthlyPrice([plan({ interval: 'year' }), plan({ price_in_cents: 450 })])).toBe('$4.50');
  expect(monthlyPrice([plan({ interval: 'year' })])).toBeNull();
});

const pass = plan({ id: 'pass', is_recurring: false, interval: null });
const current = { product_id: 'monthly', subscribed: true, subscription_processor: 'stripe' as const };

test.each([
  ['a plan for a user without one', {}, 'other', 'choose'],
  ['another plan while one runs', current, 'other', 'switch'],
  ['the running plan', current, 'monthly', 'none'],
  ['a canceled plan that still runs', { ...current, subscription_canceled: true }, 'monthly', 'resume'],
  [
    'a canceled plan that has ended',
    { ...current, subscribed: false, subscription_canceled: true },
    'monthly',
    'choose',
  ],
  [
    'another plan while a payment is overdue',
    { ...current, subscription_status: 'past_due' },
    'other',
    'none',
  ],
  ['another plan while an app store manages the plan', { ...current, plan_read_only: true }, 'other', 'none'],
])('offerOf returns the action for %s', (_, user, id, offer) => {
  expect(offerOf(plan({}, id), makeUser(user))).toBe(offer);
});

test.each([
  [current, true],
  [{ ...current, subscription_canceled: true }, false],
  [{ ...current, subscription_processor: 'apple' as const }, false],
  [{ ...current, price_id: 'pass' }, false],
  [{ ...current, subscription_status: 'canceled' }, false],
  [{}, false],
])('canCancel of a user with %j returns %s', (user, can) => {
  expect(canCancel(makeUser(user), [pass])).toBe(can);
});

test.each([
  [
    { subscribed: true, subscription_status: 'trialing' },
    'You are on Monthly. The first payment is on June 1, 2027.',
  ],
  [{ subscribed: true, subscription_status: 'active' }, 'You are on Monthly. It renews on June 1, 2027.'],
  [{ subscribed: true, price_id: 'pass' }, 'You are on Monthly. It ends on June 1, 2027.'],
  [
    { subscribed: true, subscription_canceled: true },
    'Your plan is canceled. You keep access until June 1, 2027.',
  ],
  [
    { subscribed: true, subscription_status: 'past_due' },
    'Your last payment did not go through. You keep access for now. Please pay now, or change your card.',
  ],
  [
    { subscribed: true, subscription_status: 'past_due', plan_read_only: true },
    'Your last payment did not go through. You keep access for now. Please update your payment method in Google Play.',
  ],
  [
    { trial_or_subscribed: false, plan_read_only: true, subscription_status: 'unpaid' },
    'Your last payment did not go through, so your subscription is not active. Please update your payment method in Google Play.',
  ],
  [
    { trial_or_subscribed: false, plan_read_only: true, subscription_processor: 'apple' as const },
    'Your subscription is not active. Resume or renew it in the App Store.',
  ],
  [{ trial_or_subscribed: false }, 'Your plan has ended. Choose a plan to continue.'],
  [{ trial_or_subscribed: false, product_id: null }, 'Your trial has ended. Choose a plan to continue.'],
  [{ trial_or_subscribed: false, product_id: null, trial_ends_at: null }, 'Choose a plan to continue.'],
])('planInWords describes %j', (part, sentence) => {
  const user = makeUser({
    product_id: 'monthly',
    product_name: 'Monthly',
    current_period_end: '2027-06-01T12:00:00.000Z',
    ...part,
  });
  expect(planInWords(user, [pass])).toBe(sentence);
});

test('planInWords does not say when the plan renews or ends until the plans are loaded', () => {
  const user = makeUser({
    subscribed: true,
    product_name: 'Pass',
    price_id: 'pass',
    current_period_end: '2027-06-01T12:00:00.000Z',
  });
  expect(planInWords(user, undefined)).toBe('You are on Pass.');
});

test.each([
  ['2027-06-02T11:00:00Z', {}, 1],
  ['2027-06-08T12:00:00Z', {}, 7],
  ['2027-06-01T12:00:00Z', {}, null],
  ['2027-06-08T12:00:00Z', { subscribed: true }, null],
])('trialDaysLeft counts the days until %s for %j', (trial_ends_at, part, days) => {
  expect(trialDaysLeft(makeUser({ trial_ends_at, ...part }), Date.parse('2027-06-01T12:00:00Z'))).toBe(days);
});

test('perMonth divides the price of a year by twelve and returns null for other prices', () => {
  expect(perMonth(plan({ interval: 'year', price_in_cents: 3901 }))).toBe('$3.26');
  expect(perMonth(plan({}))).toBeNull();
  expect(perMonth(pass)).toBeNull();
});
