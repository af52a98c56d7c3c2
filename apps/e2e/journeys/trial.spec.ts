// Choosing a plan during the trial: nothing is charged before the trial ends.
import { expect, test } from '../support/test.ts';

test('Discover counts the days of the trial, and a plan chosen in it is charged at its end', async ({
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
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText(/^You are on Monthly\. The first payment is on /)).toBeVisible();
  await page.getByRole('link', { name: 'Explore now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(
    (await signedIn.api('GET /api/v1/plans/invoices')).invoices.map((each) => each.amount_paid),
  ).not.toContain(399);
});
