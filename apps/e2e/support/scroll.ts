// Scrolls through endless pages.
import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';

/** Pixels of one step. A step is smaller than the window, so that every line of a grid is drawn. */
const STEP_PX = 500;

export const idsIn = (scope: Locator): Promise<string[]> =>
  scope.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/**
 * Scrolls the window to the end of what is drawn, a step a frame. Returns the addresses of all selected links that were
 * drawn on the way. The loop runs in the page, because a call from here for each step takes longer than the step.
 */
const scrollDown = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    async ({ links, step }) => {
      const seen = new Set<string>();
      const root = document.documentElement;
      for (;;) {
        for (const link of document.querySelectorAll(links)) seen.add(link.getAttribute('href') ?? '');
        if (root.scrollTop + root.clientHeight >= root.scrollHeight - 2) return [...seen];
        window.scrollBy({ top: step, behavior: 'instant' });
        // After a frame, the page draws what the step has brought near. The browser is idle when it has.
        await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
      }
    },
    { links: selector, step: STEP_PX },
  );

/**
 * Scrolls the window until `end` is visible. Returns the addresses of all links drawn on the way.
 * @param links selects links in `main`.
 */
export async function scrollToEnd(page: Page, links: string, end: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const foot = page.getByText(end);
  const selector = `main ${links}`;
  await expect(page.locator(selector).first()).toBeVisible();
  // A page that a wheel cannot move would still be moved by the loop.
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, STEP_PX);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const look = async () => {
    // If the end appeared during the scrolling, titles may have come with it that this scrolling did not draw.
    const isWhole = await foot.isVisible();
    for (const href of await scrollDown(page, selector)) seen.add(href);
    return isWhole;
  };
  await expect.poll(look, { intervals: [50] }).toBe(true);
  return seen;
}
