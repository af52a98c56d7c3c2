// Checks that every address shows its screen, which is accessible, and that every link opens a screen, without an error
// in the browser.
import type { Client } from '@marquee/contracts/client';
import * as paths from '@marquee/contracts/paths';
import { screenAddress } from '@marquee/contracts/screen-address';
import type { Page } from 'playwright/test';
import { Crawl } from '../support/crawl.ts';
import { awaitMail, linkTo } from '../support/inbox.ts';
import { makeList } from '../support/lists.ts';
import { lookAt, resetLook } from '../support/looks.ts';
import { expect, test } from '../support/test.ts';
import { createMember, type Member, makeIdentity, rate } from '../support/users.ts';

/** Address and document title by path. */
type Screens = Record<string, [address: string, title: string]>;

const marquee = (title: string): string => `${title} · Marquee`;
const FRONT = 'Marquee: what to watch tonight, and where';

/** Opens each screen once, and looks at it in every size and theme. Returns the addresses of other screens behind links. */
async function openAll(page: Page, origin: string, screens: Screens): Promise<string[]> {
  const crawl = new Crawl(page, origin);
  const found: string[] = [];
  for (const [address, title] of Object.values(screens)) {
    await resetLook(page);
    await crawl.open(address, title);
    found.push(...(await lookAt(page, address)));
  }
  expect(found, 'findings of axe, and sideways scrolling at 320 px or with text of 200 %').toEqual([]);
  await resetLook(page);
  return crawl.followAll();
}

