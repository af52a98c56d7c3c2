// A member hides, rates, saves and searches titles.
import type { Locator, Page } from 'playwright/test';
import { cards, deckTitle, giveStars, rateOnDeck, textOf, toast } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';

const card = (page: Page, title: string, scope: Page | Locator = page) =>
  scope.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });

test('a hidden title is removed from its row, and returns after Undo or after Unhide on /hidden', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Recommended for you' });
  const first = cards(row).first();
  const title = await textOf(first);
  const shown = row.getByRole('link', { name: title, exact: true });

  const hide = async () => {
    await shown.hover();
    await card(page, title, row).getByRole('button', { name: 'Hide' }).click();
    await expect(toast(page)).toContainText(`“${title}” is hidden.`);
    await expect(shown).toHaveCount(0);
  };
  await hide();
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(shown).toBeVisible();
  await expect.poll(async () => (await api('GET /api/v1/media')).media).toEqual([]);

  await hide();
  // The page that is loaded again may ask for its rows before the server has what the last one sent.
  await expect.poll(async () => (await api('GET /api/v1/media')).media).toHaveLength(1);
  await page.reload();
  await expect(cards(row).first()).toBeVisible();
  await expect(shown).toHaveCount(0);

  await page.goto('/hidden');
  await card(page, title).hover();
  await card(page, title).getByRole('button', { name: 'Unhide' }).first().click();
  await expect(page.getByText("You haven't hidden any items")).toBeVisible();
  await page.goto('/discover');
  await expect(shown).toBeVisible();
});

test('the Rate tab shows one title after another, and History lists the rated titles', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/rating');
  const unseen = await textOf(deckTitle(page));
  await page.getByRole('button', { name: "Haven't Watched" }).click();
  await expect(toast(page)).toContainText(`“${unseen}” is in Haven't Watched.`);
  await expect(deckTitle(page)).not.toHaveText(unseen);
  const rated = await rateOnDeck(page, '4.5 stars');
  const later = await textOf(deckTitle(page));
  await page.getByRole('button', { name: 'Watch Later' }).click();
  await expect(toast(page)).toContainText(`“${later}” is in Watch Later.`);
  await expect(deckTitle(page)).not.toHaveText(later);

  const listed = async () =>
    (await api('GET /api/v1/user_lists')).user_lists.map(({ name, count_media }) => [name, count_media]);
  await expect.poll(listed).toEqual([
    ['Watch Later', 1],
    ["Haven't Watched", 1],
  ]);

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL('/rating?tab=history');
  await expect(cards(page.getByRole('main'))).toHaveCount(1);
  await expect(card(page, rated)).toContainText('Your rating: 4');

  await card(page, rated).getByRole('button', { name: 'Change the rating of' }).click();
  await giveStars(page, '0.5 stars');
  await expect(card(page, rated)).toContainText('Your rating: 0');
  await page.reload();
  await expect(card(page, rated)).toContainText('Your rating: 0');

  await card(page, rated).getByRole('button', { name: 'Change the rating of' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear rating' }).click();
  await expect(page.getByText('You have not rated anything yet.')).toBeVisible();
  await expect(toast(page)).toContainText('cleared');
  expect((await api('GET /api/v1/media/rating_history')).media).toEqual([]);

  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await api('GET /api/v1/media/rating_history')).media.map(({ rating }) => rating))
    .toEqual([1]);
});

test('on a phone, the search shows posters before typing, and nothing moves while the posters load', async ({
  browser,
  page,
  signedIn,
  origin,
}) => {
  expect(signedIn.services).toHaveLength(2);
  const phone = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    storageState: await page.context().storageState(),
  });
  const small = await phone.newPage();
  await small.addInitScript(() => {
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0);
      const { dataset } = document.documentElement;
      dataset.moved = String(Number(dataset.moved ?? 0) + moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await small.goto('/search');
  const row = small.getByRole('region', { name: 'Recommended for you' });
  await expect(cards(row)).toHaveCount(12);
  await expect(small.getByRole('link', { name: 'Western' })).toBeAttached();
  await expect(cards(row).first()).toBeInViewport({ ratio: 1 });
  await expect(small.getByRole('textbox', { name: 'Search' })).toBeFocused();
  const moved = await small.evaluate(() => Number(document.documentElement.dataset.moved ?? 0));
  expect(moved).toBeLessThanOrEqual(0.02);
  await phone.close();
});

test('search tolerates a typo and missing accents, and finds people', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/search');
  const field = page.getByRole('textbox', { name: 'Search' });
  await expect(field).toBeFocused();
  const results = cards(page.getByRole('main'));
  const expected: [string, string][] = [
    ['crouching tigr', 'Crouching Tiger, Hidden Dragon'],
    ['LE SAMOURAI', 'Le Samouraï'],
    ['devil’s advocate', "The Devil's Advocate"],
    ['the matrx', 'The Matrix'],
  ];
  for (const [typed, title] of expected) {
    await field.fill(typed);
    await expect(results.first()).toHaveText(title);
    await expect(page).toHaveURL(new RegExp(`query=${encodeURIComponent(typed).replaceAll('%20', '\\+')}`));
  }
  await field.fill('zzqqxxyyzz');
  await expect(page.getByText('No results.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Search for' }).selectOption('Cast & Crew');
  await field.fill('penelope cruz');
  const person = page.getByRole('link', { name: 'Penélope Cruz' });
  await expect(person).toBeVisible();
  await expect(page).toHaveURL(/query=penelope\+cruz&search_type=people/);
  await person.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Penélope Cruz' })).toBeVisible();

  const address = page.url();
  await results.first().click();
  await expect(page).toHaveURL(/\/people\/\d+\/media\/\d+$/);
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Penélope Cruz' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(address);
  await page.goBack();
  await expect(field).toHaveValue('penelope cruz');
  await expect(person).toBeVisible();
});
