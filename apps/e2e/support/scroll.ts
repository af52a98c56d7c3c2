// Scrolls through endless pages.
import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';

/** One wheel tick in pixels. A tick is smaller than the window, so that every line of a grid is drawn. */
const TICK_PX = 500;

export const idsIn = (scope: Locator): Promise<string[]> =>
  scope.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Scrolls the window until `end` is visible. Returns the addresses of all links drawn on the way. */
export async function scrollToEnd(page: Page, links: Locator, end: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const foot = page.getByText(end);
  await expect(links.first()).toBeVisible();
  await page.mouse.move(300, 400);
  const look = async () => {
    for (const href of await idsIn(links)) seen.add(href);
    const isLow = await page.evaluate(() => {
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
      return scrollTop + clientHeight >= scrollHeight - 2;
    });
    if (isLow && (await foot.isVisible())) return true;
    await page.mouse.wheel(0, TICK_PX);
    return false;
  };
  await expect.poll(look, { intervals: [30], timeout: 40_000 }).toBe(true);
  for (const href of await idsIn(links)) seen.add(href);
  return seen;
}
