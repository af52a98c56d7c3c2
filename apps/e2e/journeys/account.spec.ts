// Tests login, logout, a session that the server ended, password reset and account deletion.
import type { Page } from 'playwright/test';
import { awaitMail, linkTo } from '../support/inbox.ts';
import { settle } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';
import { connect, PASSWORD, solveBotCheck } from '../support/users.ts';

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'));

test('the login opens the redirect target, and the logout opens the landing page', async ({
  page,
  member,
  problems,
}) => {
  problems.allow(/422 .*\/users\/sign_in/);
  await page.goto('/rating?tab=history');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('redirect_to'))).toBe('/rating?tab=history');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await logIn(page, member.email, 'not the 1 password');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password.' })).toBeVisible();
  await logIn(page, 'nobody@example.com');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password.' })).toBeVisible();
  expect(await token(page)).toBeNull();

  await logIn(page, member.email.toUpperCase());
  await expect(page).toHaveURL('/rating?tab=history');
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('redirect_to'))).toBeNull();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();

  await page.getByRole('navigation').getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await token(page)).toBeNull();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toHaveCount(0);
});

test('a reply with 401 removes the token and opens the landing page', async ({
  page,
  signedIn,
  problems,
}) => {
  problems.allow(/401/);
  problems.allow(/The user could not be loaded/);
  await page.goto('/rating');
  await expect(page.getByRole('tab', { name: 'History' })).toBeVisible();
  await settle(page);
  await page.getByRole('tab', { name: 'History' }).focus();
  await signedIn.api('POST /api/v1/users/destroy');
  // A late request of the page may end the session first, so this does not wait for the tab as a click does.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible();
  expect(await token(page)).toBeNull();

  await page.evaluate(() => localStorage.setItem('access_token', 'a token that nobody ever signed'));
  await page.goto('/search?query=dark');
  await expect(page).toHaveURL('/');
  expect(await token(page)).toBeNull();
});

test('a forgotten password is reset through the link in the email', async ({
  page,
  member,
  origin,
  inbox,
  problems,
}) => {
  problems.allow(/422 .*\/users\/password/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email not found')).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email sent! Please check your email inbox.')).toBeVisible();

  const link = linkTo(await awaitMail(inbox, member.email, /password/i), '/users/password/edit');
  await page.goto(link);
  const reset = async (password: string, again: string) => {
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Repeat password').fill(again);
    await page.getByRole('button', { name: 'Set the password' }).click();
  };
  await reset('an other 1 seat', 'an other 2 seats');
  await expect(page.getByText('Password must match with confirmation')).toBeVisible();
  await reset('an other 1 seat', 'an other 1 seat');
  await expect(page.getByText('Password was reset successfully.')).toBeVisible();
  await awaitMail(inbox, member.email, /changed/i);

  await expect(member.api('GET /api/v1/user'), 'every older token has ended').rejects.toMatchObject({
    status: 401,
  });
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, member.email, 'an other 1 seat');
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();

  await page.goto(link);
  await reset('once more 3', 'once more 3');
  await expect(page.getByText('Reset password token is invalid')).toBeVisible();
  const refused = connect(origin)('POST /users/sign_in', {
    body: {
      user: { email: member.email, password: PASSWORD },
      recaptcha: await solveBotCheck(origin, 'login'),
    },
  });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_credentials' });
});

test('a visitor deletes the account through the link in the email', async ({
  page,
  member,
  origin,
  inbox,
}) => {
  await page.goto('/delete_account');
  await page.getByRole('button', { name: 'Email me a confirmation link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email of the account').fill(member.email);
  await page.getByRole('button', { name: 'Email me a confirmation link' }).click();
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();

  const mail = await awaitMail(inbox, member.email, /delet/i);
  await page.goto(linkTo(mail, '/confirm_delete_account'));
  await expect(page.getByText(member.email)).toBeVisible();
  expect((await member.api('GET /api/v1/user')).user.email, 'opening the link deletes nothing').toBe(
    member.email,
  );
  await page.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page.getByRole('heading', { name: 'Goodbye' })).toBeVisible();
  await expect(member.api('GET /api/v1/user')).rejects.toMatchObject({ status: 401 });
  const free = await connect(origin)('POST /api/v1/users/check_email_exists', {
    body: { email: member.email, recaptcha: await solveBotCheck(origin, 'signup_email') },
  });
  expect(free.email_exists).toBe(false);
});

test('a member deletes the account immediately after a confirmation', async ({ page, signedIn }) => {
  await page.goto('/delete_account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete your account?' });
  await asked.getByRole('button', { name: 'Keep it' }).click();
  await expect(asked).toBeHidden();
  expect((await signedIn.api('GET /api/v1/user')).user.email).toBe(signedIn.email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await asked.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('status')).toHaveText(/^Your account is deleted/);
  await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible();
  expect(await token(page)).toBeNull();
  await page.reload();
  await page.getByRole('link', { name: 'Log in' }).click();
  // Wait until the login has loaded and the address has changed. An earlier Back would leave the landing page.
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page.getByRole('status'), 'the notice is still shown after a reload and Back').toHaveText(
    /^Your account is deleted/,
  );
  await expect(signedIn.api('GET /api/v1/user')).rejects.toMatchObject({ status: 401 });
});
