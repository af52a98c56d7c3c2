// Tests plans from the first payment to the end of a subscription: docs/product.md#plans.
import type { Page } from 'playwright/test';
import { confirmAddress, toast } from '../support/actions.ts';

import { testWith } from '../support/own-stack.ts';
import {
  advanceDays,
  buy,
  control,
  customerOf,
  endTrial,
  lastCharge,
  setCharges,
  stateOf,
} from '../support/payments.ts';
import { expect } from '../support/test.ts';
import { type Member, makeIdentity } from '../support/users.ts';

// Uses a separate stack, because these journeys move the clock of the emulator of Stripe.
const test = testWith({ TRIAL_DAYS: '0' });

// One worker runs all tests of this file, so that they share one stack.
test.describe.configure({ mode: 'default' });

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const select = (page: Page, name: string) => page.getByRole('button', { name: `Select ${name}` }).click();

/**
 * The boot script requests member data before the user is loaded. So requests of a user without a plan get
 * replies with 402.
 */
const NO_PLAN = /402 .*\/api\/v[12]\/(media|news|up_next|user_interactions|user_lists)/;

/** Waits until the webhooks have set this subscription status. */
const awaitStatus = ({ api }: Member, status: string) =>
  expect.poll(async () => (await api('GET /api/v1/user')).user.subscription_status).toBe(status);

async function expectAccess(page: Page): Promise<void> {
  await page.goto('/discover');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
}

