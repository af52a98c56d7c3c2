// Checks dialogs at a width of 320 CSS pixels, and the preference for reduced motion. The routes at this width are in
// addresses.spec.ts, which opens them anyway.
import { cards, openFirstCard, pickStars, ratingPanel, toast } from '../support/actions.ts';
import { settle } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';
import { rate } from '../support/users.ts';

test.describe('at 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the dialogs of a title and of the Rate tab need no sideways scrolling', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/discover');
    await openFirstCard(page);
    const sheet = page.getByRole('dialog').first();
    const sideways = () => sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect(await sideways(), 'title').toBe(0);
    await pickStars(sheet, '3 stars');
    await sheet.getByRole('button', { name: 'Add tags' }).click();
    await expect(sheet.getByRole('textbox', { name: 'Tags' })).toBeVisible();
    expect(await sideways(), 'tags').toBe(0);
    await page.goto('/rating');
    await page.getByRole('button', { name: 'Rate', exact: true }).click();
    const panel = ratingPanel(page);
    await pickStars(panel, '3 stars');
    const box = await panel.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect(await panel.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the first screen of Tonight has two titles with all their actions', async ({ page, signedIn }) => {
    for (const id of [1, 2, 3]) await rate(signedIn.api, id, 9);
    await page.goto('/tonight');
    await expect(page.getByRole('article')).toHaveCount(3);
    await settle(page);
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const second = await page.getByRole('article').nth(1).boundingBox();
    if (!navigation || !second) throw new Error('The navigation and the titles are shown');
    expect(second.y + second.height).toBeLessThanOrEqual(navigation.y);
  });

  test('the close button of a title covers no text, at the top and scrolled', async ({ page, signedIn }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.goto('/discover/media/2');
    const sheet = page.getByRole('dialog').first();
    const close = sheet.getByRole('button', { name: 'Close' });
    const trailer = await sheet.getByRole('button', { name: 'Play trailer' }).boundingBox();
    const box = await close.boundingBox();
    expect((trailer?.x ?? 0) + (trailer?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
    await sheet.evaluate((dialog) => dialog.scrollTo(0, 400));
    await expect(close).toBeInViewport();
    await expect
      .poll(() =>
        close.evaluate((button) => getComputedStyle(button.parentElement ?? button, '::before').opacity),
      )
      .toBe('1');
  });
});

test('no element moves when reduced motion is preferred', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  /** Returns the names of animations and transitions that move an element noticeably. */
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration = 0, iterations = 1 } = animation.effect?.getTiming() ?? {};
        const name = 'transitionProperty' in animation ? animation.transitionProperty : animation.id;
        const fades = /^(opacity|color|background|border|outline|fill|stroke)/.test(String(name));
        return !fades && Number(duration) * (iterations ?? 1) > 20 ? [String(name)] : [];
      }),
    );
  await page.goto('/rating');
  await page.getByRole('button', { name: 'Next title' }).click();
  expect(await moving()).toEqual([]);
  await page.goto('/discover');
  const row = page.getByRole('region', { name: 'Recommended for you' });
  const strip = row.getByRole('list');
  await expect(cards(row).first()).toBeVisible();
  await row.getByRole('button', { name: /^Next in / }).click();
  expect(await strip.evaluate((list) => list.scrollLeft), 'the row jumps').toBeGreaterThan(100);
  await openFirstCard(page);
  expect(await moving()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Watch Later' }).first().click();
  await expect(toast(page)).toBeVisible();
  expect(await moving()).toEqual([]);
});
