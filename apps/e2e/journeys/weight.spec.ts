import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { settle } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';

/** Limits for all first-load JavaScript of a page, in kB of gzip. */
const LANDING_KB = 115;
const DISCOVER_KB = 175;
/** Limits for the JavaScript that a screen needs besides the shared files, in kB of gzip. */
const LIST_OWN_KB = 70;
const OTHER_OWN_KB = 50;

/** Returns the size of every script that a first visit loads, by path, in kB of gzip. */
async function weigh(page: Page, address: string): Promise<Map<string, number>> {
  const scripts = new Map<string, number>();
  const weighing: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    weighing.push(
      response.body().then((body) => {
        scripts.set(new URL(response.url()).pathname, gzipSync(body).length / 1000);
      }),
    );
  });
  await page.goto(address);
  await settle(page);
  await Promise.all(weighing);
  page.removeAllListeners('response');
  return scripts;
}

const sum = (scripts: Map<string, number>): number => [...scripts.values()].reduce((all, kb) => all + kb, 0);

test('the first load of the landing page is within its budget', async ({ page }) => {
  const scripts = await weigh(page, '/');
  expect(scripts.size).toBeGreaterThan(2);
  expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(LANDING_KB);
});

test('the first loads of member screens are within their budgets', async ({
  browser,
  page,
  signedIn,
  origin,
}) => {
  const discover = await weigh(page, '/discover');
  expect(sum(discover), [...discover].join('\n')).toBeLessThanOrEqual(DISCOVER_KB);

  const visitor = await browser.newContext({ baseURL: origin });
  const every = new Set((await weigh(await visitor.newPage(), '/faq')).keys());
  await visitor.close();
  const { user_lists: lists } = await signedIn.api('GET /api/v1/user_lists');
  const list = `/my_lists/${lists[0]?.id}`;
  for (const address of [
    '/my_lists',
    list,
    '/discover/rows/recommended',
    '/rating',
    '/rating/taste',
    '/search',
    '/hidden',
    '/tonight',
    '/together',
    '/worth',
    '/news',
    '/people/1',
    '/settings',
    '/settings/import',
    '/plans',
  ]) {
    // Each address uses a new browser context, so that no script comes from the cache.
    const context = await browser.newContext({
      baseURL: origin,
      storageState: await page.context().storageState(),
    });
    const own = new Map(
      [...(await weigh(await context.newPage(), address))].filter(([path]) => !every.has(path)),
    );
    await context.close();
    const budget = address === list ? LIST_OWN_KB : OTHER_OWN_KB;
    expect.soft(sum(own), `${address}\n${[...own].join('\n')}`).toBeLessThanOrEqual(budget);
  }
});
