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

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/**
 * Doubles the text, as the setting of a browser does. Returns the sizes in which the page, or the dialog over it, is then
 * wider than the window.
 */
export async function findWideText(page: Page, place: string): Promise<string[]> {
  const setText = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  const wide: string[] = [];
  await setText('200%');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await drawnAgain(page);
    const problem = await page.evaluate(() => {
      const scope = document.querySelector('dialog[open]') ?? document.documentElement;
      const overflow = scope.scrollWidth - scope.clientWidth;
      if (overflow <= 0) return null;
      const { right } = scope.getBoundingClientRect();
      const causes = [...scope.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > right);
      return `${overflow} px too wide: ${causes.slice(0, 5).map((e) => e.outerHTML.slice(0, 200))}`;
    });
    if (problem !== null) wide.push(`${place} (text of 200 %, ${size.width} px): ${problem}`);
  }
  await setText('');
  return wide;
}
