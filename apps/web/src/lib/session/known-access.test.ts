import { expect, it } from 'vitest';
import { makeUser } from '../../../test/server.ts';
import { mayHaveAccess, storeAccess } from './known-access.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const DAY_MS = 86_400_000;
const tomorrow = new Date(NOW + DAY_MS).toISOString();
const plan = { has_creation_trial: false, product_id: 'monthly', subscribed: true };

it.each([
  ['in the trial', makeUser({ trial_ends_at: tomorrow })],
  ['on a plan that may be renewed', makeUser({ ...plan, current_period_end: tomorrow })],
  [
    'on a plan that began in the trial',
    makeUser({ ...plan, has_creation_trial: true, current_period_end: tomorrow }),
  ],
])('titles of a user %s are asked for before the user is loaded, until the end that was known', (_, user) => {
  storeAccess(user, NOW);
  expect([mayHaveAccess(NOW + DAY_MS / 2), mayHaveAccess(NOW + 2 * DAY_MS)]).toEqual([true, false]);
});

it('a user without a plan is known before titles are asked for, and one on a plan without an end is not waited for', () => {
  storeAccess(makeUser({ trial_or_subscribed: false, trial_ends_at: null }), NOW);
  expect(mayHaveAccess(NOW)).toBe(false);
  storeAccess(makeUser({ ...plan, product_id: 'free_for_life', current_period_end: null }), NOW);
  expect(mayHaveAccess(NOW + 1_000 * DAY_MS)).toBe(true);
  storeAccess(null, NOW);
  expect(mayHaveAccess(NOW)).toBe(true);
});
