// On a phone, title, match and the best offer are visible without scrolling.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../support/test.ts';
import { rate } from '../support/users.ts';

/** Expects that the element is above the navigation bar without scrolling. */
async function expectInFirstScreen(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const bar = await page.getByRole('navigation').first().boundingBox();
  const box = await element.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

test('on a phone, Discover and a title show match and offer without scrolling', async ({
  page,
  signedIn,
}) => {
  const { media } = await signedIn.api('GET /api/v2/media', {
    query: { selection: 'recommended', view: 'card', per_page: 8 },
  });
  for (const { id } of media.slice(0, 4)) await rate(signedIn.api, id, 9);
  const lead = page.getByRole('region').first();
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/discover');
    await expectInFirstScreen(page, lead.getByRole('heading'));
    await expectInFirstScreen(page, lead.getByText(/Your match:/));
    await expectInFirstScreen(page, lead.getByRole('link', { name: /^Watch on / }));
  }

  await page.goto(`/discover/media/${media[6]?.id}`);
  const title = page.getByRole('dialog');
  // Cards of "More like this" also show a likelihood, so check the first match only.
  await expectInFirstScreen(page, title.getByText(/Your match:/).first());
  const offers = title.getByRole('region', { name: 'Where to watch' });
  await expectInFirstScreen(page, offers.getByRole('link').first());
});
