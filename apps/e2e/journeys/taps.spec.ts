// Counts the taps of what people do most, on a phone with touch.
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright/test';
import {
  cardIds,
  cards,
  countTaps,
  deckTitle,
  starLabel,
  textOf,
  toast,
  wallStar,
  wallStars,
} from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { createMember, makeIdentity, PASSWORD } from '../support/users.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const saved = (page: Page, path: string) =>
  page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname.endsWith(path),
  );

test('a list with three titles takes eight taps with their confirmations, an invitation three', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/my_lists');
  const make = countTaps();
  await make.tap(page.getByRole('main').getByRole('button', { name: 'New list' }));
  await page.keyboard.type('Rainy days');
  await make.tap(page.getByRole('button', { name: 'Create' }));
  await expect(toast(page)).toContainText('“Rainy days” is in My Lists.');
  await expect(page).toHaveURL(/\/my_lists\/\d+/);

  const field = page.getByRole('textbox', { name: 'Add a title' });
  for (const title of ['Spirited Away', 'The Matrix', 'Inception']) {
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await page.keyboard.type(title);
    const button = page.getByRole('button', { name: `Add ${title}`, exact: true });
    await make.tap(button);
    const confirmation = page.getByRole('dialog', { name: 'Add this title?' });
    const [asked, at] = [await confirmation.boundingBox(), await button.boundingBox()];
    const gap = Math.abs((asked?.y ?? 0) - ((at?.y ?? 0) + (at?.height ?? 0)));
    expect(gap, 'is beside the button').toBeLessThan(20);
    await make.tap(confirmation.getByRole('button', { name: 'Add' }));
    await expect(toast(page)).toContainText(`“${title}” is in “Rainy days”.`);
    await expect(page.getByRole('list', { name: 'Titles found' })).toHaveCount(0);
  }
  expect(make.taps()).toBe(8);
  const { user_lists: lists } = await api('GET /api/v1/user_lists');
  expect(lists.find(({ name }) => name === 'Rainy days')?.count_media).toBe(3);

  const invite = countTaps();
  await invite.tap(page.getByRole('button', { name: 'Share List' }));
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.type('friend.of.taps@example.com');
  await invite.tap(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
  await invite.tap(page.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expect(toast(page)).toContainText('saved');
  expect(invite.taps()).toBe(3);
});

test('a rating takes two taps from a card and one in the title and on Rate', async ({
  page,
  signedIn: { api },
}) => {
  await page.goto('/discover');
  const card = page.getByRole('main').getByRole('article').first();
  const fromCard = countTaps();
  await fromCard.tap(card.getByRole('button', { name: /^What to do with/ }));
  const rated = saved(page, '/user_medium_ratings');
  await fromCard.tap(starLabel(page.getByRole('dialog'), '3.5 stars'));
  await rated;
  expect(fromCard.taps()).toBe(2);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/discover/media/2');
  const inTitle = countTaps();
  await inTitle.tap(starLabel(page.getByRole('dialog').first(), '4 stars'));
  await expect(toast(page)).toContainText('4 stars');
  expect(inTitle.taps()).toBe(1);

  await page.goto('/rating');
  const name = await textOf(deckTitle(page));
  const onRate = countTaps();
  await onRate.tap(starLabel(page.getByRole('tabpanel'), '2 stars'));
  await expect(deckTitle(page)).not.toHaveText(name);
  expect(onRate.taps()).toBe(1);
  await expect
    .poll(async () => (await api('GET /api/v1/media/rating_history')).media.map(({ rating }) => rating))
    .toEqual([4, 8, 7]);
});

test('Watch on a service takes one tap from Discover, and buttons show what a title already has', async ({
  page,
  signedIn: { services },
}) => {
  expect(services).toHaveLength(2);
  await page.goto('/discover');
  const watch = countTaps();
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    watch.tap(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Watch on / })
        .first(),
    ),
  ]);
  await popup.close();
  expect(watch.taps()).toBe(1);
  const question = page.getByRole('dialog', { name: 'How much did you like this title?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();

  await cards(page.getByRole('main')).first().tap();
  const later = page.getByRole('dialog').first().getByRole('button', { name: 'Watch Later' }).first();
  await later.tap();
  await expect(later).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(later).toHaveAttribute('aria-pressed', 'true');
});

