// Somebody with two tastes sees a row for each, and says in Your taste what each is called and which is not theirs.
import type { Client } from '@marquee/contracts/client';
import { toast } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { rate } from '../support/users.ts';

const RATINGS: Record<string, number> = {
  'Three Days of the Condor': 10,
  'The Parallax View': 9,
  "All the President's Men": 10,
  'The Conversation': 9,
  'Crash Landing on You': 10,
  'My Mister': 10,
  Vincenzo: 10,
  'The Notebook': 4,
};

async function rateAll(api: Client): Promise<void> {
  for (const [title, rating] of Object.entries(RATINGS)) {
    const { media } = await api('GET /api/v2/media', {
      query: { selection: 'search', query: title, view: 'card' },
    });
    const found = media.find((medium) => medium.title === title);
    if (!found) throw new Error(`There is no title ${title}`);
    await rate(api, found.id, rating);
  }
}

test('a member with two tastes has a row for each, renames one, and dismisses the other and takes it back', async ({
  page,
  signedIn: { api },
}) => {
  await rateAll(api);
  await page.goto('/discover');
  const rows = page.getByRole('heading', { level: 2 });
  const own = rows.filter({ hasText: /^For your / });
  await expect(own).toHaveCount(2);
  expect((await own.allTextContents()).sort()).toEqual([
    'For your Korean dramas',
    'For your political thrillers',
  ]);
  const order = await rows.allTextContents();
  const recommended = order.indexOf('Recommended for you');
  expect(order.slice(recommended + 1, recommended + 3)).toEqual(await own.allTextContents());

  await own.filter({ hasText: 'Korean dramas' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'For your Korean dramas' })).toBeVisible();

  await page.goto('/rating/taste');
  const tastes = page.getByRole('region', { name: 'Your tastes' });
  await expect(tastes.getByRole('heading', { level: 3 })).toHaveCount(2);
  await tastes.getByRole('button', { name: 'Rename Political thrillers' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nobody is to be trusted');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tastes.getByRole('heading', { name: 'Nobody is to be trusted' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const isDismissed = async () =>
    (await api('GET /api/v1/taste')).taste.groups.map(({ name, dismissed }) => [name, dismissed]).sort();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/taste/groups/'),
  );
  await tastes.getByRole('button', { name: 'Not me: Korean dramas' }).click();
  expect((await saved).status()).toBe(200);
  await expect(toast(page)).toContainText('“Korean dramas” counts less from now on.');
  expect(await isDismissed()).toEqual([
    ['Korean dramas', true],
    ['Nobody is to be trusted', false],
  ]);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tastes.getByRole('button', { name: 'Not me: Korean dramas' })).toBeVisible();
  await expect.poll(isDismissed).toEqual([
    ['Korean dramas', false],
    ['Nobody is to be trusted', false],
  ]);
});
