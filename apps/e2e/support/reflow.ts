import type { Page } from 'playwright/test';
import { longRun } from './long-run.ts';

const NARROWEST = { width: 320, height: 640 };
/** The smallest phone and a desktop, and in the long tests a usual phone between them. */
const SIZES = [NARROWEST, ...(longRun ? [{ width: 390, height: 844 }] : []), { width: 1280, height: 800 }];

/** Waits until components that follow the width have rendered once more after a change of the window. */
export const drawnAgain = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Returns by how much the page, or the dialog over it, is too wide, with the elements that cause it. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.documentElement;
    const box = scope.getBoundingClientRect();
    const right = Math.min(box.right, innerWidth);
    const overflow = Math.max(scope.scrollWidth - scope.clientWidth, Math.floor(box.right - innerWidth));
    if (overflow <= 0) return [];
    const causes = [scope, ...scope.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > right,
    );
    return [`${overflow} px too wide: ${causes.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 200))}`];
  });

/** Returns texts that break after every letter because a neighboring element takes the width. */
const findSqueezed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, p, div, span, a, button')].flatMap((element) => {
      const text = [...element.childNodes]
        .map((node) => (node.nodeType === 3 ? node.textContent : ''))
        .join('');
      const { width, height } = element.getBoundingClientRect();
      return text.trim().length > 20 && width > 1 && width < 48 && height > 120 ? [text] : [];
    }),
  );

async function resize(page: Page, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await drawnAgain(page);
}

/** Returns what is wrong with the page at 320 CSS pixels: sideways scrolling and squeezed texts. */
export async function findReflowProblems(page: Page, place: string): Promise<string[]> {
  await resize(page, NARROWEST);
  const problems = [...(await findOverflow(page)), ...(await findSqueezed(page))];
  return problems.map((problem) => `${place} (320 px): ${problem}`);
}

/**
 * Doubles the text of the open page, as the setting of a browser does, and returns the sizes in which it scrolls sideways.
 * The page is not opened again, so widths that a component measures only when it opens belong to the usual text.
 */
export async function findWideText(page: Page, place: string): Promise<string[]> {
  const setText = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  const found: string[] = [];
  await setText('200%');
  try {
    for (const size of SIZES) {
      await resize(page, size);
      const problems = await findOverflow(page);
      found.push(...problems.map((problem) => `${place} (text of 200 %, ${size.width} px): ${problem}`));
    }
  } finally {
    await setText('');
    await drawnAgain(page);
  }
  return found;
}
