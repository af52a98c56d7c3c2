// Tests the title modal, which has an address: docs/product.md#title.
import type { MediumCard } from '@marquee/contracts';
import type { Page } from 'playwright/test';
import { cards, openFirstCard, textOf } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';
import { createMember, PASSWORD } from '../support/users.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const scroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/**
 * Clicks beside the dialog. While the browser captures a page for a view transition, it gives clicks to no element, and
 * `mouse.click` does not wait as a click on a locator does.
 */
async function clickBackdrop(page: Page): Promise<void> {
  const place = { x: 4, y: 400 };
  await page.waitForFunction(({ x, y }) => document.elementFromPoint(x, y)?.matches('dialog'), place);
  await page.mouse.click(place.x, place.y);
}

test('a title opens over the current page, and closing the title restores scroll position and focus', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/discover?media_type=movies');
  const row = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .nth(3);
  // The row replaces its skeleton when it comes near the window, so the first scroll may miss the row.
  await expect(() => row.scrollIntoViewIfNeeded()).toPass();
  const card = cards(row).nth(1);
  await card.scrollIntoViewIfNeeded();
  const at = await scroll(page);
  expect(at).toBeGreaterThan(200);

  for (const close of ['Escape', 'Back', 'button', 'backdrop']) {
    await card.click();
    await expect(page).toHaveURL(/\/discover\/media\/\d+\?media_type=movies$/);
    await expect(dialog(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'Back') await page.goBack();
    else if (close === 'button') await dialog(page).getByRole('button', { name: 'Close' }).click();
    else await clickBackdrop(page);
    await expect(dialog(page), close).toBeHidden();
    await expect(page).toHaveURL('/discover?media_type=movies');
    expect(Math.abs((await scroll(page)) - at), `${close} keeps the scroll position`).toBeLessThan(2);
    await expect(card, `${close} gives the focus back`).toBeFocused();
  }
  await page.goForward();
  await expect(page, 'a closed title is not in the way of Forward').toHaveURL(/discover/);
});

/** Notes each view transition: whether a poster moves in it. */
const noteTransitions = () => {
  const transitions: boolean[] = [];
  Object.assign(window, { transitions });
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (change) => {
    const transition = start(change);
    transition.ready.then(
      () => {
        const moved = document
          .getAnimations()
          .map(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement);
        transitions.push(moved.includes('::view-transition-group(poster)'));
      },
      () => transitions.push(false),
    );
    return transition;
  };
};
const transitions = (page: Page) => page.evaluate(() => Reflect.get(window, 'transitions'));
/** The code that moves posters is loaded after the page. */
const transitionsLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('poster-transition')),
  );

test('the poster comes from its card and goes back to it, with every way to close, and moves nothing else', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.user.signup_step).toBe(5);
  await page.addInitScript(noteTransitions);
  await page.goto('/discover');
  await transitionsLoaded(page);
  const card = cards(page.locator('main')).first();
  for (const close of ['Escape', 'Back', 'button']) {
    const before = (await transitions(page)).length;
    await card.click();
    await expect(dialog(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect.poll(() => transitions(page)).toEqual(Array(before + 1).fill(true));
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'Back') await page.goBack();
    else await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page), close).toBeHidden();
    await expect.poll(() => transitions(page), close).toEqual(Array(before + 2).fill(true));
    await expect(card, `${close} gives the focus back`).toBeFocused();
  }
  await expect(page.locator('[style*="view-transition-name"]'), 'no name is left').toHaveCount(0);
});

test('no poster moves for a reader who prefers reduced motion', async ({ page, signedIn }) => {
  expect(signedIn.user.signup_step).toBe(5);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(noteTransitions);
  await page.goto('/discover');
  await transitionsLoaded(page);
  await cards(page.locator('main')).first().click();
  await expect(dialog(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  expect(await transitions(page)).toEqual([]);
});

test('closing a title returns to the page in one step when it was opened from another title', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.user.signup_step).toBe(5);
  await page.goto('/rating');
  await page.getByRole('link', { name: 'Discover' }).click();
  const first = await openFirstCard(page);
  const similar = dialog(page).getByRole('region', { name: 'More like this' });
  const other = cards(similar).first();
  const name = await textOf(other);
  await other.click();
  await expect(dialog(page).getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`/media/${first}$`));
  await page.goBack();
  await expect(page).toHaveURL(`/discover/media/${first}`);
  const third = await textOf(cards(similar).nth(1));
  await cards(similar).nth(1).click();
  await expect(dialog(page).getByRole('heading', { level: 2, name: third })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/discover');
  await page.goBack();
  await expect(page).toHaveURL('/rating');
});

