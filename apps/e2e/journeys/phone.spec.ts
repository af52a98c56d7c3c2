// Tests on a small phone what docs/product.md says about phones. The long tests repeat this on a larger phone.
import type { Locator, Page } from 'playwright/test';
import { cards, pickStars, signUp, steppedBack, toast } from '../support/actions.ts';
import { makeList } from '../support/lists.ts';
import { onPhones } from '../support/phones.ts';
import { expect, test } from '../support/test.ts';
import { createMember, type Member, makeIdentity } from '../support/users.ts';

const main = (page: Page): Locator => page.getByRole('main');
const card = (page: Page, title: string): Locator =>
  main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** Makes a list of two titles on the member's streaming services and three that are elsewhere. */
async function makeMixedList({ api, services }: Member): Promise<{ id: number; own: string[] }> {
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  const { media } = await api('GET /api/v2/media', {
    query: { selection: 'recommended', view: 'card', per_page: 100, media_type: 'movies' },
  });
  const isOwn = (medium: (typeof media)[number]) =>
    medium.provider_medium.some(({ medium_provider: { name } }) => services.includes(name));
  const elsewhere = media.filter((medium) => !isOwn(medium)).slice(0, 3);
  const own = media.filter(isOwn).slice(0, 2);
  for (const { id } of [...elsewhere, ...own])
    await api('POST /api/v1/user_lists/{id}/user_list_media', {
      params: { id: list.id },
      body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
    });
  return { id: list.id, own: own.map(({ title }) => title) };
}

