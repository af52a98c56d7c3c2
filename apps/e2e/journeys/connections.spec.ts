// A member connects a script with a key, and takes the key back.
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a key that a member makes reads titles, changes nothing, and ends when it is revoked', async ({
  page,
  origin,
  context,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Connections' }).tap();
  await page.getByRole('textbox', { name: 'Name' }).fill('Home server');
  await page.getByRole('button', { name: 'Make a key' }).tap();
  await page.getByRole('button', { name: 'Copy key' }).tap();
  const secret = await page.evaluate(() => navigator.clipboard.readText());

  const call = (path: string, method = 'GET') =>
    fetch(`${origin}${path}`, { method, headers: { authorization: `Bearer ${secret}` } });
  expect((await call('/api/v1/tonight')).status).toBe(200);
  expect((await call('/api/v1/tonight/1/not_tonight', 'POST')).status).toBe(403);
  expect((await call('/api/v1/user')).status).toBe(403);

  await page.reload();
  await expect(page.getByText(secret)).toBeHidden();
  await expect(page.getByText(/Last used on/)).toBeVisible();
  await page.getByRole('button', { name: 'Revoke “Home server”' }).tap();
  await page.getByRole('button', { name: 'Revoke', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Home server', exact: true })).toBeHidden();
  expect((await call('/api/v1/tonight')).status).toBe(401);
});
