// One person follows a series, evening by evening.
import type { Client } from '@marquee/contracts/client';
import type { Page } from 'playwright/test';
import { countTaps, toast } from '../support/actions.ts';
import { lookAt } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';

async function findSeries(api: Client, query: string): Promise<{ id: number; title: string }> {
  const { media } = await api('GET /api/v2/media', { query: { query, media_type: 'series', view: 'card' } });
  const [found] = media;
  if (!found) throw new Error(`The catalogue has no ${query}`);
  return found;
}

const progressOf = async (api: Client, id: number) =>
  (await api('GET /api/v1/media/{id}', { params: { id } })).medium.progress;

const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /\/(episodes|watching)$/.test(response.url()),
  );

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the ten acts on the episodes of a series take at most two taps', async ({
    page,
    signedIn: { api },
  }) => {
    const { id, title } = await findSeries(api, 'Dark');
    await page.goto(`/discover/media/${id}`);
    const sheet = page.getByRole('dialog', { name: title, exact: true });
    const taps: Record<string, number> = {};
    /** Taps one button or radio after another. The last tap saves. */
    const act = async (name: string, ...controls: (string | RegExp)[]) => {
      const count = countTaps();
      for (const [at, control] of controls.entries()) {
        const reply = at === controls.length - 1 ? saved(page) : null;
        const button = sheet.getByRole('button', { name: control, exact: true });
        await count.tap(button.or(sheet.getByRole('radio', { name: control, exact: true })));
        await reply;
      }
      taps[name] = count.taps();
    };
    const expectSeen = (seen: number) =>
      expect.poll(async () => (await progressOf(api, id))?.seen, { message: `${seen} seen` }).toBe(seen);

    await act('the next episode', 'Mark S1 E1 as seen');
    await expect(toast(page)).toContainText(`S1 E1 of “${title}” is marked as seen.`);
    await expectSeen(1);
    await act('undo', 'Undo');
    await expectSeen(0);
    await act('one episode', /^Season 1 .* of /, 'S1 E3 is seen');
    await expectSeen(1);
    await act('once more', 'S1 E3 seen again');
    await act('not seen', 'S1 E3 is seen');
    await expectSeen(0);
    await act('up to here', 'Seen up to S1 E4');
    await expectSeen(4);
    await act('a season', 'Season 2 is seen');
    await expectSeen(12);
    await act('on hold', 'On hold');
    await act('drop', 'Dropped');
    await act('go on', 'Watching');
    expect((await progressOf(api, id))?.state).toBe('watching');
    await act('all of it', 'Seen');
    expect((await progressOf(api, id))?.state).toMatch(/^(finished|up_to_date)$/);
    expect(Object.keys(taps).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...Object.values(taps)), JSON.stringify(taps)).toBeLessThanOrEqual(2);
  });

  test('a series in progress is in a row of Discover and a card of Up next, which marks with one tap', async ({
    page,
    signedIn: { api },
  }) => {
    const { id, title } = await findSeries(api, 'Dark');
    await api('PUT /api/v1/media/{id}/episodes', {
      params: { id },
      body: { up_to: { season: 1, episode: 2 }, seen: true },
    });
    const other = await findSeries(api, 'The Sopranos');
    await api('PUT /api/v1/media/{id}/episodes', {
      params: { id: other.id },
      body: { up_to: { season: 1, episode: 2 }, seen: true },
    });
    await page.goto('/discover');
    const row = page.getByRole('region', { name: 'Up next' });
    await expect(row.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expect(row.getByRole('listitem')).toHaveCount(2);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, 'no sideways scroll').toBe(page.viewportSize()?.width);
    await api('PUT /api/v1/media/{id}/watching', { params: { id: other.id }, body: { state: 'dropped' } });
    await row.getByRole('link', { name: 'Up next' }).tap();
    await expect(page).toHaveURL(/\/up_next$/);
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) });
    await expect(page.getByRole('heading', { level: 1, name: 'Up next' })).toBeVisible();
    await expect(card).toContainText('S1 E3');
    const reply = saved(page);
    const mark = countTaps();
    await mark.tap(card.getByRole('button', { name: `Mark as seen: ${title}, S1 E3` }));
    await reply;
    expect(mark.taps()).toBe(1);
    await expect(card).toContainText('S1 E4');
    await expect.poll(async () => (await progressOf(api, id))?.seen).toBe(3);
    await toast(page).getByRole('button', { name: 'Undo' }).tap();
    await expect(card).toContainText('S1 E3');
    await expect.poll(async () => (await progressOf(api, id))?.seen).toBe(2);

    await api('PUT /api/v1/media/{id}/watching', { params: { id }, body: { state: 'on_hold' } });
    await page.reload();
    await expect(page.getByText('No series is waiting for you.')).toBeVisible();
    await page.getByRole('radio', { name: 'On hold' }).tap();
    await page.getByRole('button', { name: `Go on with ${title}` }).tap();
    await expect.poll(async () => (await progressOf(api, id))?.state).toBe('watching');
  });
});

test('the page of a series and Up next are accessible, names of later episodes are hidden until the switch is off, and keys lead through the calendar', async ({
  page,
  signedIn: { api },
}) => {
  const { id, title } = await findSeries(api, 'Dark');
  await api('PUT /api/v1/media/{id}/episodes', {
    params: { id },
    body: { up_to: { season: 1, episode: 2 }, seen: true },
  });
  const address = `/discover/media/${id}`;
  await page.goto(address);
  const lines = page.getByRole('list', { name: 'Season 1' }).getByRole('listitem');
  await expect(lines.nth(4)).toContainText('Episode 5');
  expect(await lookAt(page, address)).toEqual([]);
  await page.goto('/up_next');
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  expect(await lookAt(page, '/up_next')).toEqual([]);

  await page.goto('/settings');
  const reply = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('switch', { name: 'Hide spoilers' }).click();
  await reply;
  await page.goto(address);
  await expect(lines.nth(4)).not.toContainText('Episode 5');

  await page.goto('/calendar');
  const today = page.locator('[aria-current="date"]');
  await today.click();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/on=\d{4}-\d{2}-\d{2}$/);
  await expect(page.locator('[role="gridcell"]:focus')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Home');
  await expect(today).toBeFocused();
  await expect(page).toHaveURL(/\/calendar$/);
});
