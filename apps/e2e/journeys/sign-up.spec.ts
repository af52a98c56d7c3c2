// Tests the four steps of the wizard and the limits of their fields: docs/product.md#sign-up.
import type { Page } from 'playwright/test';
import { signUp } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { connect, makeIdentity, PASSWORD } from '../support/users.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const step = (page: Page, number: number) => page.getByRole('list', { name: `Step ${number} of 4` });

test('step 1 of the sign-up requires both check boxes (terms, age) and an email that no account uses', async ({
  page,
  member,
}) => {
  await page.goto('/register');
  await expect(step(page, 1).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Log in' }).last()).toHaveAttribute('href', '/login');
  await expect(next(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await expect(next(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await expect(next(page)).toBeEnabled();
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).uncheck();
  await expect(next(page)).toBeDisabled();

  await page.getByRole('button', { name: 'Terms of Service' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of Service' });
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('checkbox', { name: 'I accept the Terms of Service' })).toBeChecked();

  await next(page).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(member.email.toUpperCase());
  await next(page).click();
  await expect(page.getByText('Email has already been taken')).toBeVisible();
  await expect(step(page, 1)).toBeVisible();

  await page.getByLabel('Email', { exact: true }).fill(makeIdentity().email);
  await page.getByLabel('Email', { exact: true }).press('Enter');
  await expect(step(page, 2)).toBeVisible();
});

test('step 2 of the sign-up requires a free display name of 3 to 16 letters and digits', async ({
  page,
  member,
}) => {
  await page.goto('/register');
  await page.getByLabel('Email', { exact: true }).fill(makeIdentity().email);
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await next(page).click();

  const name = page.getByLabel('Public display name');
  const refused: [string, string][] = [
    ['', 'Display name is required'],
    ['ab', 'Display name must have 3 to 16 characters'],
    ['a'.repeat(17), 'Display name must have 3 to 16 characters'],
    ['12345', 'Display name must have at least one letter'],
    ['a b c', 'Display name may only have letters and digits'],
    ['bad-name', 'Display name may only have letters and digits'],
    [member.user.display_name.toUpperCase(), 'Display name has already been taken'],
  ];
  for (const [given, sentence] of refused) {
    await name.fill(given);
    await next(page).click();
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(step(page, 2)).toBeVisible();
  }
  await name.fill(makeIdentity().displayName);
  await name.press('Enter');
  await expect(step(page, 3)).toBeVisible();

  await page.reload();
  await expect(step(page, 3), 'a reload keeps what was checked').toBeVisible();
  await page.goBack();
  await expect(step(page, 2)).toBeVisible();
});

test('step 3 of the sign-up shows the password hint in green or red, and a reload keeps step 4', async ({
  page,
  origin,
}) => {
  const identity = makeIdentity();
  await page.goto('/register');
  await page.getByLabel('Email', { exact: true }).fill(identity.email);
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await next(page).click();
  await page.getByLabel('Public display name').fill(identity.displayName);
  await next(page).click();

  const password = page.getByLabel('Password');
  const hint = page.getByText('(at least 8 characters and 1 number)');
  const tone = () => hint.evaluate((element) => getComputedStyle(element).color);
  await expect(next(page)).toBeDisabled();
  const red = await tone();
  for (const bad of ['short 1', 'no number here']) {
    await password.fill(bad);
    await expect(next(page)).toBeDisabled();
    expect(await tone()).toBe(red);
  }
  await password.fill('');
  await expect(page.getByText('Password is required')).toBeVisible();
  await password.fill('exactly8');
  await expect(next(page)).toBeEnabled();
  const green = await tone();
  const [r = 0, g = 0] = (green.match(/\d+/g) ?? []).map(Number);
  expect(g, `${green} is green`).toBeGreaterThan(r);
  const [badR = 0, badG = 0] = (red.match(/\d+/g) ?? []).map(Number);
  expect(badR, `${red} is red`).toBeGreaterThan(badG);
  await password.pressSequentially('-'.repeat(40));
  await expect(password).toHaveValue(`exactly8${'-'.repeat(24)}`);

  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(step(page, 4)).toBeVisible();
  const saved = () => page.evaluate(() => localStorage.getItem('access_token'));
  expect((await saved())?.length).toBeGreaterThan(10);

  await page.reload();
  await expect(step(page, 4)).toBeVisible();
  await page.goto('/discover');
  await expect(page, 'the wizard comes first').toHaveURL(`${origin}/register`);
  await expect(step(page, 4)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Max' }).check();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Which of these have you seen?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Max' })).toBeChecked();
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
});

test('step 3 of the sign-up returns to step 1 when the email was taken after step 1', async ({
  page,
  origin,
  problems,
}) => {
  problems.allow(/422 .*\/users/);
  const identity = makeIdentity();
  await page.goto('/register');
  await page.getByLabel('Email', { exact: true }).fill(identity.email);
  await page.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await page.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  await next(page).click();
  await page.getByLabel('Public display name').fill(identity.displayName);
  await next(page).click();
  const taken = await page.request.post(`${origin}/users`, {
    data: {
      user: { email: identity.email, display_name: makeIdentity().displayName, password: PASSWORD },
    },
  });
  expect(taken.status()).toBe(201);
  await page.getByLabel('Password').fill(PASSWORD);
  await next(page).click();
  await expect(step(page, 1)).toBeVisible();
  await expect(page.getByText('Email has already been taken')).toBeVisible();
});

test('Finish later keeps the session and offers step 4 or continuing without streaming services', async ({
  page,
}) => {
  const identity = makeIdentity();
  await page.goto('/register');
  await signUp(page, identity);
  await page.getByRole('link', { name: 'Finish later' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
  await page.goto('/');
  await expect(step(page, 4)).toBeVisible();
  await page.goto('/logout');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.getByLabel('Email').fill(identity.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(step(page, 4)).toBeVisible();
  await page.getByRole('link', { name: 'Finish later' }).click();
  await page.getByRole('button', { name: 'Continue without choosing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
});

test('who comes back to the front page at the streaming services goes on to the titles to rate', async ({
  context,
  page,
  origin,
}) => {
  const { email, displayName } = makeIdentity();
  const { user } = await connect(origin)('POST /users', {
    body: { user: { email, password: PASSWORD, display_name: displayName } },
  });
  await context.setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'access_token', value: user.access_token }] }],
  });
  await page.goto('/');
  await page.getByRole('checkbox', { name: 'Netflix' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/welcome/rate');
});
