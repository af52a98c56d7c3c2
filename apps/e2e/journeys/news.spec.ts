// A title that a member saved or asked for comes with a change of the catalogue, and the news say so.
import { randomBytes } from 'node:crypto';
import { DARK_PHONE, findings, LIGHT_DESKTOP } from '../support/axe.ts';
import { settle } from '../support/looks.ts';
import { importTitles } from '../support/operator.ts';
import { expect, test } from '../support/test.ts';

const DAY_MS = 86_400_000;

test('a member of a phone saves a title and asks for another, and reads when both arrive', async ({
  page,
  signedIn: { api },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = randomBytes(4).toString('hex');
  const saved = { key: `saved-${name}`, type: 'movie', title: `The Saved ${name}`, release_year: 1999 };
  await importTitles([saved]);
  await expect
    .poll(async () => (await api('GET /api/v2/media', { query: { query: saved.title } })).media.length)
    .toBe(1);

  await page.goto(`/search?query=${encodeURIComponent(saved.title)}`);
  await page.getByRole('link', { name: saved.title }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Watch Later' }).first().click();
  // A busy server may refuse what is sent while the page is left.
  await expect
    .poll(async () => (await api('GET /api/v2/media', { query: { query: saved.title } })).media[0]?.has_list)
    .toBe(true);
  const missing = `Zqx ${name} Vanished`;
  await page.goto(`/search?query=${encodeURIComponent(missing)}`);
  await page.getByRole('button', { name: 'Tell me when Marquee has it' }).click();
  await expect(page.getByText('We will tell you when Marquee has it.')).toBeVisible();
  expect(await findings(page, 'search without a result', LIGHT_DESKTOP)).toEqual([]);

  await page.goto('/news');
  await expect(page.getByRole('heading', { name: 'You asked for' })).toBeVisible();
  await expect(page.getByText(missing)).toBeVisible();

  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  await importTitles([
    {
      ...saved,
      offers: [{ service: 'Netflix', url: 'https://example.com/saved', first_seen_at: yesterday }],
    },
    { key: `wish-${name}`, type: 'movie', title: missing, release_year: 1931 },
  ]);
  // The job that looks for wishes starts half a minute after a change of the catalogue.
  const kinds = async () =>
    (await api('GET /api/v1/news', { query: { page: 1 } })).news
      .filter(({ medium }) => [saved.title, missing].includes(medium.title))
      .map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(['saved_arrived', 'wish_arrived']);

  await page.goto('/discover');
  await page.getByRole('link', { name: 'News', exact: true }).click();
  await settle(page);
  expect(await findings(page, 'news', DARK_PHONE)).toEqual([]);
  const arrived = page.getByRole('region', { name: 'In your lists, and on your services now' });
  await expect(arrived.getByRole('link', { name: saved.title })).toHaveCount(1);
  await expect(arrived.getByText(/^On Netflix since/)).toHaveCount(1);
  await expect(page.getByRole('link', { name: missing })).toHaveCount(1);
  await page.getByRole('link', { name: saved.title }).click();
  await expect(page.getByRole('dialog')).toContainText(saved.title);
  await page.goBack();
  await expect(page).toHaveURL(/\/news$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a member asks for a title and takes it back by keyboard alone', async ({ page, signedIn: { api } }) => {
  await page.goto('/search?query=zqxvwkj');
  const ask = page.getByRole('button', { name: 'Tell me when Marquee has it' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect.poll(async () => (await api('GET /api/v1/wishes')).wishes.length).toBe(1);
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(ask).toBeVisible();
  await page.goto('/news');
  await expect(page.getByText('Your news begins with what you save.')).toBeVisible();
});
