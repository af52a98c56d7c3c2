// Two members and a guest choose a title together on three phones. One phone has no connection when the round starts.
import type { BrowserContext, Page } from 'playwright/test';
import { DARK_PHONE, findings, LIGHT_DESKTOP } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { createMember } from '../support/users.ts';

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
  const contexts: BrowserContext[] = [];
  const open = async (token: string | null): Promise<Page> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: PHONE,
      serviceWorkers: 'block',
      storageState: {
        cookies: [],
        origins: [{ origin, localStorage: token ? [{ name: 'access_token', value: token }] : [] }],
      },
    });
    problems.watch(context);
    contexts.push(context);
    return context.newPage();
  };
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

  const guestContext = contexts[1];
  const lost = guest.waitForEvent('requestfailed');
  await guestContext?.setOffline(true);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const wanted = await sayYes(page);
  expect(await sayYes(member)).toBe(wanted);
  await lost;
  await guestContext?.setOffline(false);
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
  for (const context of contexts) await context.close();
});
