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

test('the first load of Discover is within its budget', async ({ page, signedIn }) => {
  expect(signedIn.services).toHaveLength(2);
  const scripts = await weigh(page, '/discover');
  expect(sum(scripts), [...scripts].join('\n')).toBeLessThanOrEqual(DISCOVER_KB);
});

/** The other screens of a member, in parts that run side by side. */
const SCREENS = [
  [
    '/my_lists',
    '/discover/rows/recommended',
    '/rating',
    '/rating/taste',
    '/taste/poster',
    '/search',
    '/hidden',
    '/tonight',
    '/up_next',
    '/calendar',
  ],
  ['/together', '/worth', '/news', '/people/1', '/settings', '/settings/import', '/plans'],
];

for (const [part, screens] of SCREENS.entries()) {
  test(`the first loads of member screens are within their budgets, part ${part + 1}`, async ({
    browser,
    signedIn: { api, user },
    origin,
  }) => {
    // Each address uses a new browser context, so that no script comes from the cache.
    const weighNew = async (address: string, token: string | null) => {
      const localStorage = token === null ? [] : [{ name: 'access_token', value: token }];
      const context = await browser.newContext({
        baseURL: origin,
        storageState: { cookies: [], origins: [{ origin, localStorage }] },
      });
      const scripts = await weigh(await context.newPage(), address);
      await context.close();
      return scripts;
    };
    const every = new Set((await weighNew('/faq', null)).keys());
    const { user_lists: lists } = await api('GET /api/v1/user_lists');
    const list = `/my_lists/${lists[0]?.id}`;
    for (const address of part === 0 ? [list, ...screens] : screens) {
      const own = new Map(
        [...(await weighNew(address, user.access_token))].filter(([path]) => !every.has(path)),
      );
      const budget = address === list ? LIST_OWN_KB : OTHER_OWN_KB;
      expect.soft(sum(own), `${address}\n${[...own].join('\n')}`).toBeLessThanOrEqual(budget);
    }
  });
}
