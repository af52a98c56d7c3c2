// The stars beside a title: in view with tags and toast, gone by themselves, and never over another title.
import type { Locator, Page } from 'playwright/test';
import { deckTitle, pickStars, ratingPanel, starLabel, textOf, toast } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';

/** Expects that no part of the panel is out of the window or below the toast. */
async function expectInView(page: Page, panel: Locator): Promise<void> {
  const box = await panel.boundingBox();
  const window = page.viewportSize();
  if (!box || !window) throw new Error('The panel is not drawn');
  const [top] = await toast(page)
    .locator('p')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().top));
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(window.width);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(top ?? window.height);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the stars of lead and card are in view with tags and toast, stay once they are touched, and go by themselves', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.services).toHaveLength(2);
    await page.clock.install();
    await page.goto('/discover');
    const lead = page.locator('section[aria-labelledby="lead-title"]');
    const row = page.getByRole('region', { name: 'Recommended for you' });
    const panel = ratingPanel(page);
    for (const [opener, stars] of [
      [lead.getByRole('button', { name: 'Rate', exact: true }), '3.5 stars'],
      [row.getByRole('button', { name: /^What to do with/ }).first(), '4 stars'],
    ] as const) {
      const title = await textOf(lead.getByRole('heading'));
      await opener.tap();
      await expectInView(page, panel);
      // A busy machine may take longer than the two seconds from the stars to the tags.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
      await starLabel(panel, stars).tap();
      const passes = async () => {
        await page.clock.runFor(20);
        return toast(page).allTextContents();
      };
      await expect.poll(passes).toContainEqual(expect.stringContaining(stars));
      await passes();
      await expectInView(page, panel);
      await panel.getByRole('button', { name: 'Add tags' }).tap();
      await page.clock.resume();
      await expect(panel.getByRole('button', { name: 'Atmospheric' })).toBeVisible();
      await expectInView(page, panel);
      // The rows wait longer than the six seconds, since the title of the stars would leave with them.
      await page.clock.fastForward(7_000);
      await panel.getByRole('button', { name: 'Atmospheric' }).tap();
      await expect(panel.getByRole('button', { name: 'Atmospheric', pressed: true })).toBeVisible();
      await expectInView(page, panel);
      await expect(lead.getByRole('heading')).toHaveText(title);
      await panel.getByRole('button', { name: 'Close' }).tap();
      await expect(panel).toHaveCount(0);
    }
    await row
      .getByRole('button', { name: /^What to do with/ })
      .nth(2)
      .tap();
    await starLabel(panel, '3 stars').tap();
    await expect(toast(page)).toContainText('3 stars');
    await expect(panel).toHaveCount(0);
  });
});

test('the stars stay below a mouse and go two seconds after it has left, and only then Rate shows the next title', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.services).toHaveLength(2);
  await page.clock.install();
  await page.goto('/rating');
  const title = await textOf(deckTitle(page));
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  const panel = ratingPanel(page);
  await pickStars(panel, '5 stars');
  await page.clock.fastForward(10_000);
  await expect(panel).toBeVisible();
  await expect(deckTitle(page)).toHaveText(title);
  const prompt = page.getByRole('dialog', { name: 'Who else should see it?' });
  await expect(prompt).toHaveCount(0);
  await page.mouse.move(4, 4);
  await expect(panel).toHaveCount(0);
  await expect(prompt, 'asks when nothing else is open').toBeVisible();
  await prompt.getByRole('button', { name: 'Maybe later' }).click();
  await expect(deckTitle(page)).not.toHaveText(title);
});

test('a panel closes when its title is scrolled out of the window', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  await page.goto('/discover');
  await page.locator('section[aria-labelledby="lead-title"]').getByRole('button', { name: 'Rate' }).click();
  await expect(ratingPanel(page)).toBeVisible();
  await page.mouse.move(640, 790);
  await page.mouse.wheel(0, 1_600);
  await expect(ratingPanel(page)).toHaveCount(0);
});
