// Compares position and size of the parts of the main screens at three widths. ADR 24 explains why no pictures
// are compared.
import type { Locator, Page } from 'playwright/test';
import { cards } from '../support/actions.ts';
import { expectLayout, measure } from '../support/layout.ts';
import { settle } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';

interface Screen {
  address: string;
  parts: (page: Page) => Record<string, Locator>;
  /** Names of parts that must have the same left edge. */
  aligned: string[];
  /** The part that must be visible without scrolling. */
  first: string;
}

const landing: Screen = {
  address: '/',
  parts: (page) => ({
    heading: page.getByRole('heading', { level: 1 }),
    'sign up': page.getByRole('main').getByRole('link', { name: 'Sign up' }).first(),
    poster: page.getByRole('main').locator('img').first(),
    features: page.getByRole('region', { name: 'What it does' }),
    footer: page.getByRole('contentinfo'),
  }),
  aligned: ['heading', 'sign up'],
  first: 'sign up',
};

const discover: Screen = {
  address: '/discover',
  parts: (page) => {
    const row = page.getByRole('region', { name: 'Recent Releases' });
    return {
      navigation: page.getByRole('navigation', { name: 'Main' }),
      lead: page.getByRole('region').first(),
      title: page.getByRole('region').first().getByRole('heading'),
      watch: page
        .getByRole('region')
        .first()
        .getByRole('link', { name: /^Watch on / }),
      'row name': row.getByRole('heading'),
      poster: cards(row).first(),
    };
  },
  // `poster` is missing, because on a desktop the name of a row is in the margin beside the posters.
  aligned: ['title', 'row name'],
  first: 'watch',
};

const title: Screen = {
  address: '/discover/media/1',
  parts: (page) => {
    const dialog = page.getByRole('dialog');
    const where = dialog.getByRole('region', { name: 'Where to watch' });
    return {
      dialog,
      heading: dialog.getByRole('heading', { name: 'The Dark Knight', exact: true }),
      // Cards of "More like this" have a Rate button too, so take the first match.
      rate: dialog.getByRole('button', { name: 'Rate', exact: true }).first(),
      'where to watch': where,
      offer: where.getByRole('link').first(),
    };
  },
  aligned: [],
  first: 'offer',
};

const list: Screen = {
  address: '/my_lists',
  parts: (page) => ({
    navigation: page.getByRole('navigation', { name: 'Main' }),
    heading: page.getByRole('heading', { level: 1 }),
    filters: page.getByRole('group', { name: 'Filters' }),
    poster: cards(page.getByRole('main')).first(),
    'second poster': cards(page.getByRole('main')).nth(1),
  }),
  aligned: ['heading', 'poster'],
  first: 'heading',
};

const sidewaysPx = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function check(page: Page, name: string, screen: Screen): Promise<void> {
  await page.goto(screen.address);
  const parts = screen.parts(page);
  for (const part of Object.values(parts)) await expect(part).toBeVisible();
  await settle(page);
  const layout = await measure(parts);
  await expectLayout(test.info(), name, layout);
  expect.soft(await sidewaysPx(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  const lefts = screen.aligned.map((part) => layout[part]?.[0] ?? Number.NaN);
  for (const left of lefts) expect.soft(left, `${name}: ${screen.aligned}`).toBe(lefts[0]);
  const [, top = Number.NaN, , height = Number.NaN] = layout[screen.first] ?? [];
  expect.soft(top + height, `${name}: ${screen.first}`).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    test(`the landing page, Discover, a title and a list keep their layout at ${width} px`, async ({
      page,
      browser,
      origin,
      signedIn: { api },
    }) => {
      const visitor = await browser.newPage({
        baseURL: origin,
        viewport: { width, height },
        reducedMotion: 'reduce',
      });
      await check(visitor, `landing-${width}`, landing);
      await visitor.close();

      const { user_list: made } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
      for (const medium_id of [1, 2, 3])
        await api('POST /api/v1/user_lists/{id}/user_list_media', {
          params: { id: made.id },
          body: { user_list_medium: { medium_id, user_list_id: made.id } },
        });
      await check(page, `discover-${width}`, discover);
      await check(page, `title-${width}`, title);
      await check(page, `list-${width}`, { ...list, address: `/my_lists/${made.id}` });
    });
  });
}
