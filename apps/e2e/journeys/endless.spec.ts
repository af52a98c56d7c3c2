// Scrolls every endless list to its end. The list must show every title that the API returns exactly once.
import type { MediumCard } from '@marquee/contracts';
import type { Client } from '@marquee/contracts/client';
import type { Locator } from 'playwright/test';
import { CARD_LINKS, cards } from '../support/actions.ts';
import { longRun } from '../support/long-run.ts';
import { idsIn, scrollToEnd } from '../support/scroll.ts';
import { expect, test } from '../support/test.ts';
import { createMember, rate } from '../support/users.ts';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** Rows differ little between the sizes, and a grid has several columns on the desktop. The long tests have both in both. */
const rowsIn = (size: string): boolean => longRun || size === 'phone';
const gridsIn = (size: string): boolean => longRun || size === 'desktop';

/** Scrolls a row sideways until all of its titles are drawn. */
async function scrollSideways(row: Locator, total: number): Promise<void> {
  const strip = row.getByRole('list');
  const look = async () => {
    await strip.evaluate((list) => list.scrollTo({ left: list.scrollWidth, behavior: 'instant' }));
    return cards(row).count();
  };
  await expect.poll(look, { intervals: [50] }).toBe(total);
}

/** Counts the titles of every row of Discover by heading. The lead is not counted in its row. */
async function allRows(api: Client): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (let page = 1, more = true; more; page += 1) {
    const { grouped_media: groups, pagination } = await api('GET /api/v2/media', {
      query: { grouped_genres: true, page, view: 'card' },
    });
    for (const { kind, title, pagination: of } of groups)
      rows.set(title, of.total_count - (kind === 'recommended' ? 1 : 0));
    more = pagination.has_more;
  }
  return rows;
}

async function knownIds(api: Client, count: number): Promise<number[]> {
  const media: MediumCard[] = [];
  for (let page = 1; media.length < count; page += 1)
    media.push(
      ...(await api('GET /api/v2/media', { query: { selection: 'to_rate', page, view: 'card' } })).media,
    );
  return media.slice(0, count).map(({ id }) => id);
}

/** Finds a well-known person with more than one page of titles. */
async function busyPerson(api: Client): Promise<{ id: number; titles: number }> {
  const { people } = await api('GET /api/v1/people');
  for (const { id } of people) {
    const { pagination } = await api('GET /api/v2/media', {
      query: { selection: 'person', personId: id, view: 'card' },
    });
    if (pagination.has_more) return { id, titles: pagination.total_count };
  }
  throw new Error('No well-known person has more than a page of titles');
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport });

    if (rowsIn(size))
      test('Discover shows every row and keeps each row in the document', async ({
        page,
        signedIn: { api },
      }) => {
        const rows = await allRows(api);
        expect(rows.size).toBeGreaterThan(30);
        await page.goto('/discover');
        await scrollToEnd(page, CARD_LINKS, 'That was the last row.');
        const headings = page.getByRole('main').getByRole('region').getByRole('heading', { level: 2 });
        const names = await headings.allTextContents();
        expect(names).toEqual(expect.arrayContaining([...rows.keys()]));
        // The page has one heading for each row, and one heading for the lead.
        expect(names).toHaveLength(rows.size + 1);
      });

    if (gridsIn(size))
      test('every endless grid shows every title that the API returns', async ({
        page,
        signedIn: { api },
      }) => {
        const known = await knownIds(api, 90);
        const ids = known.slice(0, 60);
        const { user_lists: lists } = await api('GET /api/v1/user_lists');
        const list = lists.find(({ list_type: type }) => type === 'watch_later');
        if (!list) throw new Error('The member has no list Watch Later');
        for (const id of ids) {
          await api('POST /api/v1/user_lists/{id}/user_list_media', {
            params: { id: list.id },
            body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
          });
          await rate(api, id, 6);
        }
        for (const id of known.slice(60))
          await api('POST /api/v1/media/{id}/user_medium_hiddens', { params: { id } });

        const found = await api('GET /api/v2/media', { query: { selection: 'search', query: 'night' } });
        const busy = await busyPerson(api);
        const named = await api('GET /api/v1/people', { query: { query: 'martin' } });
        const totals: [string, number][] = [
          ['/rating?tab=history', 60],
          ['/hidden', 30],
          [`/my_lists/${list.id}`, 60],
          ['/search?query=night', found.pagination.total_count],
          [`/people/${busy.id}`, busy.titles],
        ];
        for (const [address, total] of totals) {
          expect(total, `${address} has more than one page`).toBeGreaterThan(25);
          await page.goto(address);
          const seen = await scrollToEnd(page, CARD_LINKS, `${total} titles in all.`);
          expect(seen.size, address).toBe(total);
          // A long grid removes the lines that are far from the window.
          if (total > 50)
            await expect.poll(() => cards(page.getByRole('main')).count(), address).toBeLessThan(total);
        }
        await page.goto('/search?query=martin&search_type=people');
        const seen = await scrollToEnd(page, '[aria-label="Results"] a', 'No one else.');
        expect(seen.size).toBe(named.pagination.total_count);

        await page.goto('/my_lists');
        await scrollSideways(page.getByRole('region', { name: 'Watch Later' }), 60);
      });
  });
}

test('every row of Discover scrolls sideways to its last title', async ({ page, context, origin }) => {
  const { api, user } = await createMember(origin, ['Prime Video']);
  // These filters give rows that are short enough to scroll to the end. Some rows have several pages.
  for (const preference of [
    { key: 'filter_all_streaming_services', value: 'false' },
    { key: 'filter_media_type', value: 'series' },
  ] as const)
    await api('POST /api/v1/user_preferences/save', { body: { user_preference: preference } });
  const rows = await allRows(api);
  expect(Math.max(...rows.values())).toBeGreaterThan(60);
  await context.setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'access_token', value: user.access_token }] }],
  });
  await page.goto('/discover');
  await scrollToEnd(page, CARD_LINKS, 'That was the last row.');
  for (const [name, total] of rows) {
    const row = page.getByRole('region', { name, exact: true });
    await row.scrollIntoViewIfNeeded();
    await scrollSideways(row, total);
    expect(new Set(await idsIn(cards(row))).size, name).toBe(total);
  }
});
