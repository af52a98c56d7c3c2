import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { longRun } from './long-run.ts';
import { drawnAgain } from './reflow.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The cards after the first three of a row (six in the long tests), which are not checked: dozens of rows have others. */
const REPEATED = `li:nth-child(n + ${longRun ? 7 : 4}):has(article)`;
/** The themes differ only in colors, and the sizes do not differ in them, so each theme is seen in one size. */
export const DARK_PHONE = {
  name: 'phone, dark',
  viewport: { width: 360, height: 740 },
  colorScheme: 'dark',
} as const;
export const LIGHT_DESKTOP = {
  name: 'desktop, light',
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
} as const;
type Look = typeof DARK_PHONE | typeof LIGHT_DESKTOP;

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

async function show(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await drawnAgain(page);
  // An animation by scrolling never ends.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished),
    ),
  );
}

/**
 * Returns the axe findings, one line each. Leaves the page in the look of the desktop.
 * @param looks in the long tests always both
 */
export async function findings(page: Page, place: string, ...looks: Look[]): Promise<string[]> {
  // The page below an open dialog is inert.
  const scope = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'html';
  const found: string[] = [];
  await endTransitions(page);
  for (const look of longRun ? [DARK_PHONE, LIGHT_DESKTOP] : looks) {
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
  await show(page, LIGHT_DESKTOP);
  return found;
}
