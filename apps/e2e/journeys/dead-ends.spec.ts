// Tests the web app with a mailed link that no longer works, with a stored token that is too short, and without an answer
// of the server.
import { onPhones } from '../support/phones.ts';
import { expect, test } from '../support/test.ts';

onPhones(() => {
  test('each mailed link that no longer works has a title of its own and one way on', async ({
    page,
    problems,
  }) => {
    problems.allow(/status of 422.*confirm_email/);
    problems.allow(/status of 422.*restore_email/);
    problems.allow(/status of 422.*password/);
    for (const [address, button, title, way] of [
      ['/confirm_email?code=dead', 'Confirm my address', 'Confirmation link no longer works', 'Log in'],
      ['/restore_email?code=dead', 'Restore this address', 'Restore link no longer works', 'Contact Us'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('button', { name: button }).tap();
      await expect(page).toHaveTitle(`${title} · Marquee`);
      await expect(page.getByRole('link', { name: way }).first()).toBeVisible();
    }
    await page.goto('/users/password/edit?reset_password_token=dead');
    await page.getByLabel('New password').fill('popcorn and 2 seats');
    await page.getByLabel('Repeat password').fill('popcorn and 2 seats');
    await page.getByRole('button', { name: 'Set the password' }).tap();
    await expect(page.getByText('Reset password token is invalid')).toBeVisible();
    await expect(page).toHaveTitle('Reset link no longer works · Marquee');
    await expect(page.getByRole('link', { name: 'Request another link' })).toBeVisible();
  });

  test('an address that cannot be decoded shows the page for unknown addresses', async ({
    page,
    signedIn,
    problems,
  }) => {
    problems.allow(/status of 404.*%/);
    expect(signedIn.user.id).toBeGreaterThan(0);
    for (const address of ['/my_lists/%', '/people/%ff', '/%zz']) {
      await page.goto(address);
      await expect(page).toHaveTitle('Page not found · Marquee');
      await expect(page.getByRole('link', { name: 'Discover' }).first()).toBeVisible();
    }
  });

  test('a title closes in place when the stored token has ten characters or fewer', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.user.access_token.length).toBeGreaterThan(10);
    await page.goto('/discover/media/2');
    const title = page.getByRole('dialog');
    await expect(title.getByRole('region', { name: 'Where to watch' })).toBeVisible();
    // The reply to a request with this token would end the session, so that the page shows the landing page.
    await page.route('**/api/**', () => undefined);
    await page.evaluate(() => localStorage.setItem('access_token', '0123456789'));
    await title.getByRole('button', { name: 'Close' }).tap();
    await expect(title).toHaveCount(0);
    await expect(page).toHaveURL('/discover/media/2');
  });

  test('feedback that the server did not answer says so, is still in the field, and can be sent again', async ({
    context,
    page,
    signedIn,
    problems,
  }) => {
    problems.allow(/feedback/);
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/settings?tab=feedback');
    const field = page.getByRole('textbox');
    await field.fill('More westerns, please.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Submit' }).tap();
    await expect(page.getByText('Unknown error trying to send feedback')).toBeVisible();
    await expect(field).toHaveValue('More westerns, please.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Submit' }).tap();
    await expect(page.getByText('Thank you. Your feedback has been sent.')).toBeVisible();
  });
});