test('closing a title over / shows Discover, and Back does not open the title again', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.user.signup_step).toBe(5);
  await page.goto('/rating');
  await page.getByRole('link', { name: 'Marquee, home' }).first().click();
  await expect(page).toHaveURL('/');
  await openFirstCard(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/discover');
  await openFirstCard(page);
  await page.keyboard.press('Escape');
  // The closed title steps back, which would abort the next navigation.
  await expect(page).toHaveURL('/discover');
  await page.goto('/');
  await openFirstCard(page);
  const other = cards(dialog(page)).first();
  const name = await textOf(other);
  await other.click();
  await expect(dialog(page).getByRole('heading', { level: 2, name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/discover');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('Esc right after a click on another title closes both titles', async ({ page, signedIn }) => {
  expect(signedIn.user.signup_step).toBe(5);
  await page.goto('/discover');
  await openFirstCard(page);
  const other = cards(dialog(page)).first();
  await expect(other).toBeVisible();
  // Runs click and Esc in one task, so that Esc comes before the address changes.
  await other.evaluate((link: HTMLElement) => {
    link.click();
    link.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  });
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/discover');

  // Without input between two Esc presses, the browser closes the dialog without a cancel event.
  await page.evaluate(() => document.querySelector<HTMLElement>('main a[href*="/media/"]')?.click());
  await expect(dialog(page)).toBeVisible();
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await expect(page).toHaveURL('/discover');
  await expect(dialog(page)).toBeHidden();
});

test('a member can open a title by its address', async ({ page, signedIn, problems }) => {
  problems.allow(/status of (404|422)/);
  expect(signedIn.services).toEqual(['Netflix', 'Prime Video']);
  await page.goto('/search/media/2?query=dark');
  await expect(dialog(page).getByRole('heading', { level: 2, name: 'The Dark Knight' })).toBeVisible();
  await expect(page).toHaveTitle(/^The Dark Knight · /);
  await expect(
    dialog(page).getByRole('region', { name: 'Where to watch' }).getByRole('link').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/search?query=dark');
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('dark');

  await page.goto('about:blank');
  await page.goto('/discover/media/999999999');
  await expect(dialog(page).getByText('This title does not exist.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL('/discover');
  await page.goto('/discover/media/nonsense');
  await expect(page.getByText('Nothing is playing at this address.')).toBeVisible();
});

test('a visitor at a title address sees the title without offers, and sees the title again after the login', async ({
  page,
  member,
}) => {
  const reply = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/media/2');
  await page.goto('/discover/media/2');
  expect((await (await reply).json()).medium).toMatchObject({ provider_medium: [], likelyhood: null });
  const sheet = dialog(page);
  await expect(sheet.getByRole('heading', { level: 2, name: 'The Dark Knight' })).toBeVisible();
  const where = sheet.getByRole('region', { name: 'Where to watch' });
  await expect(where).toContainText('Log in or sign up to see streaming provider(s) information.');
  await expect(where.locator('a[target=_blank]')).toHaveCount(0);
  await expect(where.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  await expect(where.getByRole('link').or(where.getByRole('button')), 'joining comes first').toHaveText([
    'Sign up',
    'Log in',
  ]);

  await where.getByRole('button', { name: 'Log in' }).click();
  await expect(sheet).toBeHidden();
  await expect(page, 'the address stays').toHaveURL('/discover/media/2');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(where.locator('a[target=_blank]').first()).toBeVisible();
  await expect(page).toHaveURL('/discover/media/2');
  expect(await page.evaluate(() => localStorage.getItem('redirect_to'))).toBeNull();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/discover');
});

test('only the offers of the member’s own streaming services are marked', async ({
  page,
  origin,
  context,
}) => {
  const { api, user } = await createMember(origin, ['Netflix', 'Max', 'Hulu']);
  const { media } = await api('GET /api/v2/media', { query: { selection: 'recommended', per_page: 100 } });
  const own = ({ provider_medium: offers }: MediumCard) => offers.filter(({ selected }) => selected).length;
  const title = media.find((medium) => own(medium) >= 2);
  if (!title) throw new Error('No recommended title is on two of the services');
  await context.setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [{ name: 'access_token', value: user.access_token }] }],
  });
  await page.goto(`/discover/media/${title.id}`);
  const offers = dialog(page).getByRole('region', { name: 'Where to watch' }).locator('a[target=_blank]');
  await expect(offers).toHaveCount(title.provider_medium.length);
  const colors = await offers.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).backgroundColor),
  );
  const marked = colors.filter((color) => color === colors[0]);
  expect(colors[0]).not.toBe('rgba(0, 0, 0, 0)');
  expect(marked).toHaveLength(own(title));
});

test('the landing page shows posters of the best known titles alone', async ({ page }) => {
  await page.goto('/');
  const posters = await page
    .locator('main img[src*="/images/"]')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  expect(posters.length).toBeGreaterThanOrEqual(15);
  for (const poster of posters) expect(poster).toMatch(/^\/images\/showcase\/\d+\.svg$/);
});
