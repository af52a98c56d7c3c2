// On a phone, title, match and the best offer are visible without scrolling, and in every window the first posters are.
import type { Locator, Page } from 'playwright/test';
import { cards, wallStars } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { rate } from '../support/users.ts';

/** Expects that the element is above the navigation bar without scrolling. */
async function expectInFirstScreen(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const bar = await page.getByRole('navigation').first().boundingBox();
  const box = await element.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

test('on a phone, Discover and a title show match and offer without scrolling', async ({
  page,
  signedIn,
}) => {
  const { media } = await signedIn.api('GET /api/v2/media', {
    query: { selection: 'recommended', view: 'card', per_page: 8 },
  });
  for (const { id } of media.slice(0, 4)) await rate(signedIn.api, id, 9);
  const lead = page.getByRole('region').first();
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/discover');
    await expectInFirstScreen(page, lead.getByRole('heading'));
    await expectInFirstScreen(page, lead.getByText(/Your match:/));
    await expectInFirstScreen(page, lead.getByRole('link', { name: /^Watch on / }));
  }

  await page.goto(`/discover/media/${media[6]?.id}`);
  const title = page.getByRole('dialog');
  // Cards of "More like this" also show a likelihood, so check the first match only.
  await expectInFirstScreen(page, title.getByText(/Your match:/).first());
  const offers = title.getByRole('region', { name: 'Where to watch' });
  await expectInFirstScreen(page, offers.getByRole('link').first());
});

/** A window of 1440 by 900 pixels that is zoomed to 200 %, and the smallest phone. */
const SMALL = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
] as const;

test('at 200 % zoom and at 320 px, the first poster of Discover and of the wall is in view', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.services).toHaveLength(2);
  for (const viewport of SMALL) {
    await page.setViewportSize(viewport);
    await page.goto('/discover');
    await expectInFirstScreen(page, page.getByRole('region').first().getByRole('heading'));
    await expectInFirstScreen(page, page.locator('picture img').first());
    await page.goto('/welcome/rate');
    await expect(wallStars(page)).toHaveCount(12);
    await expectInFirstScreen(page, page.getByRole('main').getByRole('list').locator('img').first());
  }
});

test('a card that has the focus is wholly in view, with its actions', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  for (const viewport of [SMALL[0], { width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/discover');
    const row = page.getByRole('region', { name: 'Recommended for you' });
    await cards(row).first().focus();
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('ArrowRight');
      const card = page.locator('article:focus-within');
      await expect(card.getByRole('button', { name: 'Hide' })).toBeVisible();
      const seen = await card.evaluate((article) => {
        const bar = document.querySelector('nav')?.getBoundingClientRect();
        const { left, right, top, bottom } = article.getBoundingClientRect();
        const end = bar && bar.width >= innerWidth / 2 ? bar.top : innerHeight;
        return { isInWidth: left >= 0 && right <= innerWidth, isInHeight: top >= 0 && bottom <= end };
      });
      expect(seen, `at ${viewport.width} px, press ${presses}`).toEqual({
        isInWidth: true,
        isInHeight: true,
      });
    }
  }
});

test('the filters of a phone are one line, whose words change the services that they name', async ({
  page,
  signedIn: { api },
}) => {
  await api('POST /api/v1/user_preferences/save', {
    body: { user_preference: { key: 'filter_all_streaming_services', value: 'false' } },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/discover');
  const filters = page.getByRole('button', { name: 'Filters' });
  const line = page.getByRole('button', { name: /^Showing Netflix and Prime Video/ });
  const tops = [];
  for (const part of [line, filters]) tops.push((await part.boundingBox())?.y);
  expect(new Set(tops).size).toBe(1);
  const more = page.getByRole('button', { name: 'Genre, year…' });
  await expect(more).toBeHidden();

  const all = page.getByRole('switch', { name: 'All streaming services' });
  await expect(all).toBeHidden();
  await filters.click();
  await expect(more).toBeVisible();
  await expect(all).not.toBeChecked();
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Your streaming services' });
  await dialog.getByRole('checkbox', { name: 'Prime Video' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Showing Netflix', exact: true })).toBeVisible();
});

test('on a phone, the stars of the first line of the wall are above the strip', async ({
  page,
  signedIn,
}) => {
  const strip = page.getByRole('region', { name: 'Recommended for you so far' });
  const stars = page.getByRole('group', { name: /^Your rating of/ });
  const expectStarsInView = async () => {
    await expect(strip.getByRole('img').first()).toBeVisible();
    const edge = await strip.boundingBox();
    for (const place of [0, 1]) {
      const box = await stars.nth(place).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
    }
  };
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 390, height: 844 },
    { width: 393, height: 852 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/welcome/rate');
    await expectStarsInView();
  }
  const { media } = await signedIn.api('GET /api/v1/media/to_rate', { query: { view: 'card', per_page: 4 } });
  for (const { id } of media) await rate(signedIn.api, id, 9);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/welcome/rate');
  await expect(page.getByRole('heading', { name: 'Famous, and not for you?' })).toBeVisible();
  await expectStarsInView();
});
