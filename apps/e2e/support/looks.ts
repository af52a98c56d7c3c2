import type { Page } from 'playwright/test';
import { DARK_PHONE, findings, LIGHT_DESKTOP } from './axe.ts';
import { findReflowProblems, findWideText } from './reflow.ts';

/** Waits until no request is pending and the fonts are loaded. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * Returns what axe finds on the open screen in every size and theme, and what is wrong with it at 320 pixels and with text
 * of 200 %.
 */
export async function lookAt(page: Page, place: string): Promise<string[]> {
  await settle(page);
  return [
    ...(await findings(page, place, DARK_PHONE, LIGHT_DESKTOP)),
    ...(await findReflowProblems(page, place)),
    ...(await findWideText(page, place)),
  ];
}

/** Takes back the size and the preferences that `lookAt` sets. */
export async function resetLook(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
