// Without a connection, the app shows the lists that the member saw last, with their time. After the end of
// the session, the app shows no list.
import type { Page } from 'playwright/test';
import { makeList } from '../support/lists.ts';
import { disableAccount } from '../support/operator.ts';
import { expect, test } from '../support/test.ts';
import type { Member } from '../support/users.ts';

test.use({ serviceWorkers: 'allow' });

const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** Returns the names of the lists that are saved in IndexedDB. */
const savedLists = (page: Page) =>
  page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name === 'offline-lists');
    if (!found) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('offline-lists');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = db.transaction('lists').objectStore('lists').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    db.close();
    return reading.result.map(({ name }: { name: string }) => name);
  });

/** Opens a page without a connection. The browser applies the loss to the service worker a moment after the page. */
async function openOffline(page: Page, path: string): Promise<void> {
  await page.context().setOffline(true);
  await expect(async () => {
    await page.goto(path);
    expect(await page.getByRole('heading', { name: 'You are offline' }).isVisible()).toBe(true);
  }).toPass();
}

test('a member sees the last seen lists while offline, and sees no list after signing out', async ({
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
  await expect.poll(() => savedLists(page)).toEqual(['Rainy days']);
  await page.goto('/offline.html');
  await expect(page.getByRole('heading', { name: 'Rainy days' })).toBeVisible();

  // The service worker stores the files of the offline page, but no API reply and no picture.
  const stored = await page.evaluate(async () => {
    const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(open.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toContain('/offline.html');
  expect(stored.filter((path) => /-basic-[\w-]+\.woff2$/.test(path))).toHaveLength(2);
  expect(stored.filter((path) => !/^\/(offline\.html|assets\/[\w-]+\.(css|js|woff2))$/.test(path))).toEqual(
    [],
  );

  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await openOffline(page, `/my_lists/${id}`);
  await expect(page.getByText('2 titles. Last seen on')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: second })).toBeVisible();

  // The page opens as soon as the connection is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Rainy days', level: 1 })).toBeVisible();

  const landed = page.waitForResponse(/\/api\/v1\/plans(?:\?|$)/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/$/);
  // The landing page says in the console when the connection ends before its plans are there.
  await (await landed).finished();
  await openOffline(page, '/my_lists');
  await expect(page.getByText('Rainy days')).toHaveCount(0);
  expect(await databases(page)).toEqual([]);
});

const ENDS: [status: number, end: (member: Member) => Promise<unknown>][] = [
  [401, ({ api }) => api('POST /users/sign_out', { body: { everywhere: true } })],
  [403, ({ email }) => disableAccount(email)],
];
for (const [status, end] of ENDS) {
  test(`the lists last seen are deleted when the server ends the session with ${status}`, async ({
    page,
    problems,
    signedIn,
  }) => {
    problems.allow(new RegExp(`status of ${status}`));
    const { id } = await makeList(signedIn, 2);
    await page.goto(`/my_lists/${id}`);
    await expect.poll(() => savedLists(page)).toEqual(['Rainy days']);
    await end(signedIn);
    await page.getByRole('navigation').getByRole('link', { name: 'Rating' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(() => databases(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await page.goto('/offline.html');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByText('Rainy days')).toHaveCount(0);
  });
}
