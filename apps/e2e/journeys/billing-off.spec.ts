// With BILLING=off every user is a member, and no screen mentions money: docs/product.md#billing-off.
import { settle } from '../support/looks.ts';
import { testWith } from '../support/own-stack.ts';
import { expect } from '../support/test.ts';

const test = testWith({ BILLING: 'off' });

const MONEY =
  /\b(?:your|our|running|paid|cancel) (?:plan|subscription)|subscription (?:is|paid|bought)|free trial|payment|receipt|a month/i;
const VISITOR = ['/', '/about', '/faq', '/privacy', '/deletion', '/register'];
const MEMBER = [
  '/settings',
  '/delete_account',
  '/plans',
  '/checkout_success',
  '/checkout_canceled',
  '/discover',
];

test('a user is a member at once, and no screen mentions money, when BILLING is off', async ({
  page,
  member,
}) => {
  test.setTimeout(90_000);
  const read = async (path: string) => {
    await page.goto(path);
    await settle(page);
    await expect(page.locator('body'), path).not.toContainText(MONEY, { useInnerText: true });
  };
  for (const path of VISITOR) await read(path);
  expect(member.user).toMatchObject({ trial_or_subscribed: true, trial_ends_at: null });
  await page.evaluate((token) => localStorage.setItem('access_token', token), member.user.access_token);
  for (const path of MEMBER) await read(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
});

test('the start says of which month the offers of the demo catalogue are, and where a live source is explained', async ({
  stack,
}) => {
  // The line does not depend on BILLING. This file has the output of a stack at hand.
  await expect
    .poll(() => stack.output())
    .toContain('\nOffers: those of December 2022; docs/sources.md says how to connect a live source\n');
});
