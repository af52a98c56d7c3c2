// Tests the first evening of a new member: services and genres, the wall and the effect of ratings.
import { rateOnWall, signUp, textOf, toast, wallStar, wallStars } from '../support/actions.ts';
import { awaitMail, linkTo } from '../support/inbox.ts';
import { longRun } from '../support/long-run.ts';
import { expect, test } from '../support/test.ts';
import { createMember, makeIdentity } from '../support/users.ts';

for (const viewport of [{ width: 390, height: 844 }, ...(longRun ? [{ width: 1280, height: 800 }] : [])]) {
  test(`after five ratings at ${viewport.width} px the cards show a match and the rows change`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/register');
    await signUp(page, makeIdentity());
    await expect(page.getByText(/Your free trial runs until/)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Netflix' }).check();
    await page.getByRole('checkbox', { name: 'Max', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Science Fiction' }).check();
    await page.getByRole('button', { name: 'Save' }).click();

    const outlook = page.getByRole('region', { name: 'Recommended for you so far' });
    await expect(outlook.getByRole('status')).toHaveText('Rate 3 more to personalize this row');
    const posters = () =>
      outlook.getByRole('img').evaluateAll((images) => images.map((i) => i.getAttribute('alt')));
    await expect.poll(async () => (await posters()).length).toBeGreaterThan(8);
    const before = await posters();
    const rated: string[] = [];
    for (const [slot, stars] of ['4.5 stars', '1 star', '5 stars', '4 stars', '2 stars'].entries()) {
      rated.push(await rateOnWall(page, slot, stars));
    }
    expect(new Set(rated).size).toBe(5);
    await expect(outlook.getByRole('status')).not.toHaveText(/Rate \d more/);
    await expect.poll(posters, 'the row follows the ratings').not.toEqual(before);
    await expect(wallStars(page), 'each answer brought another title').toHaveCount(12);

    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Science Fiction' })).toBeChecked();
    await page.goForward();
    await outlook.getByRole('link', { name: 'Go to Discover' }).click();
    await expect(page.getByText(/^Your match: (A sure thing|Likely|A gamble)/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Rate a few titles/ })).toHaveCount(0);
    await expect(page).toHaveURL(/all_streaming=false/);
  });
}

test('until a member has three ratings, no card shows a match, and Discover links to the wall', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.user.rating_count).toBe(0);
  await page.goto('/discover');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/^Your match/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Rate a few titles to see your match' }).click();
  await expect(page).toHaveURL('/welcome/rate');
  await rateOnWall(page, 0, '3 stars');
  await expect(toast(page)).toContainText('3 stars');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/Give stars to five to ten of them/)).toBeVisible();
});

test('stars given right before a reload are saved', async ({ page, signedIn: { api } }) => {
  await page.goto('/welcome/rate');
  await wallStar(page, 0, '4 stars').click();
  await page.reload();
  await expect
    .poll(async () => (await api('GET /api/v1/media/rating_history')).media.map(({ rating }) => rating))
    .toEqual([8]);
});

test('a visitor without an account signs up from an invitation email and gets the list', async ({
  page,
  origin,
  inbox,
  problems,
}) => {
  problems.allow(/404 .*\/api\/v1\/invitations\//);
  const owner = await createMember(origin);
  const { email, displayName } = makeIdentity();
  const { user_list: list } = await owner.api('POST /api/v1/user_lists', { body: { name: 'Rainy Sundays' } });
  await owner.api('POST /api/v1/user_lists/{id}/share', {
    params: { id: String(list.id) },
    body: { user_list: { share_items: [{ email }] } },
  });
  const mail = await awaitMail(inbox, email, /shares a list/);
  const link = linkTo(mail, /^\/accept_list\//);

  await page.goto(link);
  await expect(
    page.getByRole('heading', { name: `${owner.user.display_name} invites you to the list “Rainy Sundays”` }),
  ).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await signUp(page, { email, displayName });
  await page.getByRole('checkbox', { name: 'Netflix' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/my_lists/);
  await expect(page.getByText('Rainy Sundays').first()).toBeVisible();

  await page.goto('/logout');
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await expect(page.getByText('This invitation is no longer open.')).toBeVisible();
  expect(await textOf(page.getByRole('main'))).toContain('Ask for a new one');
});
