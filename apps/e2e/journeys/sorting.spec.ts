// Sorting a list by dragging, which has its own history entry.
import { expect, test } from '../support/test.ts';

test('dragging a title sideways moves it without scrolling the page', async ({ page, signedIn: { api } }) => {
  const { user_list: list } = await api('POST /api/v1/user_lists', { body: { name: 'Rainy days' } });
  const { media } = await api('GET /api/v1/media/to_rate', { query: { view: 'card' } });
  const ids = media.slice(0, 14).map(({ id }) => id);
  for (const id of ids)
    await api('POST /api/v1/user_lists/{id}/user_list_media', {
      params: { id: list.id },
      body: { user_list_medium: { medium_id: id, user_list_id: list.id } },
    });

  await page.goto(`/my_lists/${list.id}`);
  await page.getByRole('switch', { name: 'Sort titles' }).click();
  await expect(page).toHaveURL(/sorting=true/);
  const handles = page.getByRole('button', { name: /^Move .* of 14$/ });
  await expect(handles.first()).toBeVisible();
  const start = await handles.first().boundingBox();
  const target = await handles.nth(2).boundingBox();
  if (!start || !target) throw new Error('The handles are not drawn');
  expect(start.y, 'the handle lies close to the bottom edge').toBeGreaterThan(800 - 140);

  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + 20, { steps: 12 });
  // Drag slowly enough for the page to scroll.
  await expect(handles.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.up();

  const [first = 0, second = 0, third = 0, ...rest] = ids;
  const sorted = [second, third, first, ...rest].join(',');
  await expect
    .poll(async () => {
      const { user_list: now } = await api('GET /api/v1/user_lists/{id}', { params: { id: list.id } });
      return now.sorted_medium_ids;
    })
    .toBe(sorted);
  await page.goBack();
  await expect(page.getByRole('switch', { name: 'Sort titles' })).not.toBeChecked();
  await expect(handles).toHaveCount(0);
});
