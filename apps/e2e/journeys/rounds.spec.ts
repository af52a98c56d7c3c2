// Two members and a guest choose a title together on three phones. One phone has no connection when the round starts.
import jsQR from 'jsqr';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { starLabel } from '../support/actions.ts';
import { DARK_PHONE, findings, LIGHT_DESKTOP } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { connect, createMember, makeIdentity, PASSWORD } from '../support/users.ts';

const PHONE = { width: 390, height: 844 };

/** Answers yes to the shown title. Returns its name. */
async function sayYes(page: Page): Promise<string> {
  const yes = page.getByRole('button', { name: 'Yes', exact: true });
  // The lobby has headings of the same level.
  await expect(yes).toBeVisible();
  const name = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? '';
  await yes.click();
  return name;
}

/** Opens a phone of somebody else, without an account unless a token is given. */
async function openPhone(
  { browser, origin, watch }: { browser: Browser; origin: string; watch: (context: BrowserContext) => void },
  token: string | null = null,
): Promise<Page> {
  const localStorage = token ? [{ name: 'access_token', value: token }] : [];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: PHONE,
    hasTouch: true,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  watch(context);
  return context.newPage();
}

/** Returns what a camera reads in the QR code of the page. */
async function readQrCode(page: Page): Promise<string | undefined> {
  const picture = (await page.getByRole('img', { name: 'QR code' }).screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    return { data: [...pixels], width: bitmap.width, height: bitmap.height };
  }, picture);
  return jsQR.default(Uint8ClampedArray.from(data), width, height)?.data;
}

test('a friend scans or types the code, is let in, agrees with the host, and keeps the taste', async ({
  page,
  browser,
  origin,
  problems,
  signedIn,
}) => {
  // Before the friend has joined, the API does not show the round.
  problems.allow(/status of 404.*\/api\/v1\/rounds\//);
  await page.setViewportSize(PHONE);
  await page.goto('/together');
  await page.getByRole('button', { name: 'Start a round' }).click();
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await readQrCode(page)).toBe(page.url());
  }
  const short = (await page.getByText(/^[2-9A-Z]{6}$/).textContent()) ?? '';

  const guest = await openPhone({ browser, origin, watch: (context) => problems.watch(context) });
  await guest.goto(page.url());
  const name = signedIn.user.display_name;
  await expect(
    guest.getByRole('heading', { name: `${name} invites you to choose what to watch` }),
  ).toBeVisible();
  const found = await findings(guest, 'the invitation to a round', DARK_PHONE, LIGHT_DESKTOP);
  await guest.setViewportSize(PHONE);
  await guest.goto('/together');
  found.push(...(await findings(guest, 'Together of a visitor', DARK_PHONE, LIGHT_DESKTOP)));
  await guest.setViewportSize(PHONE);
  await guest.getByLabel('Code of the round').fill(short.toLowerCase());
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.getByLabel('Your name').fill('Cleo');
  await guest.getByRole('button', { name: 'Ask to join' }).click();
  await expect(guest.getByText(`Waiting for ${name} to let you in.`)).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(`Waiting for ${name} to let you in.`)).toBeVisible();
  await expect(page.getByText('Cleo', { exact: true }).first()).toBeVisible();
  found.push(...(await findings(page, 'a lobby with somebody who waits', DARK_PHONE, LIGHT_DESKTOP)));
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Let in Cleo' }).click();
  await expect(guest.getByRole('heading', { name: /^Rate what you know/ })).toBeVisible();
  await starLabel(guest.getByRole('main'), '5 stars').click();
  await expect(page.getByText('Cleo, guest')).toBeVisible();

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const wanted = await sayYes(page);
  await expect(guest.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
  // A swipe to the right is the same yes.
  const poster = await guest.getByRole('main').locator('img').first().boundingBox();
  const [x, y] = [(poster?.x ?? 0) + 60, (poster?.y ?? 0) + 60];
  await guest.mouse.move(x, y);
  await guest.mouse.down();
  await guest.mouse.move(x + 60, y, { steps: 4 });
  await guest.mouse.move(x + 140, y, { steps: 4 });
  await guest.mouse.up();
  for (const each of [page, guest]) await expect(each.getByText('Tonight it is')).toBeVisible();

  await guest.getByRole('button', { name: 'Keep my taste' }).click();
  const { email, displayName } = makeIdentity();
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Public display name').fill(displayName);
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('checkbox', { name: 'I accept the Terms of Service' }).check();
  await guest.getByRole('checkbox', { name: 'I am 13 or older' }).check();
  found.push(...(await findings(guest, 'the form to keep a taste', DARK_PHONE, LIGHT_DESKTOP)));
  await guest.setViewportSize(PHONE);
  await guest.getByRole('button', { name: 'Create my account' }).click();
  await expect(guest.getByRole('link', { name: 'Choose your streaming services' })).toBeVisible();
  await expect(guest.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
  const token = await guest.evaluate(() => localStorage.getItem('access_token'));
  const api = connect(origin, token);
  const { media } = await api('GET /api/v1/media/rating_history');
  expect(media.map(({ rating }) => rating)).toEqual([10]);
  const { user_lists: lists } = await api('GET /api/v1/user_lists');
  expect(lists.find(({ list_type }) => list_type === 'watch_later')?.count_media).toBe(1);
  expect(found).toEqual([]);
  await guest.context().close();
});

