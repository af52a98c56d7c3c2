// The steps that several journeys share.
import type { Locator, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { awaitMail, linkTo } from './inbox.ts';
import { PASSWORD } from './users.ts';

/** Waits for the element and returns its text. */
export const textOf = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? '';

/** Completes steps 1 to 3 of the wizard, and ends at the streaming services. */
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

export const ratingDialog = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('group', { name: 'Your rating' }) });

/** Clicks the label of a star in the dialog, because the drawing covers the radio button. */
export async function pickStars(dialog: Locator, stars: string): Promise<void> {
  const radio = dialog.getByRole('radio', { name: stars, exact: true });
  await dialog
    .locator('label')
    .filter({ has: dialog.page().getByRole('radio', { name: stars, exact: true }) })
    .click();
  await expect(radio).toBeChecked();
}

/** Picks stars in the rating dialog and saves. Declines the share suggestion. */
export async function giveStars(page: Page, stars: string): Promise<void> {
  const dialog = ratingDialog(page);
  await pickStars(dialog, stars);
  await dialog.getByRole('button', { name: 'Save' }).click();
  // A rating of 4.5 stars or more opens the share suggestion, once in 24 hours.
  const later = page.getByRole('button', { name: 'Maybe later' });
  await expect.poll(async () => (await later.isVisible()) || (await dialog.isHidden())).toBe(true);
  if (await later.isVisible()) await later.click();
  await expect(toast(page)).toContainText(stars);
  await expect(dialog).toBeHidden();
}

/** Locates the star group of each title on the wall. */
export const wallStars = (page: Page): Locator => page.getByRole('group', { name: /^Your rating of / });

/**
 * Rates the title in one slot of the wall and waits for the next title in this slot. Returns the rated
 * title's name.
 */
export async function rateOnWall(page: Page, slot: number, stars: string): Promise<string> {
  const group = wallStars(page).nth(slot);
  const legend = await textOf(group.locator('legend'));
  await group
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: stars, exact: true }) })
    .click();
  await expect(group.locator('legend')).not.toHaveText(legend);
  return legend.replace('Your rating of ', '');
}

export const toast = (page: Page): Locator =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });

/** Locates the name of the current title of the Rate tab. */
export const deckTitle = (page: Page): Locator =>
  page.getByRole('tabpanel').getByRole('heading', { level: 2 });

/** Rates the current title of the Rate tab and waits for the next title. Returns the rated title's name. */
export async function rateOnDeck(page: Page, stars: string): Promise<string> {
  const title = await textOf(deckTitle(page));
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await giveStars(page, stars);
  await expect(deckTitle(page)).not.toHaveText(title);
  return title;
}

/** Locates the links of the title cards on the page. */
export const cards = (scope: Page | Locator): Locator => scope.locator('article a[href*="/media/"]');

const idIn = (href: string): number => Number(/\/media\/(\d+)/.exec(href)?.[1]);

/** Returns the ids of the title cards on the page, without duplicates. */
export async function cardIds(scope: Page | Locator): Promise<number[]> {
  const hrefs = await cards(scope).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  return [...new Set(hrefs.map(idIn))];
}

/** Opens the first card, waits for the title and returns its id. */
export async function openFirstCard(scope: Page): Promise<number> {
  const card = cards(scope.getByRole('main')).first();
  const id = idIn((await card.getAttribute('href')) ?? '');
  await card.click();
  await expect(scope).toHaveURL(new RegExp(`/media/${id}\\b`));
  await expect(scope.getByRole('dialog').getByRole('region', { name: 'Where to watch' })).toBeVisible();
  return id;
}

/** Opens the link of the newest confirmation mail, or of a welcome mail, to this address. */
export async function confirmAddress(page: Page, inbox: string, address: string): Promise<void> {
  await page.goto(linkTo(await awaitMail(inbox, address, /^(Welcome|Confirm)/), '/confirm_email'));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
}