test('sharing a title takes two taps, with the sheet of the system and without one', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.services).toHaveLength(2);
  await context.grantPermissions(['clipboard-write']);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    if (sessionStorage.getItem('no sheet')) return;
    Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
  });
  await page.goto('/discover');
  const withSheet = countTaps();
  await withSheet.tap(cards(page.getByRole('main')).first());
  const title = page.getByRole('dialog').first();
  await withSheet.tap(title.getByRole('button', { name: 'Share', exact: true }));
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual([{ text: expect.any(String), url: expect.stringMatching(/\/discover\/media\/\d+$/) }]);
  expect(withSheet.taps()).toBe(2);

  await page.evaluate(() => sessionStorage.setItem('no sheet', 'yes'));
  await page.reload();
  const without = countTaps();
  await without.tap(title.getByRole('button', { name: 'Share', exact: true }));
  const ways = page.getByRole('dialog', { name: /^Share “/ });
  await without.tap(ways.getByRole('button', { name: 'Copy link' }));
  await expect(toast(page)).toContainText('The link is copied.');
  expect(without.taps()).toBe(2);
});

// A tap is each touch that gets the visitor on, a tap into a field too, which a phone that opens its keyboard by itself
// saves. Typing is none. Personal is a Discover whose cards say how well a title fits, for which Marquee asks for three
// ratings.
test('from the landing page to a personal Discover it takes sixteen taps, with every step of the sign-up', async ({
  page,
}) => {
  const { email } = makeIdentity();
  const { tap, taps } = countTaps();
  const next = page.getByRole('button', { name: 'Next' });
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Sign up' }).first());
  await tap(page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(email);
  await tap(page.getByRole('checkbox', { name: 'I accept the Terms of Service' }));
  await tap(page.getByRole('checkbox', { name: 'I am 13 or older' }));
  await tap(next);
  await expect(page.getByLabel('Public display name')).not.toHaveValue('');
  await tap(next);
  await tap(page.getByLabel('Password'));
  await page.keyboard.type(PASSWORD);
  await tap(next);
  await tap(page.getByRole('checkbox', { name: 'Netflix' }));
  await tap(page.getByRole('checkbox', { name: 'Max', exact: true }));
  await tap(page.getByRole('checkbox', { name: 'Science Fiction' }));
  await tap(page.getByRole('button', { name: 'Save' }));

  const outlook = page.getByRole('region', { name: 'Recommended for you so far' });
  for (const [slot, stars] of ['5 stars', '2 stars', '4 stars'].entries()) {
    const rated = saved(page, '/user_medium_ratings');
    await tap(wallStar(page, slot, stars));
    await rated;
  }
  await tap(outlook.getByRole('link', { name: 'Go to Discover' }));
  const row = page.getByRole('region', { name: 'Recommended for you' });
  await expect(row.getByText(/^Your match: (A sure thing|Likely|A gamble)/).first()).toBeVisible();
  expect(taps()).toBeLessThanOrEqual(16);
});

/** An export as Letterboxd writes it. */
const LETTERBOXD = zipSync({
  'profile.csv': strToU8('Date Joined,Username,Given Name\n2019-01-01,ada,Ada\n'),
  'ratings.csv': strToU8(
    `Date,Name,Year,Letterboxd URI,Rating
2020-05-01,The Dark Knight,2008,https://boxd.it/2b0k,4.5
2020-05-02,The Shawshank Redemption,1994,https://boxd.it/2bbs,5
2020-05-03,Inception,2010,https://boxd.it/1skk,5
2020-05-04,Spirited Away,2001,https://boxd.it/29w2,1
2020-05-05,The Matrix,1999,https://boxd.it/2a1m,4
`,
  ),
  'watchlist.csv': strToU8(
    'Date,Name,Year,Letterboxd URI\n2020-05-06,The Godfather,1972,https://boxd.it/2aNK\n',
  ),
});

test('from the landing page to a Discover that knows the ratings of Letterboxd it takes twelve taps', async ({
  page,
  origin,
}) => {
  const { email, displayName } = makeIdentity();
  const journey = countTaps();
  await page.goto('/');
  await journey.tap(page.getByRole('link', { name: 'Bring what you rated there.' }).first());
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(email);
  await journey.tap(page.getByRole('checkbox', { name: 'I accept the Terms of Service' }));
  await journey.tap(page.getByRole('checkbox', { name: 'I am 13 or older' }));
  await journey.tap(page.getByRole('button', { name: 'Next' }));
  await expect(page.getByLabel('Public display name')).toBeFocused();
  await page.keyboard.type(displayName);
  await journey.tap(page.getByRole('button', { name: 'Next' }));
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await journey.tap(page.getByRole('button', { name: 'Next' }));
  await journey.tap(page.getByRole('checkbox', { name: 'Netflix' }));
  await journey.tap(page.getByRole('checkbox', { name: 'Max', exact: true }));
  await journey.tap(page.getByRole('button', { name: 'Save' }));

  const chooser = page.waitForEvent('filechooser');
  await journey.tap(page.getByLabel('File'));
  const name = 'letterboxd-ada-2026-11-24-utc.zip';
  await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(LETTERBOXD) });
  await expect(page.getByRole('heading', { name: 'Import from Letterboxd' })).toBeVisible();
  await expect(page.getByText('5 new ratings')).toBeVisible();
  await expect(page.getByText('1 list entry')).toBeVisible();
  await journey.tap(page.getByRole('button', { name: 'Confirm import' }));
  await journey.tap(page.getByRole('link', { name: 'Go to Discover' }));

  const row = page.getByRole('region', { name: 'Recommended for you' });
  await expect(row.getByText(/^Your match: (A sure thing|Likely|A gamble)/).first()).toBeVisible();
  const newcomer = await createMember(origin, ['Netflix', 'Max']);
  await newcomer.api('POST /api/v1/user_preferences/save', {
    body: { user_preference: { key: 'filter_all_streaming_services', value: 'false' } },
  });
  const { media: before } = await newcomer.api('GET /api/v2/media', { query: { row: 'recommended' } });
  const shown = await cardIds(row);
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).not.toEqual(before.slice(0, shown.length).map(({ id }) => id));
  expect(journey.taps()).toBeLessThanOrEqual(12);
});

