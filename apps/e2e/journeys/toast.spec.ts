// A toast covers no action: every button that was reachable before stays reachable.
import type { Locator, Page } from 'playwright/test';
import { cards, pickStars, rateOnWall, ratingPanel, toast, wallStars } from '../support/actions.ts';
import { expect, test } from '../support/test.ts';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

/**
 * Lists the visible controls in `scope` that the toast covers at their center or at a corner. While a modal
 * dialog is open, pass the dialog: the page below is inert. The toast keeps the focus, so it stays open also while a test
 * goes on to press buttons.
 */
async function covered(scope: Locator): Promise<string[]> {
  await toast(scope.page()).getByRole('button', { name: 'Dismiss' }).focus();
  return scope.evaluate((root) => {
    const toastBox = [...document.querySelectorAll('[role="status"], [role="alert"]')].find((region) =>
      region.querySelector('button[aria-label="Dismiss"]'),
    );
    if (!toastBox) throw new Error('No toast is shown');
    const edge = root.getBoundingClientRect().bottom;
    return [...root.querySelectorAll('button, a[href], input, select')].flatMap((action) => {
      if (toastBox.contains(action)) return [];
      const { left, right, top, bottom, width, height } = action.getBoundingClientRect();
      if (width === 0 || height === 0) return [];
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ] as const;
      // Points below the edge of a dialog are scrolled out of view, not covered.
      const isCovered = points.some(
        ([x, y]) => y < edge && toastBox.contains(document.elementFromPoint(x, y)),
      );
      return isCovered ? [action.getAttribute('aria-label') ?? action.textContent ?? action.tagName] : [];
    });
  });
}

/** Checks that a click reaches each enabled button in `scope` (Playwright's trial click). */
async function pressEvery(scope: Locator): Promise<void> {
  const buttons = scope.getByRole('button').and(scope.page().locator(':enabled'));
  // A part of the page that loads late may replace a button by fewer.
  for (const button of await buttons.all())
    if ((await button.count()) > 0) await button.click({ trial: true });
}

async function haventWatched(page: Page): Promise<void> {
  await page.getByRole('button', { name: "Haven't Watched" }).click();
  await expect(toast(page)).toBeVisible();
}

test.describe('short phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

  test('stars, strip and toast of the wall and of Rate do not cover each other at 320 by 640', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.services).toHaveLength(2);
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('The part is not drawn');
      return { top: box.y, bottom: box.y + box.height };
    };
    const toastText = toast(page).locator('p');

    await page.goto('/rating');
    await haventWatched(page);
    expect(await covered(page.locator('body'))).toEqual([]);
    const answers = await boxOf(page.getByRole('button', { name: 'Watch Later' }));
    expect(answers.bottom).toBeLessThanOrEqual((await boxOf(toastText)).top);

    await page.goto('/welcome/rate');
    await rateOnWall(page, 0, '3 stars');
    await expect(toast(page)).toBeVisible();
    const stars = await boxOf(wallStars(page).first());
    const strip = await boxOf(page.getByRole('region', { name: 'Recommended for you so far' }));
    expect(stars.bottom).toBeLessThanOrEqual(strip.top);
    expect(strip.bottom).toBeLessThanOrEqual((await boxOf(toastText)).top);
  });
});

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a toast covers no action of the Rate tab', async ({ page, signedIn }) => {
      expect(signedIn.services).toHaveLength(2);
      await page.goto('/rating');
      for (let titles = 0; titles < 4; titles += 1) {
        await haventWatched(page);
        expect(await covered(page.locator('body'))).toEqual([]);
      }
      await pressEvery(page.locator('body'));
    });

    test('a toast covers no action of the rating panel or of the share suggestion', async ({
      page,
      signedIn,
    }) => {
      expect(signedIn.services).toHaveLength(2);
      await page.goto('/rating');
      await haventWatched(page);
      await page.getByRole('button', { name: 'Rate', exact: true }).click();
      const panel = ratingPanel(page);
      await expect(toast(page)).toBeVisible();
      expect(await covered(panel)).toEqual([]);
      await pickStars(panel, '5 stars');
      await panel.getByRole('button', { name: 'Add tags' }).click();
      await expect(panel.getByRole('button', { name: 'Atmospheric' })).toBeVisible();
      await expect(toast(page)).toContainText('5 stars');
      expect(await covered(panel)).toEqual([]);
      await pressEvery(panel);
      await panel.getByRole('button', { name: 'Done' }).click();

      const prompt = page.getByRole('dialog', { name: 'Who else should see it?' });
      await expect(prompt).toBeVisible();
      expect(await covered(prompt)).toEqual([]);
      await pressEvery(prompt);
    });

    test('a toast covers no action of the title modal', async ({ page, signedIn }) => {
      expect(signedIn.services).toHaveLength(2);
      await page.goto('/discover');
      await cards(page.getByRole('main')).first().click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByRole('region', { name: 'More like this' })).toBeVisible();
      await sheet.getByRole('button', { name: 'Watch Later' }).first().click();
      await expect(toast(page)).toBeVisible();
      expect(await covered(sheet)).toEqual([]);
      await pressEvery(sheet.getByRole('region', { name: 'Where to watch' }).locator('xpath=..'));
      await sheet.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
      expect(await covered(sheet), 'at its end').toEqual([]);
    });

    test('a toast covers no action of Discover or of the settings', async ({ page, signedIn }) => {
      expect(signedIn.services).toHaveLength(2);
      await page.goto('/discover');
      await page.getByRole('main').getByRole('button', { name: 'Watch Later' }).first().click();
      await expect(toast(page)).toBeVisible();
      if (size === 'desktop') expect(await covered(page.locator('body'))).toEqual([]);
      await page.getByRole('main').getByRole('button', { name: 'Rate' }).first().click({ trial: true });

      await page.goto('/settings');
      await page.getByRole('button', { name: 'Change genres' }).click();
      await page.getByRole('checkbox', { name: 'Horror' }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Genres');
      await toast(page).getByRole('button', { name: 'Dismiss' }).focus();
      if (size === 'desktop') expect(await covered(page.locator('body'))).toEqual([]);
      await pressEvery(page.getByRole('main'));
      await page.getByRole('link', { name: 'Terms of Service' }).click({ trial: true });
    });
  });
}
