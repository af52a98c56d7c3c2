// A stack whose operator switched billing off (docs/product.md#billing-off) and has an app for iPhones alone
// (docs/product.md#native-app).
import { devices } from 'playwright/test';
import { settle } from '../support/looks.ts';
import { testWith } from '../support/own-stack.ts';
import { expect } from '../support/test.ts';

const APP = 'https://apps.apple.com/app/id1';
const test = testWith({ BILLING: 'off', IOS_APP_URL: APP });

// One worker runs all tests of this file, so that they share one stack.
test.describe.configure({ mode: 'default' });

const MONEY =
  /\b(?:your|our|running|paid|cancel) (?:plan|subscription)|subscription (?:is|paid|bought)|free trial|payment|receipt|a month/i;
const VISITOR = ['/', '/about', '/faq', '/privacy', '/deletion', '/register'];
const MEMBER = [
  '/settings',
  '/delete_account',
  '/plans',
  '/checkout_success',
  '/checkout_canceled',
  '/discover',
];

test('a user is a member at once, and no screen mentions money, when BILLING is off', async ({
  page,
  member,
}) => {
  const read = async (path: string) => {
    await page.goto(path);
    await settle(page);
    await expect(page.locator('body'), path).not.toContainText(MONEY, { useInnerText: true });
  };
  for (const path of VISITOR) await read(path);
  expect(member.user).toMatchObject({ trial_or_subscribed: true, trial_ends_at: null });
  await page.evaluate((token) => localStorage.setItem('access_token', token), member.user.access_token);
  for (const path of MEMBER) await read(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Discover' })).toBeVisible();
});

test('the start says how old the offers of the demo catalogue are, and where a live source is explained', async ({
  stack,
}) => {
  await expect
    .poll(() => stack.output())
    .toMatch(
      /\nOffers: \d+ % were last checked over 90 days ago, the oldest in December 2022; docs\/sources\.md says how/,
    );
});

for (const [phone, address] of [
  ['iPhone 13', 'marquee://discover/media/2'],
  ['Pixel 5', null],
] as const) {
  test(`the first touch on a phone of the kind ${phone} opens ${address ?? 'no app, because there is none'}`, async ({
    browser,
    member,
    origin,
  }) => {
    const context = await browser.newContext({
      ...devices[phone],
      baseURL: origin,
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'access_token', value: member.user.access_token }] }],
      },
    });
    const page = await context.newPage();
    const asked: string[] = [];
    const protocol = await context.newCDPSession(page);
    await protocol.send('Page.enable');
    protocol.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
    const known = page.waitForResponse((response) => response.url().endsWith('/api/v1/apps'));
    await page.goto('/discover/media/2');
    await known;
    await page.getByRole('dialog').getByRole('heading', { name: 'Where to watch' }).tap();
    if (address !== null) await expect.poll(() => asked).toEqual([address]);
    await page.goto('/get_the_app');
    const store = page.getByRole('link', { name: 'App Store for iPhone and iPad' });
    await expect(store).toHaveAttribute('href', APP);
    await expect(page.getByRole('heading', { level: 2 }), 'how to install on the other system').toHaveText([
      'On Android',
    ]);
    expect(asked.filter((url) => url.startsWith('marquee:'))).toEqual(address === null ? [] : [address]);
    await context.close();
  });
}
