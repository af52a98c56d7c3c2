// Checks rules of the layout of the main screens at three widths (docs/adr/0024).
import type { Page } from 'playwright/test';
import { cards } from '../support/actions.ts';
import { expectLayout, type Parts, type Rules } from '../support/layout.ts';
import { settle } from '../support/looks.ts';
import { test } from '../support/test.ts';

interface Screen extends Omit<Rules, 'parts'> {
  address: string;
  parts: (page: Page) => Parts;
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
      stars: dialog.getByRole('group', { name: 'Your rating' }),
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
    heading: page.getByRole('heading', { level: 1 }),
    filters: page.getByRole('group', { name: 'Filters' }),
    poster: cards(page.getByRole('main')).first(),
    'second poster': cards(page.getByRole('main')).nth(1),
  }),
  aligned: ['heading', 'poster'],
  first: 'heading',
};

async function check(page: Page, name: string, { address, parts, ...rules }: Screen): Promise<void> {
  await page.goto(address);
  await settle(page);
  await expectLayout(page, name, { ...rules, parts: parts(page) });
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
      // On a phone the lead's title is beside its poster.
      await check(page, `discover-${width}`, width < 640 ? { ...discover, aligned: [] } : discover);
      await check(page, `title-${width}`, title);
      await check(page, `list-${width}`, { ...list, address: `/my_lists/${made.id}` });
    });
  });
}
