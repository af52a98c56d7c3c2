// What several journeys do on the way, as a person does it.
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { PASSWORD } from './people.ts';

/** What stands there, once it does. */
export const textOf = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? '';

/** Steps 1 to 3 of the wizard, from its first screen to the services. */
export async function signUp(
  page: Page,
  { email, displayName }: { email: string; displayName: string },
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Public display name').fill(displayName);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('list', { name: 'Step 4 of 4' })).toBeVisible();
}

/** The dialog that rates a title. */
export const ratingDialog = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('group', { name: 'Your rating' }) });

/** Points at stars: their radio button lies under the drawing, and both are one label. */
export async function pickStars(dialog: Locator, stars: string): Promise<void> {
  const radio = dialog.getByRole('radio', { name: stars, exact: true });
  await dialog
    .locator('label')
    .filter({ has: dialog.page().getByRole('radio', { name: stars, exact: true }) })
    .click();
  await expect(radio).toBeChecked();
}

/** Picks stars in the rating dialog and saves; a title liked well is not shared. */
export async function giveStars(page: Page, stars: string): Promise<void> {
  const dialog = ratingDialog(page);
  await pickStars(dialog, stars);
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Who likes a title is asked whom to tell.
  if (Number.parseFloat(stars) >= 4) await page.getByRole('button', { name: 'Maybe later' }).click();
  await expect(toast(page)).toContainText(stars);
  await expect(dialog).toBeHidden();
}

/** The one place that says what just happened. */
export const toast = (page: Page): Locator =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });

/** The name of the title that stands in front on the Rate tab. */
export const deckTitle = (page: Page): Locator =>
  page.getByRole('tabpanel').getByRole('heading', { level: 2 });

/** Rates the title in front on the Rate tab and waits for the next; the title's name. */
export async function rateOnDeck(page: Page, stars: string): Promise<string> {
  const title = await textOf(deckTitle(page));
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await giveStars(page, stars);
  await expect(deckTitle(page)).not.toHaveText(title);
  return title;
}

/** The links of the title cards on the page. */
export const cards = (scope: Page | Locator): Locator => scope.locator('article a[href*="/media/"]');

const idIn = (href: string): number => Number(/\/media\/(\d+)/.exec(href)?.[1]);

/** The ids of the titles that cards on the page stand for, each once. */
export async function cardIds(scope: Page | Locator): Promise<number[]> {
  const hrefs = await cards(scope).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  return [...new Set(hrefs.map(idIn))];
}

/** Opens the first card and waits for the title; its id. */
export async function openFirstCard(scope: Page): Promise<number> {
  const card = cards(scope.getByRole('main')).first();
  const id = idIn((await card.getAttribute('href')) ?? '');
  await card.click();
  await expect(scope).toHaveURL(new RegExp(`/media/${id}\\b`));
  await expect(scope.getByRole('dialog').getByRole('region', { name: 'Where to watch' })).toBeVisible();
  return id;
}