test('two members and a guest agree on a title, also when one phone was without a connection', async ({
  page,
  browser,
  origin,
  problems,
  signedIn,
}) => {
  // Before the guest has joined, the API does not show the round to guests. In between the guest's phone is offline.
  problems.allow(/status of 404.*\/api\/v1\/rounds\//);
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize(PHONE);
  const friend = await createMember(origin);
  const watch = (context: BrowserContext): void => problems.watch(context);
  const open = (token: string | null): Promise<Page> => openPhone({ browser, origin, watch }, token);
  expect(signedIn.user.id).toBeGreaterThan(0);
  await page.goto('/together');
  await page.getByRole('button', { name: 'Start a round' }).click();
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  const address = new URL(page.url()).pathname;

  const member = await open(friend.user.access_token);
  await member.goto(address);
  await member.getByRole('button', { name: 'Join' }).click();
  const guest = await open(null);
  await guest.goto(address);
  await guest.getByLabel('Your name').fill('Cleo');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('heading', { name: /^Rate what you know/ })).toBeVisible();
  await expect(page.getByText('Cleo')).toBeVisible();

  const found = [
    ...(await findings(page, 'the lobby of the host', DARK_PHONE)),
    ...(await findings(guest, 'the deck of a guest', DARK_PHONE)),
  ];
  for (const each of [page, guest]) await each.setViewportSize(PHONE);

  const guestContext = guest.context();
  const lost = guest.waitForEvent('requestfailed');
  await guestContext.setOffline(true);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const wanted = await sayYes(page);
  expect(await sayYes(member)).toBe(wanted);
  await lost;
  await guestContext.setOffline(false);
  await expect(guest.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
  await sayYes(guest);
  for (const each of [page, member, guest]) {
    await expect(each.getByText('Tonight it is')).toBeVisible();
    await expect(each.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
  }
  found.push(...(await findings(guest, 'the decided round of a guest', LIGHT_DESKTOP)));
  expect(found).toEqual([]);

  await page.getByRole('button', { name: 'End the round' }).click();
  await page.getByRole('button', { name: 'End it for everybody?' }).click();
  for (const each of [page, member])
    await expect(each.getByRole('link', { name: 'Your evenings' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'What Marquee is' })).toBeVisible();
  for (const each of [page, member, guest]) {
    await expect(each.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
    await expect(each.getByRole('button', { name: /the round/ })).toHaveCount(0);
  }
  // Also on a phone that has forgotten what it had read.
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 2, name: wanted })).toBeVisible();
  await expect(guest.getByRole('textbox')).toHaveCount(0);
  for (const each of [member, guest]) await each.context().close();
});
