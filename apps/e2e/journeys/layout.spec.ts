// Checks rules of the layout of the main screens at three widths (docs/adr/0024).
import type { Page } from 'playwright/test';
import { cards } from '../support/actions.ts';
import { expectLayout, type Parts, type Rules } from '../support/layout.ts';
import { settle } from '../support/looks.ts';
import { drawnAgain } from '../support/reflow.ts';
import { expect, test } from '../support/test.ts';

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
  address: '/discover',
  parts: (page) => {
    const dialog = page.getByRole('dialog');
    const where = dialog.getByRole('region', { name: 'Where to watch' });
    return {
      dialog,
      heading: dialog.getByRole('heading', { level: 2 }).first(),
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
    more: page.getByRole('button', { name: 'More', exact: true }),
    search: page.getByRole('textbox', { name: 'Add a title' }),
    poster: cards(page.getByRole('main')).first(),
    'second poster': cards(page.getByRole('main')).nth(1),
  }),
  aligned: ['heading', 'poster'],
  first: 'heading',
};

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

/** Opens the screen on a phone and checks it in every size. */
async function check(page: Page, name: string, screen: Screen): Promise<void> {
  await page.setViewportSize(SIZES[0]);
  await page.goto(screen.address);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await drawnAgain(page);
    await settle(page);
    // On a phone the lead's title is beside its poster.
    const aligned = screen === discover && size.width < 640 ? [] : screen.aligned;
    await expectLayout(page, `${name}-${size.width}`, { ...screen, aligned, parts: screen.parts(page) });
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the pictures on the landing page follow the theme, and do not move under reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto('/');
  const picture = page.getByRole('img', { name: /^Tonight on a phone/ });
  const look = () =>
    picture.evaluate((image: HTMLImageElement) => [
      image.naturalWidth > 0,
      getComputedStyle(image).translate,
    ]);
  for (const theme of ['light', 'dark']) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveAttribute('src', new RegExp(`tonight-${theme}`));
    await expect.poll(look).toEqual([true, 'none']);
    if (theme === 'light') await page.getByRole('button', { name: 'Use the dark theme' }).click();
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(look, 'it moved to its beginning').toEqual([true, 'none']);
});

test('the landing page keeps its layout at 390, 768 and 1280 px', async ({ page }) => {
  await check(page, 'landing', landing);
});

test('Discover, a title and a list keep their layout at 390, 768 and 1280 px', async ({
  page,
  signedIn: { api },
}) => {
  const { user_list: made } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  const { media } = await api('GET /api/v2/media', {
    query: { selection: 'recommended', view: 'card', per_page: 1 },
  });
  for (const medium_id of [1, 2, 3])
    await api('POST /api/v1/user_lists/{id}/user_list_media', {
      params: { id: made.id },
      body: { user_list_medium: { medium_id, user_list_id: made.id } },
    });
  await check(page, 'discover', discover);
  await check(page, 'title', { ...title, address: `/discover/media/${media[0]?.id}` });
  await check(page, 'list', { ...list, address: `/my_lists/${made.id}` });
});
