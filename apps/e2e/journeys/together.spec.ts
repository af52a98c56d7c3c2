// Two members edit one list in two browsers. Each browser shows the changes of the other member without a
// reload.
import { cards } from '../support/actions.ts';
import { makeList } from '../support/lists.ts';
import { expect, test } from '../support/test.ts';
import { createMember } from '../support/users.ts';

test('two members of a collaborative list see each title that the other member adds or removes, without reloading', async ({
  page,
  browser,
  origin,
  problems,
  signedIn: owner,
}) => {
  const { id, titles } = await makeList(owner, 3);
  const [first = ''] = titles;
  await owner.api('PUT /api/v1/user_lists/{id}', {
    params: { id: String(id) },
    body: { user_list: { collaborate: true } },
  });
  const { user_list: shared } = await owner.api('GET /api/v1/user_lists/{id}', {
    params: { id: String(id) },
  });
  const friend = await createMember(origin);
  await friend.api('POST /api/v1/user_lists/{id}/shared_link', { params: { id: shared.share_code ?? '' } });

  const second = await browser.newContext({
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'access_token', value: friend.user.access_token }] }],
    },
  });
  problems.watch(second);
  const other = await second.newPage();
  await Promise.all([page.goto(`/my_lists/${id}`), other.goto(`/my_lists/${id}`)]);
  await expect(cards(page.getByRole('main'))).toHaveCount(3);
  await expect(cards(other.getByRole('main'))).toHaveCount(3);

  // The owner removes a title with the keys. The friend's page removes it too.
  await cards(page.getByRole('main')).filter({ hasText: first }).focus();
  await page.keyboard.press('x');
  await page
    .getByRole('dialog', { name: 'Remove this title?' })
    .getByRole('button', { name: 'Remove it' })
    .click();
  await expect(cards(other.getByRole('main'))).toHaveCount(2);
  await expect(other.getByText(`${owner.user.display_name} removed ${first}.`)).toBeVisible();

  // The friend adds a title. The owner's page shows it too.
  await other.getByLabel('Add a title').fill(first);
  await other.getByRole('button', { name: `Add ${first}`, exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(cards(page.getByRole('main')).filter({ hasText: first })).toHaveCount(1);
  await expect(page.getByText(`${friend.user.display_name} added ${first}.`)).toBeVisible();
  await expect(page.getByText('3 titles', { exact: true })).toBeVisible();
  await second.close();
});