async function expectNoAccess(page: Page): Promise<void> {
  await page.goto('/discover');
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByText('Your plan has ended. Choose a plan to continue.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Manage|Cancel|Resume|Switch)/ })).toHaveCount(0);
}

/** Selects the monthly plan and pays on the hosted page. Ends at the success page. */
async function subscribe(page: Page): Promise<void> {
  await page.goto('/plans');
  await select(page, 'Monthly');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for subscribing' })).toBeVisible();
}

test('a user without a plan pays, switches, cancels, resumes and opens the portal', async ({
  page,
  signedIn,
}) => {
  await page.goto('/rating');
  await expect(page, 'member screens lead to the plans').toHaveURL(/\/plans$/);
  await expect(page.getByText('Choose a plan to continue.')).toBeVisible();
  await select(page, 'Monthly');
  await expect(page.getByText('$3.99 / month')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe' }).click();

  await expect(page).toHaveURL(/\/checkout_success\/\?session_id=cs_/);
  // The thanks are seen first: the question waits for its button.
  await expect(page.getByRole('heading', { name: 'Thank you for subscribing' })).toBeVisible();
  const question = page.getByRole('dialog', { name: 'How did you hear about us?' });
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Tell us how you heard about us' }).click();
  await question.getByText('Google').click();
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(/^You are on Monthly\. It renews on .* Select your genres/)).toBeVisible();
  await page.getByRole('link', { name: 'Explore now' }).click();
  await expect(page, 'the page that was asked for first').toHaveURL(/\/rating$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Rating' })).toBeVisible();

  await page.goto('/settings');
  await expect(page.getByText(/^You are on Monthly\. It renews on /)).toBeVisible();
  await page.getByRole('link', { name: 'Change plan' }).click();
  await expect(plan(page, 'Monthly').getByText('Your plan')).toBeVisible();
  await page.getByRole('button', { name: 'Switch Yearly' }).click();
  const asked = page.getByRole('dialog', { name: 'Switch to Yearly?' });
  // The amount is the price of $39.00 minus $3.99 for the unused month.
  await expect(asked.getByText(/^\$35\.0\d$/)).toBeVisible();
  await expect(asked.getByText('$39.00 a year')).toBeVisible();
  await asked.getByRole('button', { name: 'Switch' }).click();
  await expect(toast(page)).toContainText('You are on Yearly now.');
  await expect(asked).toBeHidden();
  await expect(plan(page, 'Yearly').getByText('Your plan')).toBeVisible();
  const receipts = page.getByRole('region', { name: 'Receipts' });
  await expect(receipts.getByRole('listitem')).toHaveCount(2);
  await expect(receipts.getByText(/^\$35\.0\d$/)).toBeVisible();

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const canceling = page.getByRole('dialog', { name: 'Cancel your subscription?' });
  await expect(canceling.getByText(/^You keep access until \w+ \d/)).toBeVisible();
  await canceling.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(toast(page)).toContainText(/^Your plan is canceled\. You keep access until /);
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
  expect((await signedIn.api('GET /api/v1/user')).user).toMatchObject({
    trial_or_subscribed: true,
    subscription_canceled: true,
  });
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Resume your plan' }).click();
  await page.getByRole('button', { name: 'Resume Yearly' }).click();
  await expect(toast(page)).toContainText('Your plan is no longer canceled.');
  await expect(page.getByText(/^You are on Yearly\. It renews on /)).toBeVisible();

  await page.getByRole('button', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the subscription' }).click();
  await page.getByRole('button', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByText(/^Your plan is canceled\. You keep access until /)).toBeVisible();
});

test('after a declined card and a canceled payment, nothing is charged and the plans are shown', async ({
  page,
  signedIn,
}) => {
  await page.goto('/plans');
  await select(page, 'Yearly');
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing was charged' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the plans' }).click();
  await expect(page.getByRole('button', { name: 'Select Yearly' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipts' })).toHaveCount(0);
  const { user } = await signedIn.api('POST /api/v1/plans/sync', { body: {} });
  expect(user).toMatchObject({ trial_or_subscribed: false, product_id: null });

  await page.goto('/checkout_success?session_id=cs_unknown');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your payment is not confirmed yet' }),
  ).toBeVisible();
});

test('a user keeps access after a failed renewal, sees Manage, and pays the renewal with a new card', async ({
  page,
  signedIn,
  stack,
}) => {
  await subscribe(page);
  await setCharges(stack.payments, signedIn.email, 'decline');
  await advanceDays(stack.payments, 32);
  await expect
    .poll(async () => (await signedIn.api('GET /api/v1/user')).user.subscription_status)
    .toBe('past_due');

  await page.goto('/discover');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText(/^Your last payment did not go through\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Manage' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Pay \$3\.99 now/ })).toHaveAttribute('href', /\/i\/in_/);
  await page.goto('/plans');
  await expect(page.getByRole('link', { name: /^Pay \$3\.99 now/ })).toBeVisible();
  await expect(plan(page, 'Monthly').getByText('Your plan')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch Yearly' }), 'the payment comes first').toHaveCount(0);
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'Save the card' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(page.getByText(/^You are on Monthly\. It renews on /)).toBeVisible();
});

test('the free plan starts at once, and ends a paid plan after a confirmation', async ({
  page,
  signedIn,
  inbox,
}) => {
  expect(signedIn.user.trial_or_subscribed).toBe(false);
  await confirmAddress(page, inbox, signedIn.email);
  await subscribe(page);
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Switch Free for Life' }).click();
  const asked = page.getByRole('dialog', { name: 'Switch to Free for Life?' });
  await expect(asked.getByText('$0.00')).toBeVisible();
  await expect(asked.getByText(/^Monthly ends immediately\./)).toBeVisible();
  await asked.getByRole('button', { name: 'Switch' }).click();
  await expect(page.getByText('You are on Free for Life.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Manage' })).toHaveCount(0);
});

test('a new user with a confirmed address takes the free plan without a payment page', async ({
  page,
  signedIn,
  inbox,
  problems,
}) => {
  // The boot script requests the rows of `/` before the user is loaded, and gets a reply with 402.
  problems.allow(/402 .*\/api\/v2\/media/);
  problems.allow(/422 .*\/api\/v1\/plans\/change/);
  await page.goto('/');
  await select(page, 'Free for Life');
  await expect(page.getByText(/^Please confirm your email address first/)).toBeVisible();
  await confirmAddress(page, inbox, signedIn.email);
  await page.goto('/');
  await select(page, 'Free for Life');
  await expect(page).toHaveURL(/\/checkout_success$/);
  await expect(page.getByText(/^You are on Free for Life\. /)).toBeVisible();
  await page.getByRole('button', { name: 'Select Genres' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
  expect((await signedIn.api('GET /api/v1/user')).user.subscription_processor).toBeNull();
});

test('a subscription bought during a pass is first charged when the pass ends, and renews', async ({
  page,
  signedIn,
  stack: { payments },
}) => {
  const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('listitem');
  await page.goto('/plans');
  await expect(plan(page, '12-Month Pass').getByText('One Time')).toBeVisible();
  await select(page, '12-Month Pass');
  await page.getByLabel('Test card').selectOption('4000002500003155');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByText(/It ends on /)).toBeVisible();
  await expectAccess(page);

  await page.goto('/plans');
  await expect(page.getByRole('button', { name: 'Manage' }), 'nothing renews').toHaveCount(0);
  await page.getByRole('button', { name: 'Switch Monthly' }).click();
  const asked = page.getByRole('dialog', { name: 'Switch to Monthly?' });
  await expect(asked.getByText('$0.00')).toBeVisible();
  await asked.getByRole('button', { name: 'Switch' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/^You are on Monthly\. The first payment is on /)).toBeVisible();
  await page.goto('/plans');
  await expect(receipts, 'the pass').toHaveCount(1);

  await endTrial(payments, signedIn.email);
  await awaitStatus(signedIn, 'active');
  await advanceDays(payments, 32);
  await page.reload();
  await expect(receipts, 'the first payment and a renewal').toHaveCount(3);
  await expectAccess(page);
});

// The emulator moves its own clock, not the clock of the API, so a pass would never end here. This user has
// no pass.
test('access ends after all payment retries fail, returns with a new purchase, and ends after a cancellation', async ({
  page,
  signedIn,
  stack: { payments },
  problems,
}) => {
  problems.allow(NO_PLAN);
  await buy(signedIn, 'monthly');
  await setCharges(payments, signedIn.email, 'decline');
  await advanceDays(payments, 32);
  await awaitStatus(signedIn, 'past_due');
  await expectAccess(page);
  await advanceDays(payments, 8);
  await awaitStatus(signedIn, 'canceled');
  await expectNoAccess(page);

  await setCharges(payments, signedIn.email, 'succeed');
  await select(page, 'Monthly');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/^You are on Monthly\. It renews on /)).toBeVisible();
  await expectAccess(page);
  await signedIn.api('POST /api/v1/plans/cancel');
  await expectAccess(page);
  await advanceDays(payments, 32);
  await awaitStatus(signedIn, 'canceled');
  await expectNoAccess(page);
});

test('access ends only after a full refund or a lost dispute, and account deletion ends the subscription', async ({
  page,
  signedIn,
  stack: { payments },
  inbox,
  problems,
}) => {
  problems.allow(NO_PLAN);
  const { email, api } = signedIn;
  const charge = () => lastCharge(payments, email);
  await buy(signedIn, 'monthly');
  await control(payments, 'refunds', { charge: await charge(), amount: 100 });
  await control(payments, 'disputes', { charge: await charge() });
  await api('POST /api/v1/plans/sync', { body: {} });
  await expectAccess(page);
  await control(payments, 'disputes', { charge: await charge(), status: 'lost' });
  await awaitStatus(signedIn, 'canceled');
  await expectNoAccess(page);

  await buy(signedIn, 'yearly');
  await expectAccess(page);
  await control(payments, 'refunds', { charge: await charge() });
  await awaitStatus(signedIn, 'canceled');
  await expectNoAccess(page);

  await buy(signedIn, 'pass_12_months');
  await expectAccess(page);
  await control(payments, 'refunds', { charge: await charge() });
  await awaitStatus(signedIn, 'canceled');
  await expectNoAccess(page);

  await buy(signedIn, 'monthly');
  // The page of plans opens Discover by itself once the payment has arrived.
  await expectAccess(page);
  const customer = await customerOf(payments, email);
  const moved = makeIdentity().email;
  await api('PUT /api/v1/user', { body: { user: { email: moved } } });
  await confirmAddress(page, inbox, moved);
  await expect.poll(() => customerOf(payments, moved).catch(() => null)).toBe(customer);

  await page.goto('/delete_account');
  await expect(page.getByText('A subscription paid by card is canceled immediately.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Your account is deleted/);
  await expect
    .poll(async () => (await stateOf(payments)).customers.some(({ id }) => id === customer))
    .toBe(false);
  const { subscriptions } = await stateOf(payments);
  expect(
    new Set(subscriptions.filter((each) => each.customer === customer).map(({ status }) => status)),
  ).toEqual(new Set(['canceled']));
});
