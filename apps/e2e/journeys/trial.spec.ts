// A user chooses a plan during the trial or after it. A plan chosen during the trial is charged when the trial ends.
import { endCreationTrial } from '../support/operator.ts';
import { expect, test } from '../support/test.ts';

test('Discover shows the days left of the trial, and a chosen plan is charged when the trial ends', async ({
  page,
  signedIn,
}) => {
  await page.goto('/discover');
  const notice = page.getByRole('complementary', { name: 'Your trial' });
  await expect(notice).toContainText(/^\d+ days left of your free trial\./);
  await notice.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(
    page.getByText(/^Your free trial runs until .* Nothing is charged before then\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Select Monthly' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/^You are on Monthly\. The first payment is on /)).toBeVisible();
  await page.getByRole('link', { name: 'Explore now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(
    (await signedIn.api('GET /api/v1/plans/invoices')).invoices.map((each) => each.amount_paid),
  ).not.toContain(399);
});

test('a user with an ended trial is redirected to the plans, pays, and then sees the requested page', async ({
  page,
  signedIn,
}) => {
  await endCreationTrial(signedIn.email);
  await page.goto('/my_lists');
  await expect(page).toHaveURL('/plans');
  await expect(page.getByText('Your trial has ended. Choose a plan to continue.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }), 'no app shell').toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Delete my account instead' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Select Monthly' })).toBeVisible();
  expect(asked).toContain('/api/v1/user');
  expect(asked, 'Discover is asked for only when the user is known').not.toContain('/api/v2/media');
  await page.goto('/discover/media/2');
  await expect(page).toHaveURL('/plans');

  await page.getByRole('button', { name: 'Select Monthly' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/^You are on Monthly\. It renews on /)).toBeVisible();
  await page.getByRole('link', { name: 'Explore now' }).click();
  await expect(page).toHaveURL('/discover/media/2');
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Where to watch' })).toBeVisible();
});
