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

/** Locates the topmost dialog with stars and tags. A title below has stars too. */
export const ratingPanel = (page: Page): Locator =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('group', { name: 'Your rating' }) })
    .last();

/** Locates the label of a star, because the drawing covers the radio button. */
export const starLabel = (scope: Locator, stars: string): Locator =>
  scope
    .getByRole('group', { name: 'Your rating' })
    .locator('label')
    .filter({ has: scope.page().getByRole('radio', { name: stars, exact: true }) });

/** Presses a star and waits until the rating is saved. Returns whether the share suggestion follows. */
export async function pickStars(scope: Locator, stars: string): Promise<boolean> {
  const page = scope.page();
  const [reply] = await Promise.all([
    page.waitForResponse(
      (response) => response.url().endsWith('/user_medium_ratings') && response.request().method() === 'POST',
    ),
    starLabel(scope, stars).click(),
  ]);
  await expect(toast(page)).toContainText(stars);
  return (await reply.text()).includes('"can_suggest_to_share":true');
}

/** Picks stars in the open rating panel, closes it, and declines the share suggestion if it follows. */
export async function giveStars(page: Page, stars: string): Promise<void> {
  const panel = ratingPanel(page);
  const isSuggested = await pickStars(panel, stars);
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeHidden();
  if (isSuggested) await page.getByRole('button', { name: 'Maybe later' }).click();
}

/** Locates the star group of each title on the wall. */
export const wallStars = (page: Page): Locator =>
  page
    .getByRole('list', { name: 'Titles you may have seen' })
    .getByRole('group', { name: /^Your rating of / });

/** Locates a whole star of the title in one slot of the wall. */
export const wallStar = (page: Page, slot: number, stars: string): Locator =>
  wallStars(page)
    .nth(slot)
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: stars, exact: true }) });

/**
 * Rates the title in one slot of the wall and waits for the next title in this slot. Returns the rated
 * title's name.
 */
export async function rateOnWall(page: Page, slot: number, stars: string): Promise<string> {
  const group = wallStars(page).nth(slot);
  const legend = await textOf(group.locator('legend'));
  // Whole stars are the targets of the wall, and a second press takes half of one off.
  const wanted = Number.parseFloat(stars);
  const whole = Math.ceil(wanted);
  const star = wallStar(page, slot, whole === 1 ? '1 star' : `${whole} stars`);
  await star.click({ clickCount: wanted < whole ? 2 : 1 });
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
  const isSuggested = await pickStars(page.getByRole('tabpanel'), stars);
  if (isSuggested) await page.getByRole('button', { name: 'Maybe later' }).click();
  await expect(deckTitle(page)).not.toHaveText(title);
  return title;
}

/** Selects the links of title cards. */
export const CARD_LINKS = 'article a[href*="/media/"]';

/** Locates the links of the title cards on the page. */
export const cards = (scope: Page | Locator): Locator => scope.locator(CARD_LINKS);

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

/** Opens the link of the newest confirmation mail, or of a welcome mail, to this address, and presses its button. */
export async function confirmAddress(page: Page, inbox: string, address: string): Promise<void> {
  await page.goto(linkTo(await awaitMail(inbox, address, /^(Welcome|Confirm)/), '/confirm_email'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
}

/**
 * Waits until a closed dialog has stepped back in the history, as the Back button would, because a late step would abort
 * the next navigation.
 */
export async function steppedBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.marqueeDialog);
}

/** Returns a function that taps and one that returns the number of taps. */
export function countTaps() {
  let taps = 0;
  return {
    tap: async (control: Locator) => {
      taps += 1;
      await control.tap();
    },
    taps: () => taps,
  };
}
