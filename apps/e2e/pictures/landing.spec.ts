// Draws the pictures of the landing page from the running product, so that they show what a member sees.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { starLabel, textOf } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { connect, PASSWORD, rate } from '../support/users.ts';

const FOLDER = join(import.meta.dirname, '../../web/src/app/routes/public/pictures');
/** The size of a picture in CSS px. It is taller than its frame on the page, which moves over it once. */
const SIZE = { width: 390, height: 800 };
/** Higher than a picture with the frame of the members above and below it. */
const WINDOW = { width: SIZE.width, height: 1200 };

const RATED = {
  'The Grand Budapest Hotel': 10,
  'Knives Out': 9,
  Arrival: 10,
  'Spirited Away': 9,
  Heat: 8,
  'Paddington 2': 9,
  'Blade Runner 2049': 9,
  Inception: 8,
  'The Notebook': 3,
  Transformers: 2,
  Parasite: 10,
  'Moonrise Kingdom': 9,
};

const SAM_RATES = 8;

test.use({
  viewport: WINDOW,
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
});

/** Writes the screen as WebP, which Chromium makes, in both themes. */
async function draw(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('main :is([aria-busy="true"], [data-skeleton])')).toHaveCount(0);
    await expect
      .poll(() =>
        // A picture inside a closed fold loads when the fold is opened.
        page.evaluate(() => [...document.images].every((each) => each.complete || !each.checkVisibility())),
      )
      .toBe(true);
    const { y = 0 } = (await page.getByRole('main').boundingBox()) ?? {};
    const png = (
      await page.screenshot({
        animations: 'disabled',
        clip: { x: 0, y: y - 8, ...SIZE },
      })
    ).toString('base64');
    const webp = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 });
      return btoa(
        Array.from(new Uint8Array(await made.arrayBuffer()), (each) => String.fromCharCode(each)).join(''),
      );
    }, png);
    await writeFile(join(FOLDER, `${name}-${colorScheme}.webp`), Buffer.from(webp, 'base64'));
  }
}

test('the pictures of the landing page', async ({ page, browser, context, origin, problems }) => {
  problems.allow(/status of 404.*\/api\/v1\/rounds\//);
  const { user } = await connect(origin)('POST /users', {
    body: { user: { email: 'ada@example.com', password: PASSWORD, display_name: 'Ada' } },
  });
  const api = connect(origin, user.access_token);
  const { medium_providers: all } = await api('GET /api/v1/user_medium_providers');
  const ids = all.filter(({ name }) => ['Netflix', 'Max', 'Disney+'].includes(name)).map(({ id }) => id);
  await api('POST /api/v1/user_medium_providers/update_all', { body: { medium_providers_ids: ids } });
  await api('POST /api/v1/user_preferences/save', {
    body: { user_preference: { key: 'filter_all_streaming_services', value: 'false' } },
  });
  for (const [query, rating] of Object.entries(RATED)) {
    const { media } = await api('GET /api/v2/media', { query: { selection: 'search', query } });
    if (media[0]) await rate(api, media[0].id, rating);
  }
  await context.setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'access_token', value: user.access_token }] }],
  });

  await page.goto('/tonight');
  await expect(page.getByRole('article').first()).toBeVisible();
  await draw(page, 'tonight');

  await page.goto('/worth');
  await expect(page.getByRole('region', { name: 'You have', exact: true })).toBeVisible();
  await draw(page, 'worth');

  await page.goto('/settings/import');
  await page.getByLabel('File').setInputFiles({
    name: 'letterboxd-ada-2026-11-24-utc.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(LETTERBOXD),
  });
  await expect(page.getByText(/new ratings/)).toBeVisible();
  await draw(page, 'import');

  await page.goto('/together');
  await page.getByRole('button', { name: 'Start a round' }).click();
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  const phone = await browser.newContext({
    baseURL: origin,
    viewport: WINDOW,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  problems.watch(phone);
  const guest = await phone.newPage();
  await guest.goto(page.url());
  await guest.getByLabel('Your name').fill('Sam');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('heading', { name: /^Rate what you know/ })).toBeVisible();
  // One rating says too little about a guest to tell what the winner has for them.
  for (let at = 0; at < SAM_RATES; at += 1) {
    const deck = guest.getByRole('main');
    const title = await textOf(deck.getByRole('heading', { level: 3 }));
    await starLabel(deck, '5 stars').click();
    await expect(deck.getByRole('heading', { level: 3 })).not.toHaveText(title);
  }
  await expect(page.getByText('Sam, guest')).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  for (const each of [page, guest]) await each.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('Tonight it is')).toBeVisible();
  const reasons = page.getByRole('list', { name: 'Why it fits' }).getByText(/ (likes?|said|gave) /);
  await expect(reasons).toHaveCount(2);
  await draw(page, 'together');
  await phone.close();
});

/** An export as Letterboxd writes it. */
const LETTERBOXD = zipSync({
  'ratings.csv': strToU8(
    [
      'Date,Name,Year,Letterboxd URI,Rating',
      ...[
        ['The Dark Knight', 2008, 4.5],
        ['The Shawshank Redemption', 1994, 5],
        ['Amélie', 2001, 4.5],
        ['The Matrix', 1999, 4],
        ['Whiplash', 2014, 5],
        ['La La Land', 2016, 3.5],
        ['Coco', 2017, 4.5],
        ['Get Out', 2017, 4],
        ['Dune', 2021, 4],
      ].map(
        ([name, year, stars], at) => `2024-05-0${at + 1},${name},${year},https://boxd.it/${at}ab,${stars}`,
      ),
      '',
    ].join('\n'),
  ),
  'watchlist.csv': strToU8(
    'Date,Name,Year,Letterboxd URI\n2024-05-06,The Godfather,1972,https://boxd.it/2aNK\n2024-05-07,Past Lives,2023,https://boxd.it/2aNL\n',
  ),
});
