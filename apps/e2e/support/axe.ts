import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { drawnAgain } from './reflow.ts';
import { longRun } from './test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The cards after the first three of a row (six in the long tests), which are not checked: dozens of rows have others. */
const REPEATED = `li:nth-child(n + ${longRun ? 7 : 4}):has(article)`;
/** The themes differ only in colors, and the sizes do not differ in them, so each theme is seen in one size. */
const PHONE = { name: 'phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
const DESKTOP = {
  name: 'desktop, light',
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
} as const;
export const LOOKS = [PHONE, DESKTOP];

/**
 * Returns the looks in which a further state of a screen is checked: in the long tests both, else one, by the length of its
 * name. Every address is checked in both.
 */
const looksOf = (place: string): typeof LOOKS =>
  longRun ? LOOKS : place.length % 2 === 0 ? [PHONE] : [DESKTOP];

/**
 * Ends the transitions of this document. The browser skips the styles of content that is not in sight until axe asks for
 * them, and axe would then meet colors at the start of their fade.
 */
const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

async function show(page: Page, { viewport, colorScheme }: (typeof LOOKS)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await drawnAgain(page);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/** Returns the axe findings in these looks, one line each. Leaves the page in the look of the desktop. */
export async function findings(page: Page, place: string, looks = looksOf(place)): Promise<string[]> {
  // The page below an open dialog is inert.
  const scope = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html';
  const found: string[] = [];
  await endTransitions(page);
  for (const look of looks) {
    await show(page, look);
    // The builder's text of axe is more than a megabyte, so a document that has axe already gets none.
    const isLoaded = await page.evaluate(() => 'axe' in window);
    const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
      .include(scope)
      .exclude(REPEATED)
      // Details of passed rules and copies of style sheets would double the time.
      .options({ resultTypes: ['violations'], preload: false })
      .withTags(TAGS)
      // The pages have no frames, so axe needs no second page to merge results.
      .setLegacyMode()
      .analyze();
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${place} (${look.name}) ${id}: ${target.join(' ')} ${failureSummary}`);
  }
  if (looks.at(-1) !== DESKTOP) await show(page, DESKTOP);
  return found;
}