onPhones((viewport) => {
  test('an offer is reported by what is wrong with it, and the report is taken back', async ({
    page,
    signedIn: { api, services },
  }) => {
    const { media } = await api('GET /api/v2/media', {
      query: { selection: 'recommended', all_streaming: false, view: 'card', per_page: 40 },
    });
    const medium = media.find(({ provider_medium: offers }) => offers.length === 1);
    const service = medium?.provider_medium[0]?.medium_provider.name ?? '';
    expect(services).toContain(service);
    await page.goto(`/discover/media/${medium?.id}`);
    const where = page.getByRole('dialog').getByRole('region', { name: 'Where to watch' });
    const offer = where.getByRole('link', { name: service });
    await expect(offer).toBeVisible();
    await where.getByRole('button', { name: `Report that the offer of ${service} is wrong` }).tap();
    // The page shows the report before the reply, and the next page could ask before the report arrives.
    const stored = page.waitForResponse((response) => response.url().endsWith('/wrong_offer'));
    await where
      .getByRole('group', { name: 'What is wrong?' })
      .getByRole('button', { name: 'It is gone' })
      .tap();
    await expect(where.getByText('You reported this offer as gone.')).toBeVisible();
    await stored;
    await page.reload();
    await expect(where.getByText('You reported this offer as gone.')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(where.getByText('Streaming information coming soon!...')).toHaveCount(0);
    await where.getByRole('button', { name: `Undo the report of ${service}` }).tap();
    await expect(offer).toBeVisible();
  });

  test('who signs up in a country without offers reads which country has some, and still sees titles', async ({
    page,
  }) => {
    await page.goto('/register');
    await signUp(page, makeIdentity());
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
    await page.getByRole('checkbox', { name: 'Netflix' }).check();
    await page.getByRole('button', { name: 'Save' }).tap();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Which of these have you seen?' }),
    ).toBeVisible();

    await page.goto('/discover/media/2');
    const where = page.getByRole('dialog').getByRole('region', { name: 'Where to watch' });
    await expect(where.getByText(/^There are no streaming offers for Austria yet\./)).toContainText(
      'There are offers for the United States, Mexico and Brazil.',
    );
    await page.goto('/discover');
    await expect(main(page).getByText('There are no streaming offers for Austria yet.')).toBeVisible();
    await main(page).getByRole('button', { name: 'Show titles without offers' }).tap();
    await expect(cards(main(page)).first()).toBeVisible();
  });

  test('Discover names the years of its recent releases', async ({ page, signedIn }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/discover');
    const recent = page.getByRole('region', { name: 'Recent Releases' });
    await expect(cards(recent).first()).toBeVisible();
    const years = /\d{4}–\d{4}/;
    await expect(recent).toContainText(years);
    await page.goto('/discover/rows/recent');
    await expect(main(page)).toContainText(years);
  });

  test('the lead shows its poster at full height beside the match and the button, without a strip of art', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/discover');
    const lead = page.getByRole('region').first();
    const watch = lead.getByRole('link', { name: /^Watch on / });
    const picture = lead.locator('picture img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/^http:\/\/[^/]+\/images\/posters\//);
    const [art, button] = [await picture.boundingBox(), await watch.boundingBox()];
    expect((art?.height ?? 0) / (art?.width ?? 1)).toBeCloseTo(1.5, 1);
    expect((art?.x ?? 0) + (art?.width ?? 0), 'the button is beside the poster').toBeLessThan(button?.x ?? 0);
  });

  test('a list shows the titles that are elsewhere below a line, and those of the other type', async ({
    page,
    signedIn,
  }) => {
    const { id, own } = await makeMixedList(signedIn);
    await page.goto(`/my_lists/${id}`);
    await expect(cards(main(page))).toHaveCount(5);
    const all = page.getByRole('switch', { name: 'All streaming services' });
    await expect(all, 'is behind the line').toBeHidden();
    await main(page).getByRole('button', { name: 'More', exact: true }).click();
    await main(page).getByRole('button', { name: 'Filters' }).click();
    await all.click();
    await expect(all).not.toBeChecked();
    const line = main(page).getByRole('heading', { name: '3 more on other services' });
    await expect(line).toBeVisible();
    await expect(cards(main(page))).toHaveCount(5);
    await expect(main(page).getByText('5 titles', { exact: true })).toBeVisible();
    await expect(main(page).getByText('Showing Netflix and Prime Video')).toBeVisible();
    const shown = await cards(main(page)).allTextContents();
    expect(shown.slice(0, 2).toSorted()).toEqual(own.toSorted());
    const first = main(page).getByRole('article').first().locator('a img').first();
    await expect(first, 'not dimmed').toHaveCSS('opacity', '1');
    const last = main(page).getByRole('article').last().locator('a img').first();
    await expect(last, 'dimmed').toHaveCSS('opacity', '0.45');

    await all.click();
    await expect(all).toBeChecked();
    await page.getByRole('combobox', { name: 'Media type' }).selectOption('Series');
    await expect(main(page).getByRole('heading', { name: '5 movies' })).toBeVisible();
    await expect(cards(main(page))).toHaveCount(5);
  });

  test('a joined list is the first of My Lists and marked', async ({ page, origin, signedIn }) => {
    const mine = await makeList(signedIn, 1);
    const owner = await createMember(origin);
    const { user_list: theirs } = await owner.api('POST /api/v1/user_lists', {
      body: { name: 'Fay’s evenings' },
    });
    expect(mine.id).not.toBe(theirs.id);
    await page.goto(`/my_lists/share/${theirs.share_code}`);
    await expect(page).toHaveURL(/\/my_lists$/);
    const first = main(page).getByRole('list', { name: 'Lists' }).getByRole('listitem').first();
    await expect(first.getByRole('heading', { name: 'Fay’s evenings' })).toBeVisible();
    await expect(first.getByText('Just added')).toBeVisible();
    await expect(main(page).getByText('Just added')).toHaveCount(1);
  });

  test('the manager of lists focuses a new field, types spaces, and refuses a taken name while typing', async ({
    page,
    signedIn,
  }) => {
    const { id } = await makeList(signedIn, 1);
    await page.goto('/my_lists');
    await page.getByRole('button', { name: 'Manage lists' }).tap();
    const manager = page.getByRole('dialog', { name: 'Manage lists' });
    await manager.getByRole('button', { name: 'New list' }).tap();
    const field = manager.getByRole('textbox', { name: 'Name of the new list' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Rainy days');
    await expect(field).toHaveValue('Rainy days');
    await expect(manager.getByText('You already have a list with this name.')).toBeVisible();
    await page.keyboard.type(' at sea');
    await expect(manager.getByText('You already have a list with this name.')).toHaveCount(0);
    await manager.getByRole('button', { name: 'Save' }).tap();
    await page
      .getByRole('dialog', { name: 'Save these changes?' })
      .getByRole('button', { name: 'Save' })
      .tap();
    await expect(toast(page)).toContainText('Lists saved.');
    const { user_lists: lists } = await signedIn.api('GET /api/v1/user_lists');
    expect(lists.map(({ name }) => name)).toContain('Rainy days at sea');
    expect(id).toBeGreaterThan(0);
  });

  test('the share prompt comes after a nine or ten, and not again the same day', async ({
    page,
    signedIn: { api },
  }) => {
    const { media } = await api('GET /api/v2/media', {
      query: { selection: 'recommended', view: 'card', per_page: 3 },
    });
    const prompt = page.getByRole('dialog', { name: 'Who else should see it?' });
    const [liked, best, next] = media;
    for (const [medium, stars, isAsked] of [
      [liked, '4 stars', false],
      [best, '5 stars', true],
      [next, '5 stars', false],
    ] as const) {
      await page.goto(`/discover/media/${medium?.id}`);
      expect(await pickStars(page.getByRole('dialog').first(), stars)).toBe(isAsked);
      await expect(prompt).toHaveCount(isAsked ? 1 : 0);
      if (isAsked) await prompt.getByRole('button', { name: "I don't want to share" }).tap();
      await steppedBack(page);
    }
  });

  test('a title hidden in a list or in the results of a search fades, stays, and is marked', async ({
    page,
    signedIn,
  }) => {
    const { id, titles } = await makeList(signedIn, 3);
    for (const [address, title] of [
      [`/my_lists/${id}`, titles[0] ?? ''],
      [`/search?query=${encodeURIComponent(titles[1] ?? '')}`, titles[1] ?? ''],
    ] as const) {
      await page.goto(address);
      await expect(card(page, title).first()).toBeVisible();
      const count = await cards(main(page)).count();
      await card(page, title)
        .getByRole('button', { name: /^What to do with/ })
        .first()
        .tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).tap();
      await expect(
        card(page, title)
          .getByRole('button', { name: /^Unhide/ })
          .first(),
      ).toBeVisible();
      await expect(cards(main(page))).toHaveCount(count);
    }
  });

  test('after Search on its keyboard a phone shows the beginning of a long search, and the results', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/search');
    const field = page.getByRole('textbox', { name: 'Search' });
    await field.tap();
    await page.keyboard.type('sad movie about a dog that waits for its master at the station');
    const at = () => field.evaluate(({ scrollLeft }) => scrollLeft);
    expect(await at()).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect(field, 'the keyboard is closed').not.toBeFocused();
    expect(await at()).toBe(0);
    await expect(cards(main(page)).first()).toBeVisible();
  });

  test('a phone is sent to no app and no store, and reads how to install Marquee', async ({
    browser,
    origin,
  }) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport,
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'block',
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    });
    const page = await context.newPage();
    const left: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) left.push(request.url());
    });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).tap();
    await page.getByRole('link', { name: 'iPhone and iPad' }).first().tap();
    await expect(page).toHaveURL(/\/get_the_app$/);
    await expect(page.getByRole('heading', { name: 'On iPhone and iPad' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'On Android' })).toBeVisible();
    await expect(page.getByRole('link', { name: /store/i })).toHaveCount(0);
    expect(left.filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
    await context.close();
  });

  test('Sign out is in view at the top of a screen and ends the session', async ({ page, signedIn }) => {
    expect(signedIn.user.id).toBeGreaterThan(0);
    await page.goto('/settings');
    const signOut = page.getByRole('link', { name: 'Sign out', exact: true });
    await expect(signOut).toBeInViewport();
    await signOut.tap();
    await expect(page).toHaveURL('/');
    await expect(main(page).getByRole('link', { name: 'Sign up' }).first()).toBeVisible();
  });
});
