// Ratings change the recommendations, and filters limit the recommended titles.
import type { MediumCard } from '@marquee/contracts';
import type { Client } from '@marquee/contracts/client';
import { cardIds, cards } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { genreId, rate } from '../support/users.ts';

async function firstPage(api: Client): Promise<MediumCard[]> {
  return (await api('GET /api/v2/media', { query: { selection: 'recommended' } })).media;
}

/** Returns the share of the titles with this genre, 0 to 1. */
const share = (titles: readonly MediumCard[], genre: string): number =>
  titles.filter(({ genres }) => genres.includes(genre)).length / titles.length;

/** Returns the best known titles that have the genre `genre` and lack the genre `not`. */
async function titlesOf(api: Client, genre: string, not: string): Promise<MediumCard[]> {
  const row = `genre-${await genreId(api, genre)}`;
  const pages = await Promise.all(
    [1, 2, 3].map((page) => api('GET /api/v2/media', { query: { row, page, view: 'card' } })),
  );
  return pages.flatMap(({ media }) => media).filter(({ genres }) => !genres.includes(not));
}

test('more horror and less romance is recommended when eight horror titles are rated high and eight romances low', async ({
  page,
  signedIn: { api },
}, info) => {
  const before = await firstPage(api);
  const horrors = await titlesOf(api, 'Horror', 'Romance');
  const romances = await titlesOf(api, 'Romance', 'Horror');
  for (const [at, { id }] of horrors.slice(0, 8).entries()) await rate(api, id, 9 + (at % 2));
  for (const [at, { id }] of romances.slice(0, 8).entries()) await rate(api, id, 1 + (at % 2));
  const after = await firstPage(api);

  const shares = ['Horror', 'Romance'].map(
    (genre) => `${genre} ${share(before, genre)} → ${share(after, genre)}`,
  );
  info.annotations.push({ type: 'first page', description: shares.join(', ') });
  expect(share(after, 'Horror')).toBeGreaterThan(share(before, 'Horror') + 0.25);
  expect(share(after, 'Romance')).toBeLessThanOrEqual(Math.min(share(before, 'Romance'), 0.1));

  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Recommended for you' });
  await expect(cards(row).first()).toBeVisible();
  const shown = (await cardIds(row)).slice(0, 10);
  const media = await Promise.all(
    shown.map(async (id) => (await api('GET /api/v1/media/{id}', { params: { id } })).medium),
  );
  expect(share(media, 'Horror'), 'the row on screen has turned too').toBeGreaterThan(0.4);
});

test('filters are in the address, are saved, and are restored by Back', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/discover');
  const all = page.getByRole('switch', { name: 'All streaming services' });
  const type = page.getByRole('combobox', { name: 'Media type' });
  await expect(cards(page.getByRole('main')).first()).toBeVisible();
  await expect(all).toBeChecked();
  await expect(type).toHaveValue('all');

  const fetched = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname === '/api/v2/media' && searchParams.get('media_type') === 'series';
  });
  await all.uncheck();
  await type.selectOption('Series');
  await expect(page).toHaveURL(/\?(?=.*\ball_streaming=false\b)(?=.*\bmedia_type=series\b)/);
  expect(new URL((await fetched).url()).searchParams.get('all_streaming'), 'one call for both').toBe('false');
  await expect(page.locator('main [aria-busy="false"]').first()).toBeVisible();
  await expect
    .poll(async () => (await api('GET /api/v1/user_preferences')).user_preferences)
    .toEqual({ filter_all_streaming_services: 'false', filter_media_type: 'series' });

  for (const id of (await cardIds(page.getByRole('main'))).slice(0, 25)) {
    const { medium } = await api('GET /api/v1/media/{id}', { params: { id } });
    expect(medium, medium.title).toMatchObject({ type: 'series' });
    expect(medium.provider_medium.some((offer) => offer.selected)).toBe(true);
  }

  const address = page.url();
  await cards(page.getByRole('region', { name: 'Recommended for you' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/discover\/media\/\d+\?.*all_streaming=false/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await page.getByRole('link', { name: 'Rating' }).click();
  await expect(page).toHaveURL('/rating');
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(all).not.toBeChecked();
  await expect(type).toHaveValue('series');

  await page.goto('/discover');
  await expect(page, 'what was saved is mirrored').toHaveURL(
    /\?(?=.*all_streaming=false)(?=.*media_type=series)/,
  );
  await page.goto('/discover?all_streaming=true&media_type=movies');
  await expect(all, 'the address decides').toBeChecked();
  await expect(type).toHaveValue('movies');
});

test('a taste is a picture to save, public by a link that can be taken back', async ({
  page,
  browser,
  origin,
  signedIn: { api, user },
  problems,
}) => {
  const { media } = await api('GET /api/v2/media', { query: { selection: 'recommended', per_page: 3 } });
  for (const { id } of media) await rate(api, id, 9);
  await page.goto('/rating/taste');
  await page.getByRole('link', { name: 'As a poster' }).click();
  const heading = `${user.display_name}’s taste`;
  const picture = page.getByRole('img', { name: new RegExp(`^${heading}\\. .*Loved in \\d{4}: `) });
  await expect(picture).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save picture' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-taste.jpg');

  await page.getByRole('button', { name: 'Make a link' }).click();
  const address = await page.getByText(`${origin}/taste/poster/`).textContent();
  const visitor = await browser.newContext();
  problems.watch(visitor);
  const there = await visitor.newPage();
  await there.goto(address ?? '');
  await expect(there.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(there.getByRole('img', { name: new RegExp(`^${heading}`) })).toBeVisible();
  await expect(there.getByRole('link', { name: 'Make your own' })).toHaveAttribute('href', '/register');

  await page.getByRole('button', { name: 'Take the link back' }).click();
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
  problems.allow(/404 \(Not Found\).*\/api\/v1\/taste\/posters\//);
  problems.allow(/404 \(Not Found\).*\/taste\/poster\//);
  await there.reload();
  await expect(there.getByText('This poster is not public.')).toBeVisible();
  await visitor.close();
});
