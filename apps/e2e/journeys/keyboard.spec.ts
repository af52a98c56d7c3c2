// Runs journeys by keyboard alone. No journey in this file uses a pointer.
import type { Page } from 'playwright/test';
import { cards, textOf } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Presses Tab until the expected element has the focus. */
async function tabTo(page: Page, arrived: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await arrived()) return;
  }
  throw new Error('Tab does not reach the element');
}

test('a member opens the list of keys, rates a title, searches, and hides a title by keyboard alone', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Recommended for you' });
  await expect(cards(row).first()).toBeVisible();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('/');
  await expect(keys, 'keys do nothing while a dialog is open').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await tabTo(page, () =>
    cards(row)
      .first()
      .evaluate((card) => card === document.activeElement),
  );
  await expect(cards(row).first()).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(cards(row).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(cards(row).nth(1)).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(cards(row).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const title = await textOf(cards(row).nth(1));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { level: 2, name: title })).toBeVisible();

  const stars = sheet.getByRole('radio');
  await tabTo(page, () => stars.first().evaluate((star) => star === document.activeElement));
  await page.keyboard.press('Space');
  for (let half = 1; half < 7; half += 1) await page.keyboard.press('ArrowRight');
  await expect(sheet.getByRole('radio', { name: '3.5 stars' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Add tags' })).toBeVisible();
  await expect(sheet.getByRole('radio', { name: '3.5 stars' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const { media: history } = await api('GET /api/v1/media/rating_history');
  expect(history).toMatchObject([{ title, rating: 7 }]);

  await page.keyboard.press('/');
  const field = page.getByRole('textbox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('the matrix');
  await page.keyboard.press('Enter');
  const results = cards(page.getByRole('main'));
  await expect(results.first()).toHaveText('The Matrix');
  await tabTo(page, () => results.first().evaluate((card) => card === document.activeElement));
  await page.keyboard.press('ArrowRight');
  await expect(results.nth(1)).toBeFocused();
  await page.keyboard.press('h');
  await expect(page.getByRole('article').nth(1)).toContainText('Hidden');
  await expect
    .poll(async () => (await api('GET /api/v1/media')).media.map((medium) => medium.title))
    .toEqual(['The Matrix Reloaded']);
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
});

test('on /rating, a member switches tabs and titles and adds a title to Watch Later by keyboard alone', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/rating');
  const heading = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  const first = await textOf(heading);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeFocused();
  await expect(page).toHaveURL('/rating?tab=history');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Rate', selected: true })).toBeFocused();
  await expect(page).toHaveURL('/rating');

  await tabTo(page, async () =>
    /^Open /.test((await page.evaluate(() => document.activeElement?.ariaLabel)) ?? ''),
  );
  await page.keyboard.press('ArrowRight');
  await expect(heading).not.toHaveText(first);
  await page.keyboard.press('ArrowLeft');
  await expect(heading).toHaveText(first);
  await tabTo(page, async () => (await focusedText(page)) === 'Watch Later');
  await page.keyboard.press('Space');
  await expect(heading).not.toHaveText(first);
  await expect
    .poll(async () => (await api('GET /api/v1/user_lists')).user_lists.map((list) => list.count_media))
    .toEqual([1, 0]);
});

test('a member starts a round, votes, and leaves a title out of Tonight by keyboard alone', async ({
  page,
  signedIn: { api },
}) => {
  const press = async (name: string) => {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
    await expect(button).toBeVisible();
    await tabTo(page, () => button.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Enter');
  };
  await page.goto('/together');
  await press('Start a round');
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  await press('Start');
  await press('No');
  await press('Yes');
  await expect(page.getByText('Tonight it is')).toBeVisible();

  await page.goto('/tonight');
  const left = await textOf(page.getByRole('article').first().getByRole('heading'));
  await press('Not tonight');
  await expect(page.getByRole('heading', { level: 2, name: left, exact: true })).toHaveCount(0);
  const picks = async () => (await api('GET /api/v1/tonight', { query: {} })).picks;
  await expect.poll(async () => (await picks()).map(({ medium }) => medium.title)).not.toContain(left);
});
