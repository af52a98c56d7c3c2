// Runs axe in further states of screens, in both sizes and both themes, and looks for sideways scrolling at 320 pixels and
// with text of 200 %, as addresses.spec.ts does with every address. Runs axe in every dialog and after actions in one size
// and theme, and in the long tests in both. No finding is allowed.
import type { Page } from 'playwright/test';
import { cards, confirmAddress, giveStars, pickStars, signUp, steppedBack } from '../support/actions.ts';
import { DARK_PHONE, findings, LIGHT_DESKTOP } from '../support/axe.ts';
import { lookAt, resetLook, settle } from '../support/looks.ts';
import { buy } from '../support/payments.ts';
import { expect, test } from '../support/test.ts';
import { makeIdentity, rate } from '../support/users.ts';

/** Further states of screens, which addresses.spec.ts opens in their usual state. */
const STATES = {
  visitor: ['/confirm_delete_account', '/no/such/page', '/offline.html'],
  member: [
    '/discover/rows/recent?sort=known',
    '/rating?tab=history',
    '/search?query=star+wars',
    '/search?query=zzqqxxyyzz',
    '/search?query=cruz&search_type=people',
    '/my_lists',
    '/settings/import',
    '/plans',
    '/delete_account',
  ],
};

/** Opens each address once and looks at it. */
async function lookAtAll(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) {
    await resetLook(page);
    await page.goto(address);
    found.push(...(await lookAt(page, address)));
  }
  return found;
}

test('axe finds no problem on further states of public screens', async ({ page, problems }) => {
  problems.allow(/status of 404.*\/no\/such\/page/);
  expect(await lookAtAll(page, STATES.visitor)).toEqual([]);
});

test('axe finds no problem on further states of the screens for members', async ({
  page,
  signedIn: { api },
}) => {
  await rate(api, 1, 9);
  expect(await lookAtAll(page, STATES.member)).toEqual([]);
});

test('axe finds no problem on the wizard steps and on their errors', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  const found = await findings(page, 'step 1 with an error', DARK_PHONE);
  await page.getByRole('button', { name: 'Terms of Service' }).click();
  found.push(...(await findings(page, 'terms', LIGHT_DESKTOP)));
  await page.keyboard.press('Escape');
  await steppedBack(page);
  await page.reload();
  await signUp(page, makeIdentity());
  await expect(page.getByRole('checkbox', { name: 'Netflix' })).toBeVisible();
  found.push(...(await findings(page, 'step 4', DARK_PHONE)));
  expect(found).toEqual([]);
});

test('axe finds no problem in dialogs over a title', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/hidden/media/2');
  await expect(page.getByRole('region', { name: 'Where to watch' }).getByRole('link').first()).toBeVisible();
  const found = await lookAt(page, 'title');
  const sheet = page.getByRole('dialog').first();
  await sheet.getByRole('button', { name: 'Lists' }).click();
  await expect(page.getByRole('checkbox', { name: /Watch Later/ })).toBeVisible();
  found.push(...(await findings(page, 'lists', LIGHT_DESKTOP)));
  await page.keyboard.press('Escape');

  await pickStars(sheet, '5 stars');
  await expect(page.getByRole('button', { name: 'Maybe later' })).toBeVisible();
  found.push(...(await findings(page, 'share suggestion and toast', DARK_PHONE)));
  await page.getByRole('button', { name: 'Maybe later' }).click();
  await sheet.getByRole('button', { name: 'Add tags' }).click();
  await sheet.getByRole('button', { name: 'Atmospheric' }).click();
  found.push(...(await findings(page, 'rating', LIGHT_DESKTOP)));

  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    sheet.getByRole('region', { name: 'Where to watch' }).getByRole('link').first().click(),
  ]);
  await popup.close();
  await expect(page.getByRole('dialog', { name: 'How much did you like this title?' })).toBeVisible();
  found.push(...(await findings(page, 'interaction', DARK_PHONE)));
  expect(found).toEqual([]);
});

