// Tests what people see beside a link before they open it. The robots of networks run no scripts, so the page of the built
// web app is read as text; the browser only decodes the pictures.
import type { Page } from 'playwright/test';
import { makeList } from '../support/lists.ts';
import { expect, test } from '../support/test.ts';

const ROBOT = {
  'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  accept: '*/*',
};

/** Reads the tags of a page's head by their names. */
async function readTags(address: string): Promise<Map<string, string>> {
  const html = await (await fetch(address, { headers: ROBOT })).text();
  const tags = html
    .slice(0, html.indexOf('</head>'))
    .matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g);
  return new Map(Array.from(tags, ([, name = '', content = '']) => [name, content]));
}

/** Returns the size of a picture, which the browser can decode. */
const sizeOf = (page: Page, address: string): Promise<[number, number]> =>
  page.evaluate(async (src) => {
    const picture = await createImageBitmap(await (await fetch(src)).blob());
    return [picture.width, picture.height];
  }, address);

test('links to the front page, a title, a list, a round and a person show themselves where they are pasted', async ({
  page,
  origin,
  signedIn,
}) => {
  const { api, user } = signedIn;
  const { id, titles } = await makeList(signedIn, 2);
  const { user_list: list } = await api('GET /api/v1/user_lists/{id}', { params: { id: String(id) } });
  const { round } = await api('POST /api/v1/rounds', { body: { mode: 'list' } });
  const { medium } = await api('GET /api/v1/media/{id}', { params: { id: 2 } });
  const [person] = medium.cast;
  await page.goto('/faq');
  for (const [path, title] of [
    ['/', 'Marquee: what to watch tonight, and where'],
    ['/discover/media/2', `${medium.title} (${medium.release_year})`],
    [`/my_lists/share/${list.share_code}`, 'Rainy days'],
    [`/together/${round.code}`, `${user.display_name} invites you to choose what to watch`],
    [`/people/${person?.person_id}`, person?.name],
  ] as const) {
    const tags = await readTags(origin + path);
    expect(tags.get('og:title'), path).toBe(title);
    expect(tags.get('og:url'), path).toBe(origin + path);
    expect(await sizeOf(page, tags.get('og:image') ?? ''), path).toEqual([1200, 630]);
    for (const name of titles)
      expect(tags.get('og:description'), 'titles of a list stay in it').not.toContain(name);
  }
  await api('PATCH /api/v1/rounds/{code}', { params: { code: round.code }, body: { state: 'ended' } });
  expect(
    (await readTags(`${origin}/together/${round.code}`)).get('og:title'),
    'the round has ended',
  ).toBeUndefined();
});
