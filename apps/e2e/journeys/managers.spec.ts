// Each dialog of the settings shows the saved values when it is opened again.
import type { Locator, Page } from 'playwright/test';
import { pickStars, steppedBack } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';

/** Opens the dialog with the button, runs `act` and waits until the dialog is closed and has stepped back. */
async function inDialog(page: Page, opener: Locator, act: (dialog: Locator) => Promise<void>): Promise<void> {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await act(dialog);
  await expect(dialog).toHaveCount(0);
  await steppedBack(page);
}

test('Manage lists shows the saved lists when it is opened again', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/my_lists');
  const manage = page.getByRole('button', { name: 'Manage lists' });
  const save = async (dialog: Locator) => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog', { name: 'Save these changes?' })
      .getByRole('button', { name: 'Save' })
      .click();
  };
  await inDialog(page, manage, async (dialog) => {
    for (const name of ['Rainy days', 'Snow']) {
      await dialog.getByRole('button', { name: 'New list' }).click();
      await dialog.getByLabel('Name of the new list').last().fill(name);
    }
    await save(dialog);
  });
  await inDialog(page, manage, async (dialog) => {
    await dialog.getByLabel('Name of Rainy days').fill('Sunny days');
    await dialog.getByRole('button', { name: 'Delete Snow' }).click();
    await save(dialog);
  });
  await inDialog(page, manage, async (dialog) => {
    await expect(dialog.getByLabel('Name of Sunny days')).toHaveValue('Sunny days');
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });
  await expect(page.getByRole('link', { name: 'Open Snow' })).toHaveCount(0);
});

test('the dialogs of the settings show the saved values when they are opened again', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.services).toEqual(['Netflix', 'Prime Video']);
  await page.goto('/settings');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const pressSave = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' }).click();

  await inDialog(page, button('Change streaming services'), async (dialog) => {
    await dialog.getByRole('checkbox', { name: 'Netflix' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Hulu' }).check();
    await pressSave(dialog);
  });
  await inDialog(page, button('Change streaming services'), async (dialog) => {
    await expect(dialog.getByRole('checkbox', { name: 'Hulu' })).toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Netflix' })).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  await inDialog(page, button('Change genres'), async (dialog) => {
    await dialog.getByRole('checkbox', { name: 'Horror' }).check();
    await pressSave(dialog);
  });
  await inDialog(page, button('Change genres'), async (dialog) => {
    await expect(dialog.getByRole('checkbox', { name: 'Horror' })).toBeChecked();
    await page.keyboard.press('Escape');
  });

  const shared = 'Someone shares a list with me';
  await inDialog(page, button('Change notifications'), async (dialog) => {
    await dialog.getByRole('switch', { name: shared }).uncheck();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });
  await inDialog(page, button('Change notifications'), async (dialog) => {
    await expect(dialog.getByRole('switch', { name: shared })).not.toBeChecked();
    await page.keyboard.press('Escape');
  });

  await inDialog(page, button('Edit account'), async (dialog) => {
    await dialog.getByLabel('First name').fill('Grace');
    await dialog.getByLabel('Birthdate').fill('1990-12-31');
    await pressSave(dialog);
  });
  await inDialog(page, button('Edit account'), async (dialog) => {
    await expect(dialog.getByLabel('First name')).toHaveValue('Grace');
    await expect(dialog.getByLabel('Birthdate')).toHaveValue('1990-12-31');
    await page.keyboard.press('Escape');
  });
});

test('the share dialog shows the saved addresses when it is opened again', async ({
  page,
  signedIn: { api },
}) => {
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  for (const [address, opener, email] of [
    [`/my_lists/${list.id}`, 'Share List', 'grace@example.com'],
    ['/my_lists', 'Share List Rainy days', 'alan@example.com'],
  ] as const) {
    await page.goto(address);
    const share = page.getByRole('button', { name: opener, exact: true });
    await inDialog(page, share, async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
    });
    await inDialog(page, share, async (dialog) => {
      const shares = dialog.getByRole('list', { name: 'Shared with' });
      await expect(shares.getByText(email)).toBeVisible();
      await expect(shares.getByText('will be invited')).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      await page.keyboard.press('Escape');
    });
  }
});

test('the stars, tags and lists of a title show the saved values when it is opened again', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/search/media/2');
  const sheet = page.getByRole('dialog').first();
  await pickStars(sheet, '3.5 stars');
  await sheet.getByRole('button', { name: 'Add tags' }).click();
  const tagged = page.waitForResponse((response) => response.request().method() === 'POST');
  await sheet.getByRole('button', { name: 'Bleak' }).click();
  await tagged;
  await page.reload();
  await expect(sheet.getByRole('radio', { name: '3.5 stars' })).toBeChecked();
  await expect(sheet.getByRole('list', { name: 'Tags' })).toHaveText('Bleak');

  const lists = page.getByRole('dialog', { name: 'add or edit lists' });
  const later = lists.getByRole('checkbox', { name: /Watch Later/ });
  await sheet.getByRole('button', { name: 'Lists' }).click();
  await later.check();
  await lists.getByRole('textbox', { name: 'New list' }).fill('Rainy days');
  await lists.getByRole('button', { name: 'Create' }).click();
  await expect(lists.getByRole('checkbox', { name: /Rainy days/ })).toBeChecked();
  await lists.getByRole('button', { name: 'Save' }).click();
  await expect(lists).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Lists' }).click();
  await expect(later).toBeChecked();
  await expect(lists.getByRole('checkbox', { name: /Rainy days/ })).toBeChecked();
});