test('an evening with a friend takes the host four taps and the guest two, besides the votes', async ({
  page,
  browser,
  origin,
  problems,
  signedIn,
}) => {
  // Before the guest has joined, the API does not show the round.
  problems.allow(/status of 404.*\/api\/v1\/rounds\//);
  expect(signedIn.user.id).toBeGreaterThan(0);
  // The phone's own share sheet, which tests do not have.
  await page.addInitScript(() => {
    navigator.share = async ({ url = '' } = {}) => sessionStorage.setItem('shared', url);
  });
  await page.goto('/tonight');
  const host = countTaps();
  await host.tap(page.getByRole('link', { name: 'Together', exact: true }));
  await host.tap(page.getByRole('button', { name: 'Start a round' }));
  await host.tap(page.getByRole('button', { name: 'Share the link' }));
  const readLink = () => page.evaluate(() => sessionStorage.getItem('shared') ?? '');
  await expect.poll(readLink).toMatch(new RegExp(`^${origin}/together/`));

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  problems.watch(context);
  const friend = await context.newPage();
  await friend.goto(await readLink());
  const guest = countTaps();
  await guest.tap(friend.getByLabel('Your name'));
  await friend.keyboard.type('Cleo');
  await guest.tap(friend.getByRole('button', { name: 'Join' }));
  await expect(page.getByText('Cleo, guest')).toBeVisible();
  await host.tap(page.getByRole('button', { name: 'Start', exact: true }));
  for (const each of [page, friend]) await each.getByRole('button', { name: 'Yes', exact: true }).tap();
  for (const each of [page, friend]) await expect(each.getByText('Tonight it is')).toBeVisible();
  expect([host.taps(), guest.taps()]).toEqual([4, 2]);
  await context.close();
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a star of the wall is a target of 24 pixels, and a second tap takes half of it off', async ({
    page,
    signedIn: { api },
  }) => {
    await page.goto('/welcome/rate');
    const stars = wallStars(page).first();
    const targets = stars.locator('input').filter({ visible: true });
    for (const box of await targets.evaluateAll((inputs) =>
      inputs
        .filter((input) => getComputedStyle(input).pointerEvents !== 'none')
        .map((input) => input.getBoundingClientRect().toJSON()),
    )) {
      expect(box.width).toBeGreaterThanOrEqual(24);
      expect(box.height).toBeGreaterThanOrEqual(24);
    }
    const fourth = stars.locator('label').filter({ has: page.getByRole('radio', { name: '4 stars' }) });
    const { x = 0, y = 0, width = 0, height = 0 } = (await fourth.boundingBox()) ?? {};
    // Two taps without the checks of a locator between them, as a thumb makes them.
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(toast(page)).toContainText('3.5 stars');
    const { media } = await api('GET /api/v1/media/rating_history', { query: {} });
    expect(media.map(({ rating }) => rating)).toEqual([7]);
  });
});
