// Sorts a list by mouse, finger and keys. Sorting has a history entry, so Back ends the sorting.
import type { Page } from 'playwright/test';
import { makeList } from '../support/lists.ts';
import { expect, test } from '../support/test.ts';
import type { Member } from '../support/users.ts';

const handlesOf = (page: Page, count: number) =>
  page.getByRole('button', { name: new RegExp(`^Move .* of ${count}$`) });

async function startSorting(page: Page, list: number, count: number) {
  await page.goto(`/my_lists/${list}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('switch', { name: 'Sort titles' }).click();
  await expect(page).toHaveURL(/sorting=true/);
  const handles = handlesOf(page, count);
  await expect(handles.first()).toBeVisible();
  return handles;
}

/** Returns the middle of a handle in window coordinates. */
async function middleOf(handle: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> {
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const expectOrder = ({ api }: Member, list: number, ids: readonly number[]) =>
  expect
    .poll(async () => {
      const { user_list: now } = await api('GET /api/v1/user_lists/{id}', { params: { id: list } });
      return now.sorted_medium_ids;
    })
    .toBe(ids.join(','));

test('dragging a title sideways moves it without scrolling the page', async ({ page, signedIn }) => {
  const { id, ids } = await makeList(signedIn, 14);
  const handles = await startSorting(page, id, 14);
  const start = await middleOf(handles.first());
  const target = await middleOf(handles.nth(2));
  expect(start.y, 'the handle lies close to the bottom edge').toBeGreaterThan(800 - 140);

  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(target.x, target.y, { steps: 12 });
  await expect(handles.nth(2)).toHaveAttribute('aria-pressed', 'true');
  // A wrong scroll would come with one of the next frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.up();

  const [first = 0, second = 0, third = 0, ...rest] = ids;
  await expectOrder(signedIn, id, [second, third, first, ...rest]);
  await page.goBack();
  await expect(page.getByRole('switch', { name: 'Sort titles' })).not.toBeChecked();
  await expect(handles).toHaveCount(0);
});

test('the keys move a title by one place, to the end and back, and keep the focus', async ({
  page,
  signedIn,
}) => {
  const { id, ids } = await makeList(signedIn, 14);
  const handles = await startSorting(page, id, 14);
  const name = (await handles.first().getAttribute('aria-label'))?.replace(/, \d+ of 14$/, '');
  const handle = (place: number) =>
    page.getByRole('button', { name: `${name}, ${place} of 14`, exact: true });

  await handle(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(handle(2)).toBeFocused();
  await page.keyboard.press('End');
  await expect(handle(14)).toBeFocused();
  await expect(handle(14)).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(handle(1)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(page.getByText('dropped at 14 of 14.')).toBeAttached();
  const [first = 0, ...rest] = ids;
  await expectOrder(signedIn, id, [...rest, first]);
});

test('the key End moves a title behind titles that are not loaded yet, and its handle keeps the focus', async ({
  page,
  signedIn,
}) => {
  const { id } = await makeList(signedIn, 60);
  await startSorting(page, id, 60);
  const name = (await handlesOf(page, 60).first().getAttribute('aria-label'))?.replace(/, \d+ of 60$/, '');
  const handle = (place: number) =>
    page.getByRole('button', { name: `${name}, ${place} of 60`, exact: true });
  await handle(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(handle(60)).toBeFocused();
  await expect(handle(60)).toBeInViewport();
  // Line 1 must be far from the window, so that it is not drawn.
  await expect.poll(() => handlesOf(page, 60).count()).toBeLessThan(50);
  await page.keyboard.press('Home');
  await expect(handle(1)).toBeFocused();
  await expect(handle(1)).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('touching the handle drags a title without a long press', async ({ page, signedIn }) => {
    const { id, ids } = await makeList(signedIn, 6);
    const handles = await startSorting(page, id, 6);
    await handles.first().scrollIntoViewIfNeeded();
    const [top, below] = [await handles.first().boundingBox(), await handles.nth(1).boundingBox()];
    expect(below?.x, 'the titles are lines in one column').toBe(top?.x);
    const start = await middleOf(handles.first());
    const target = await middleOf(handles.nth(1));
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [start]);
    for (let step = 1; step <= 10; step += 1) {
      const along = (from: number, to: number) => from + ((to - from) * step) / 10;
      await send('touchMove', [{ x: along(start.x, target.x), y: along(start.y, target.y) }]);
    }
    await expect(handles.nth(1)).toHaveAttribute('aria-pressed', 'true');
    await send('touchEnd', []);
    const [first = 0, second = 0, ...rest] = ids;
    await expectOrder(signedIn, id, [second, first, ...rest]);
  });
});
