// Tests the page of a row, the diary, "Your taste", and the suggestions of the search before typing.
import type { Client } from '@marquee/contracts/client';
import { CARD_LINKS, cards, giveStars } from '../support/actions.ts';
import { scrollToEnd } from '../support/scroll.ts';
import { expect, test } from '../support/test.ts';
import { genreId, rate } from '../support/users.ts';

/** Returns the best known movies of a genre. Leaves out movies that have any genre in `without`. */
async function famous(api: Client, genre: string, ...without: string[]): Promise<number[]> {
  const row = `genre-${await genreId(api, genre)}`;
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      api('GET /api/v2/media', { query: { row, page, sort: 'known', view: 'card', media_type: 'movies' } }),
    ),
  );
  return pages
    .flatMap(({ media }) => media)
    .filter(({ genres }) => !genres.some((other) => without.includes(other)))
    .map(({ id }) => id);
}

test('the name of a row opens a page, which keeps its order on Back and on a reload', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/discover?media_type=series');
  await page.getByRole('link', { name: 'Recent Releases' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recent Releases' })).toBeVisible();
  await expect(page).toHaveURL('/discover/rows/recent?media_type=series');
  const { row } = await api('GET /api/v2/media', { query: { row: 'recent', media_type: 'series' } });
  await expect(page.getByText(`${row?.years?.from}–${row?.years?.to}`)).toBeVisible();

  await page.getByLabel('Sort by').selectOption('Best known');
  await expect(page).toHaveURL(/sort=known/);
  const known = await api('GET /api/v2/media', {
    query: { row: 'recent', media_type: 'series', sort: 'known' },
  });
  const best = known.media[0];
  await expect(cards(page.getByRole('main')).first()).toHaveAttribute(
    'href',
    new RegExp(`/discover/rows/recent/media/${best?.id}\\?`),
  );
  await cards(page.getByRole('main')).first().click();
  await expect(page.getByRole('dialog')).toContainText(best?.title ?? '');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Sort by')).toHaveValue('known');
  await page.goBack();
  await expect(page).toHaveURL('/discover?media_type=series');
});

test('the page of a row ends after its last title', async ({ page, signedIn: { api } }) => {
  const { grouped_media: groups } = await api('GET /api/v2/media', {
    query: { grouped_genres: true, view: 'card', media_type: 'series' },
  });
  const sizes = groups.map(({ id, pagination }) => ({ id, total: pagination.total_count }));
  const short = sizes.filter(({ total }) => total > 20).sort((a, b) => a.total - b.total)[0];
  if (!short) throw new Error('No row has more than a page of titles');
  await page.goto(`/discover/rows/${short.id}?media_type=series&sort=match`);
  const end = `${short.total} titles in all.`;
  const seen = await scrollToEnd(page, CARD_LINKS, end);
  expect(seen.size).toBe(short.total);
});

test('history, taste and search put horror first when horror is rated high and romance low', async ({
  page,
  signedIn: { api },
}) => {
  const [horrors, romances] = await Promise.all([
    famous(api, 'Horror', 'Romance'),
    famous(api, 'Romance', 'Horror'),
  ]);
  for (const id of horrors.slice(0, 14)) await rate(api, id, 9);
  for (const id of romances.slice(0, 14)) await rate(api, id, 3);

  await page.goto('/rating?tab=history');
  await page.getByText('28 ratings, 3.0 stars on average').click();
  await expect(page.getByRole('row', { name: /^Horror 1\d/ })).toBeVisible();
  await page.getByLabel('Sort by', { exact: true }).selectOption('Highest rated first');
  const entries = page.getByRole('list', { name: 'Rated titles' }).getByRole('article');
  await expect(entries.first()).toContainText('Your rating: 4.5 stars');
  await entries.first().getByRole('button', { name: 'Change the rating of' }).click();
  await giveStars(page, '5 stars');
  await expect(entries.first()).toContainText('Your rating: 5 stars');

  await page.getByRole('link', { name: 'Your taste' }).click();
  const genres = page.getByRole('list', { name: 'Genres' }).getByRole('link');
  await expect(genres.first()).toHaveAccessibleName(/^Horror \+\d\.\d/);
  await expect(genres.last()).toHaveAccessibleName(/^Romance −\d\.\d/);
  await expect(page.getByRole('link', { name: /unsure$/ }), 'nothing unsure').toHaveCount(0);
  await genres.first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Horror' })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page).toHaveURL('/search');
  await expect(page.getByRole('region', { name: 'Genres' }).getByRole('link').first()).toHaveText('Horror');
  await page.getByRole('textbox', { name: 'Search' }).fill('brad pitt');
  await page.getByRole('list', { name: 'Results' }).getByRole('link', { name: 'Brad Pitt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Brad Pitt' })).toBeVisible();
});

test.describe('on a short phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('a row is narrowed in place, and the chips of its address remove what is set', async ({
    page,
    signedIn: { api },
  }) => {
    const comedy = await genreId(api, 'Comedy');
    await page.goto('/discover/rows/recommended?year_from=1990&year_to=1999');
    const count = page.getByRole('status').filter({ hasText: /titles/ });
    const titles = async () => Number((await count.textContent())?.replace(/\D/g, ''));
    await expect(count).toBeVisible();
    const inDecade = await titles();
    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    await page.getByRole('button', { name: 'Genre, year…', exact: true }).tap();
    await page.getByLabel('Genre').selectOption('Comedy');
    await expect(page).toHaveURL(new RegExp(`genre_id=${comedy}`));
    await expect.poll(titles).toBeLessThan(inDecade);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scroll').toBe(320);
    await page.reload();
    await page.getByRole('button', { name: 'Remove Comedy' }).tap();
    await expect.poll(titles).toBe(inDecade);
    await page.getByRole('button', { name: 'Remove 1990–1999' }).tap();
    await expect(page).toHaveURL(/\/discover\/rows\/recommended$/);
  });
});