test('axe finds no problem in dialogs over a page', async ({ page, inbox, signedIn, problems }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/rating');
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await giveStars(page, '2 stars');
  const found = await findings(page, 'rate tab with a toast', LIGHT_DESKTOP);
  await page.goto('/discover');
  await expect(cards(page.getByRole('main')).first()).toBeVisible();
  await page.keyboard.press('?');
  found.push(...(await findings(page, 'keys', LIGHT_DESKTOP)));
  problems.allow(/status of (404|422).*999999999/);
  await page.goto('/discover/media/999999999');
  await expect(page.getByText('This title does not exist.')).toBeVisible();
  found.push(...(await findings(page, 'no such title', DARK_PHONE)));
  // The free plan needs a confirmed address.
  await confirmAddress(page, inbox, signedIn.email);
  await signedIn.api('POST /api/v1/plans/change', { body: { plan_id: 'free_for_life' } });
  await page.goto('/checkout_success');
  await page.getByRole('button', { name: 'Tell us how you heard about us' }).click();
  const referral = page.getByRole('button', { name: 'Not now' });
  await expect(referral).toBeVisible();
  found.push(...(await findings(page, 'referral question', LIGHT_DESKTOP)));
  await referral.click();
  await page.getByRole('button', { name: 'Select Genres' }).click();
  await expect(page.getByRole('checkbox', { name: 'Horror' })).toBeVisible();
  found.push(...(await findings(page, 'genres', DARK_PHONE)));
  await page.goto('/delete_account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await findings(page, 'delete account', LIGHT_DESKTOP)));
  expect(found).toEqual([]);
});

test('axe finds no problem in the dialogs about a plan and about the share link', async ({
  page,
  signedIn,
}) => {
  await buy(signedIn, 'monthly');
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Switch Yearly' }).click();
  await expect(page.getByRole('dialog').getByText('Due now')).toBeVisible();
  const found = await findings(page, 'switch', DARK_PHONE);
  await page.getByRole('button', { name: 'Keep my plan' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel your subscription?' })).toBeVisible();
  found.push(...(await findings(page, 'cancel', LIGHT_DESKTOP)));

  const { user_list: list } = await signedIn.api('POST /api/v1/user_lists', {
    body: { name: 'Rainy Sundays' },
  });
  await page.goto(`/my_lists/${list.id}`);
  await page.getByRole('button', { name: 'Share List' }).click();
  await page.getByRole('button', { name: 'Renew link' }).click();
  await expect(page.getByRole('dialog', { name: 'Renew the link?' })).toBeVisible();
  found.push(...(await findings(page, 'renew link', DARK_PHONE)));
  expect(found).toEqual([]);
});

test('axe finds no problem on a title when a visitor opens it', async ({ page }) => {
  await page.goto('/discover/media/2');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await settle(page);
  expect(await findings(page, 'title for visitors', DARK_PHONE)).toEqual([]);
});

test('axe finds no problem on a new key and in the settings of pushes', async ({ page, signedIn }) => {
  await page.goto('/settings?tab=connections');
  await page.getByRole('textbox', { name: 'Name' }).fill('Home server');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  const found = await findings(page, 'a key that is shown once', DARK_PHONE);
  await page.getByRole('button', { name: 'Revoke “Home server”' }).click();
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeVisible();
  found.push(...(await findings(page, 'revoke', LIGHT_DESKTOP)));

  // The stack has no keys for pushes, without which the settings are not shown.
  await page.route('**/api/v1/push', (route) => route.fulfill({ json: { public_key: 'key' } }));
  const settings = page.getByRole('dialog', { name: 'Email me when' });
  const open = async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Change notifications' }).click();
    await expect(settings.getByRole('switch', { name: /An episode of a series/ })).toBeVisible();
  };
  await open();
  found.push(...(await findings(page, 'pushes that are off', LIGHT_DESKTOP)));
  await signedIn.api('PUT /api/v1/user', { body: { user: { push_preferences: { episode: true } } } });
  await open();
  await expect(settings.getByLabel('Until')).toBeVisible();
  found.push(...(await findings(page, 'pushes that are on', DARK_PHONE)));
  expect(found).toEqual([]);
});
