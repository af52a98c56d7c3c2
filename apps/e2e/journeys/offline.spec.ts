// Without a connection the lists last seen are shown with their time, and never after the session has ended.

import { makeList } from '../support/lists.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a member without a connection sees the lists last seen, and nothing after signing out', async ({
  page,
  context,
  problems,
  signedIn,
}) => {
  const { id, titles } = await makeList(signedIn, 2);
  const [first = '', second = ''] = titles;
  await page.goto(`/my_lists/${id}`);
  await expect(page.getByRole('link', { name: first }).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(async () => {
    await page.goto('/offline.html');
    await expect(page.getByRole('heading', { name: 'Rainy days' })).toBeVisible({ timeout: 500 });
  }).toPass();

  // The device stores the files of the offline page, and no answer and no picture.
  const stored = await page.evaluate(async () => {
    const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(open.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/offline.html');
  expect(stored.filter((path) => !/^\/(offline\.html|assets\/[\w-]+\.(css|js|woff2))$/.test(path))).toEqual(
    [],
  );

  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.goto(`/my_lists/${id}`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('2 titles. Last seen on')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: second })).toBeVisible();

  // The page opens as soon as the connection is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Rainy days', level: 1 })).toBeVisible();

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/$/);
  await context.setOffline(true);
  await page.goto('/my_lists');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('Rainy days')).toHaveCount(0);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
});
