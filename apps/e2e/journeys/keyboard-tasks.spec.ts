// A visitor signs up, a member makes a list, enters a price and leads a round, all by keyboard alone. No journey in
// this file uses a pointer.
import type { Locator, Page } from 'playwright/test';
import { steppedBack, textOf } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { createMember, makeIdentity, PASSWORD } from '../support/users.ts';

const MAX_TABS = 80;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${element}`);
}

async function press(page: Page, element: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

async function type(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.type(text);
}

test('a visitor signs up and reaches Discover by keyboard alone', async ({ page }) => {
  const { email, displayName } = makeIdentity();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Sign up' }).first());
  await type(page, page.getByLabel('Email', { exact: true }), email);
  await press(page, page.getByRole('checkbox', { name: 'I accept the Terms of Service' }), 'Space');
  await press(page, page.getByRole('checkbox', { name: 'I am 13 or older' }), 'Space');
  await press(page, button('Next'));
  await type(page, page.getByLabel('Public display name'), displayName);
  await page.keyboard.press('Enter');
  await type(page, page.getByLabel('Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('checkbox', { name: 'Netflix' }), 'Space');
  await press(page, page.getByRole('checkbox', { name: 'Comedy' }), 'Space');
  await press(page, button('Save'));
  await expect(page).toHaveURL('/welcome/rate');
  await expect(page.getByRole('heading', { level: 1, name: 'Which of these have you seen?' })).toBeVisible();
  await press(page, page.getByRole('main').getByRole('link', { name: 'Skip' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeAttached();
});

test('a member makes a list and puts a title in it by keyboard alone', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/my_lists');
  await press(page, page.getByRole('button', { name: 'Manage lists' }));
  const manage = page.getByRole('dialog', { name: 'Manage lists' });
  await press(page, manage.getByRole('button', { name: 'New list' }));
  await type(page, manage.getByLabel('Name of the new list'), 'Rainy days');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Save these changes?' });
  await press(page, asked.getByRole('button', { name: 'Save' }));
  await expect(manage).toBeHidden();
  await expect(page.getByRole('button', { name: 'Manage lists' }), 'the focus is back').toBeFocused();
  await steppedBack(page);

  await page.goto('/discover/media/2');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Lists', exact: true }));
  const lists = page.getByRole('dialog', { name: 'add or edit lists' });
  await press(page, lists.getByRole('checkbox', { name: /Rainy days/ }), 'Space');
  await press(page, lists.getByRole('button', { name: 'Save' }));
  await expect(lists).toBeHidden();
  const count = async () => {
    const { user_lists: all } = await api('GET /api/v1/user_lists');
    return all.find(({ name }) => name === 'Rainy days')?.count_media;
  };
  await expect.poll(count).toBe(1);
});

test('Esc cancels and Enter confirms the question of adding and of removing a title', async ({
  page,
  signedIn: { api },
}) => {
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  await page.goto(`/my_lists/${list.id}`);
  await type(page, page.getByRole('textbox', { name: 'Add a title' }), 'spirited away');
  const add = page.getByRole('button', { name: 'Add Spirited Away' });
  await expect(add).toBeVisible();
  const card = page.getByRole('main').getByRole('link', { name: 'Spirited Away', exact: true });
  for (const [opener, key, question] of [
    [add, 'Enter', page.getByRole('dialog', { name: 'Add this title?' })],
    [card, 'x', page.getByRole('dialog', { name: 'Remove this title?' })],
  ] as const) {
    await tabTo(page, opener);
    await page.keyboard.press(key);
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(opener, 'the focus is back').toBeFocused();
    await page.keyboard.press(key);
    await expect(question.getByRole('button').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
  }
  await expect(page.getByText('No items present in this list')).toBeVisible();
});

test('a member enters a price and leads a round by keyboard alone', async ({ page, origin, signedIn }) => {
  expect(signedIn.services).toContain('Netflix');
  await page.goto('/worth');
  const netflix = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Netflix' }) });
  await press(page, netflix.getByText('Titles and price'));
  await press(page, page.getByRole('button', { name: 'Change the price of Netflix' }));
  const price = page.getByLabel('What you pay a month (USD)');
  await tabTo(page, price);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('15.49');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your price, entered on/)).toBeVisible();

  await page.goto('/together');
  await press(page, page.getByRole('button', { name: 'Start a round' }));
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { api } = await createMember(origin);
  await api('POST /api/v1/rounds/{code}/join', { params: { code }, body: {} });
  await press(page, page.getByRole('button', { name: 'Start', exact: true }));
  const asked = page.getByRole('main').getByRole('heading', { level: 2 });
  const yes = page.getByRole('button', { name: 'Yes', exact: true });
  await expect(yes).toBeVisible();
  const first = await textOf(asked);
  await press(page, yes);
  await expect(asked).not.toHaveText(first);
  const second = await textOf(asked);
  await page.keyboard.press('ArrowLeft');
  await expect(asked).not.toHaveText(second);
});