/** Invites an address without an account. Returns the code of the invitation. */
async function invite(owner: Member, inbox: string): Promise<string> {
  const { email } = makeIdentity();
  const { user_list: list } = await owner.api('POST /api/v1/user_lists', { body: { name: 'Rainy Sundays' } });
  await owner.api('POST /api/v1/user_lists/{id}/share', {
    params: { id: String(list.id) },
    body: { user_list: { share_items: [{ email }] } },
  });
  const link = linkTo(await awaitMail(inbox, email, /shares a list/), /^\/accept_list\//);
  return link.split('/').at(-1) ?? '';
}

/** Uploads a history. Returns the id of the import. */
async function upload(origin: string, { user }: Member): Promise<number> {
  const answer = await fetch(`${origin}/api/v1/user/imports?source=imdb`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.access_token}`, 'content-type': 'application/octet-stream' },
    body: 'Const,Your Rating,Title,Year\ntt0468569,9,The Dark Knight,2008\n',
  });
  return JSON.parse(await answer.text()).import.id;
}

async function personOf(api: Client, id: number): Promise<{ person_id: number; name: string }> {
  const { medium } = await api('GET /api/v1/media/{id}', { params: { id } });
  const person = medium.cast[0] ?? medium.directors[0];
  if (!person) throw new Error(`Title ${id} names no person`);
  return person;
}

test('every public address shows a visitor its screen, which is accessible, and every link there opens a screen', async ({
  page,
  origin,
  inbox,
  problems,
}) => {
  const code = await invite(await createMember(origin), inbox);
  // No round has this code. Its screen is the same for a visitor who is not in the round.
  problems.allow(/404 \(Not Found\).*\/api\/v1\/rounds\//);
  problems.allow(/404 \(Not Found\).*\/together\/2abcdefgh3jkm/);
  // Nor does a poster have this address.
  problems.allow(/404 \(Not Found\).*\/api\/v1\/taste\/posters\/A+/);
  problems.allow(/404 \(Not Found\).*\/taste\/poster\/A+/);
  const join = marquee('Sign up, step 1 of 4');
  const followed = await openAll(page, origin, {
    [paths.home]: ['/', FRONT],
    [paths.login]: ['/login', marquee('Log in')],
    [paths.register]: ['/register', join],
    [paths.forgotPassword]: ['/forgot-password', marquee('Forgot password')],
    [paths.forgotPasswordAlias]: ['/users/password/forgot', marquee('Forgot password')],
    [paths.resetPassword]: ['/users/password/edit?reset_password_token=abc', marquee('Reset password')],
    [paths.plans]: ['/plans', marquee('Plans')],
    [paths.checkoutSuccess]: ['/checkout_success/?session_id=cs_test', marquee('Your plan')],
    [paths.checkoutCanceled]: ['/checkout_canceled', marquee('Checkout canceled')],
    [paths.getTheApp]: ['/get_the_app', marquee('Get the app')],
    [paths.about]: ['/about', marquee('About')],
    [paths.faq]: ['/faq', marquee('FAQ')],
    [paths.contact]: ['/contact', marquee('Contact Us')],
    [paths.privacy]: ['/privacy', marquee('Privacy Policy')],
    [paths.terms]: ['/terms', marquee('Terms of Service')],
    [paths.deletion]: ['/deletion', marquee('Data deletion')],
    [paths.deleteAccount]: ['/delete_account', marquee('Delete account')],
    [paths.confirmDeleteAccount]: [
      '/confirm_delete_account?code=abc&email=ada@example.com',
      marquee('Confirm deletion'),
    ],
    [paths.acceptList]: [screenAddress(paths.acceptList, { code }), join],
    [paths.rejectList]: [screenAddress(paths.rejectList, { code }), join],
    [paths.confirmEmail]: ['/confirm_email', marquee('Incomplete confirmation link')],
    [paths.restoreEmail]: ['/restore_email', marquee('Incomplete restore link')],
    [paths.together]: ['/together', marquee('Together')],
    [paths.round]: ['/together/2abcdefgh3jkm', marquee('Together')],
    [paths.sharedPoster]: [`/taste/poster/${'A'.repeat(43)}`, marquee('A taste as a poster')],
    [paths.logout]: ['/logout', FRONT],
  });
  expect(followed, 'links to addresses that are not above').toEqual([]);
});

test('every member address shows a member its screen, which is accessible, and every link there opens a screen', async ({
  page,
  origin,
  signedIn,
}) => {
  const { api } = signedIn;
  const { id: listId, ids } = await makeList(signedIn, 2);
  const person = await personOf(api, ids[0] ?? 0);
  const friend = await createMember(origin);
  const shared = await makeList(friend, 1);
  const { user_list: friends } = await friend.api('GET /api/v1/user_lists/{id}', {
    params: { id: String(shared.id) },
  });
  await rate(api, ids[1] ?? 0, 9);
  await api('POST /api/v1/media/{id}/user_medium_hiddens', { params: { id: 7 } });
  const importId = await upload(origin, signedIn);
  await api('POST /api/v1/keys', { body: { key: { name: 'Home server', scopes: ['read'] } } });

  const followed = await openAll(page, origin, {
    [paths.discover]: ['/discover', marquee('Discover')],
    [paths.row]: ['/discover/rows/recent', marquee('Recent Releases')],
    [paths.myLists]: ['/my_lists', marquee('My Lists')],
    [paths.list]: [screenAddress(paths.list, { listId }), marquee('Rainy days')],
    [paths.sharedList]: [
      screenAddress(paths.sharedList, { code: friends.share_code ?? '' }),
      marquee('My Lists'),
    ],
    [paths.rating]: ['/rating', marquee('Rating')],
    [paths.taste]: ['/rating/taste', marquee('Your taste')],
    [paths.tasteYear]: ['/taste/year/2026', marquee('Your 2026')],
    [paths.tastePoster]: ['/taste/poster', marquee('Your taste as a poster')],
    [paths.search]: ['/search', marquee('Search')],
    [paths.settings]: ['/settings', marquee('Settings')],
    connections: ['/settings?tab=connections', marquee('Settings')],
    [paths.imports]: ['/settings/import', marquee('Import from another service')],
    [paths.oneImport]: [screenAddress(paths.oneImport, { importId }), marquee('Import from IMDb')],
    [paths.hidden]: ['/hidden', marquee('Hidden')],
    [paths.tonight]: ['/tonight', marquee('Tonight')],
    [paths.together]: ['/together', marquee('Together')],
    [paths.upNext]: ['/up_next', marquee('Up next')],
    [paths.calendar]: ['/calendar', marquee('Calendar')],
    [paths.worth]: ['/worth', marquee('Worth it')],
    [paths.news]: ['/news', marquee('News for you')],
    [paths.person]: [screenAddress(paths.person, { personId: person.person_id }), marquee(person.name)],
    [paths.welcomeRate]: ['/welcome/rate', marquee('Rate a few titles')],
  });
  expect(followed.length, 'the pages link to further rows, people and public pages').toBeGreaterThan(5);
});

test('every title address shows a member the title over the page below', async ({
  page,
  origin,
  signedIn,
}) => {
  const { id: listId, ids, titles } = await makeList(signedIn, 1);
  const [mediaId = 0] = ids;
  const [name = ''] = titles.map(marquee);
  const { person_id: personId } = await personOf(signedIn.api, mediaId);
  const crawl = new Crawl(page, origin);
  for (const address of [
    screenAddress(paths.discoverTitle, { mediaId }),
    screenAddress(paths.rowTitle, { rowId: 'recent', mediaId }),
    screenAddress(paths.myListsTitle, { mediaId }),
    screenAddress(paths.listTitle, { listId, mediaId }),
    screenAddress(paths.ratingTitle, { mediaId }),
    screenAddress(paths.searchTitle, { mediaId }),
    screenAddress(paths.hiddenTitle, { mediaId }),
    screenAddress(paths.tonightTitle, { mediaId }),
    screenAddress(paths.upNextTitle, { mediaId }),
    screenAddress(paths.calendarTitle, { mediaId }),
    screenAddress(paths.newsTitle, { mediaId }),
    screenAddress(paths.personTitle, { personId, mediaId }),
  ])
    await crawl.open(address, name);
});
