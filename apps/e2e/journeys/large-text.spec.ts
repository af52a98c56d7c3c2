import type { Page } from 'playwright/test';
import { settle } from '../support/looks.ts';
import { drawnAgain } from '../support/reflow.ts';
import { expect, test } from '../support/test.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** Doubles the text of every page, as the setting of a browser does. */
const doubleText = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });

/** Opens each address on a phone. Returns the sizes in which the page or title is wider than the window. */
async function findWide(page: Page, addresses: readonly string[]): Promise<string[]> {
  await doubleText(page);
  const wide: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize(SIZES[0]);
    await page.goto(address);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await drawnAgain(page);
      await settle(page);
      const overflow = await page.evaluate(() => {
        const scope = document.querySelector('dialog[open]') ?? document.documentElement;
        return scope.scrollWidth - scope.clientWidth;
      });
      if (overflow > 0) wide.push(`${address} at ${size.width} px by ${overflow} px`);
    }
  }
  return wide;
}

test('no page of a visitor scrolls sideways with text of 200 %', async ({ page }) => {
  expect(await findWide(page, ['/', '/login', '/register', '/plans', '/faq', '/get_the_app'])).toEqual([]);
});

test('no page of a member and no title scrolls sideways with text of 200 %', async ({
  page,
  signedIn: { api },
}) => {
  const { media } = await api('GET /api/v2/media', { query: { view: 'card' } });
  expect(
    await findWide(page, [
      '/discover',
      `/discover/media/${media[0]?.id}`,
      '/rating',
      '/my_lists',
      '/search?query=star',
      '/settings',
      '/plans',
      '/tonight',
      '/together',
      '/welcome/rate',
      '/welcome/genres',
    ]),
  ).toEqual([]);
});
