import type { Page } from 'playwright/test';

/** Waits until components that follow the width have rendered once more after a change of the window. */
export const drawnAgain = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/**
 * Returns what is wrong with the page at 320 CSS pixels: sideways scrolling, with the elements that cause it, and
 * texts that break after every letter because a neighboring element takes the width.
 */
export async function findReflowProblems(page: Page, place: string): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 });
  await drawnAgain(page);
  const problems = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const overhang =
      scrollWidth > clientWidth
        ? [`${scrollWidth} > ${clientWidth}: ${wide.slice(0, 5).map((element) => element.className)}`]
        : [];
    const squeezed = [...document.querySelectorAll('h1, h2, h3, h4, p, div, span, a, button')].flatMap(
      (element) => {
        const text = [...element.childNodes]
          .map((node) => (node.nodeType === 3 ? node.textContent : ''))
          .join('');
        const { width, height } = element.getBoundingClientRect();
        return text.trim().length > 20 && width > 1 && width < 48 && height > 120 ? [text] : [];
      },
    );
    return [...overhang, ...squeezed];
  });
  return problems.map((problem) => `${place} (320 px): ${problem}`);
}
