import { tastePosterVersion } from '@marquee/artwork/paths';
import { LIMITS, type Medium, type SharedPosterReply, type TastePosterReply } from '@marquee/contracts';
import { posterHeading } from '@marquee/contracts/poster-words';
import type { User } from '@marquee/prisma';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { createSecret } from '#src/core/secrets.ts';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createUser, unique } from '../../../test/factories.ts';
import { createWebRoot } from '../../../test/web-root.ts';

await useDemoCatalogue();
const root = await createWebRoot();
const WEB_ORIGIN = 'https://marquee.example';
const API_ORIGIN = 'https://api.marquee.example';
const { deps, prisma, tokenOf } = await startApp({ WEB_ORIGIN, API_ORIGIN });
const app = await buildApp(deps, root);
await app.ready();
const visitor = supertest(app.server);
const as = (user: User) => supertest.agent(app.server).set('authorization', `Bearer ${tokenOf(user)}`);
const limited = await startApp({ WEB_ORIGIN, API_ORIGIN, RATE_LIMIT: 'on' });
const guardedApp = await buildApp(limited.deps, root);
await guardedApp.ready();
const guarded = supertest(guardedApp.server);
afterAll(async () => {
  await app.close();
  await guardedApp.close();
});

const LINK = '/api/v1/taste/poster/link';
/** Korean dramas, and one film that nobody would expect beside them. */
const RATED: Record<string, number> = {
  'Crash Landing on You': 10,
  'My Mister': 10,
  Vincenzo: 9,
  'Itaewon Class': 9,
  'Hospital Playlist': 9,
  'Reply 1988': 9,
  'John Wick': 2,
  Deadpool: 2,
  'Lethal Weapon': 2,
  'The Bourne Identity': 3,
  Commando: 2,
  'The Terminator': 2,
  'Die Hard': 10,
};

let member: User;

/** Gives the ratings, by the name of the best known title that has it. */
async function rate(user: User, ratings: Record<string, number>, updatedAt = new Date()): Promise<void> {
  for (const [title, rating] of Object.entries(ratings)) {
    const { id: mediumId } = await prisma.medium.findFirstOrThrow({
      where: { title },
      orderBy: { popularity: 'desc' },
    });
    await prisma.userMediumRating.create({
      data: { userId: user.id, mediumId, rating, updatedAt, createdAt: updatedAt },
    });
  }
  deps.users.drop(user.id);
}

const ownOf = async (user: User): Promise<TastePosterReply> =>
  (await as(user).get('/api/v1/taste/poster').expect(200)).body;
const makeLink = async (user: User): Promise<string> => (await as(user).post(LINK).expect(201)).body.url;
const codeOf = (url: string): string => url.replace(`${WEB_ORIGIN}/taste/poster/`, '');
const sharedOf = async (code: string): Promise<SharedPosterReply['poster']> =>
  (await visitor.get(`/api/v1/taste/posters/${code}`).expect(200)).body.poster;

/** Every address at which the poster of a code can be seen, with its status. */
async function statuses(code: string, by = visitor): Promise<Record<string, number>> {
  const open = async (path: string, accept: string) => (await by.get(path).set({ accept })).status;
  return {
    page: await open(`/taste/poster/${code}`, 'text/html'),
    words: await open(`/api/v1/taste/posters/${code}`, 'application/json'),
    picture: await open(`/images/taste/${code}.jpg`, '*/*'),
    card: await open(`/images/cards/taste/${code}.jpg`, '*/*'),
  };
}
const ALL = { page: 200, words: 200, picture: 200, card: 200 };
const NONE = { page: 404, words: 404, picture: 404, card: 404 };
const REFUSED = { page: 429, words: 429, picture: 429, card: 429 };

/**
 * Finds two names with which the poster has one version. A version has 32 bits, so some hundred thousand names do. The
 * name comes first, so they also do with whatever else stands on the poster.
 */
function twoNamesOfOneVersion(): [string, string] {
  const known = new Map<string, string>();
  for (let turn = 0; ; turn++) {
    // Counting alone would find names that are too much alike.
    const name = `Ada${(Math.imul(turn, 0x9e3779b1) >>> 0).toString(36)}`;
    const version = tastePosterVersion({
      heading: posterHeading({ name, of_year: null }),
      groups: [],
      rows: [],
    });
    const other = known.get(version);
    if (other !== undefined) return [other, name];
    known.set(version, name);
  }
}

beforeAll(async () => {
  member = await createUser(prisma, { displayName: unique('Ada'), email: 'private.address@example.com' });
  await rate(member, RATED);
});

describe('the poster of a taste', () => {
  it('is not there before the first rating of 8 or more, and has no link then', async () => {
    const user = await createUser(prisma);
    await rate(user, { Deadpool: 7 });
    expect(await ownOf(user)).toEqual({ poster: null, link: null });
    const { body } = await as(user).post(LINK).expect(409);
    expect(body.message).toBe('Give a title four stars or more first.');
  });

  it('shows what the member likes, loved this year, and rated well above what was expected', async ({
    annotate,
  }) => {
    const { poster } = await ownOf(member);
    const { picture, ...words } = poster ?? { picture: '' };
    await annotate(JSON.stringify(words));
    expect(poster).toMatchObject({ name: member.displayName, year: new Date().getUTCFullYear() });
    expect(poster?.groups.length).toBeGreaterThan(0);
    expect(poster?.loved.map(({ title }) => title)).toContain('My Mister');
    const all = [...(poster?.loved ?? []), ...(poster?.surprising ?? [])].map(({ title }) => title);
    expect(all).not.toContain('John Wick');
    expect(new Set(all).size).toBe(all.length);
    const bytes = Buffer.from(picture.replace('data:image/jpeg;base64,', ''), 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1350 });
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(0.5);
  });

  it('calls a surprise what the other ratings speak against', async () => {
    const user = await createUser(prisma);
    await rate(user, RATED);
    const { poster } = await ownOf(user);
    const surprising = poster?.surprising.map(({ title }) => title) ?? [];
    expect(surprising[0]).toBe('Die Hard');
    const headlines = poster?.groups.map((name) => name.toLowerCase());
    for (const { id } of poster?.surprising ?? []) {
      const medium: Medium = (await as(user).get(`/api/v1/media/${id}`).expect(200)).body.medium;
      for (const name of [...medium.genres, ...medium.themes.map(({ label }) => label)])
        expect(headlines).not.toContain(name.toLowerCase());
    }
    expect(surprising).not.toContain('Crash Landing on You');
    expect(surprising).not.toContain('Reply 1988');
  });

  it('shows what was loved in all years when this year has one title', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 }, new Date('2020-03-01'));
    await rate(user, { Deadpool: 9 });
    const { poster } = await ownOf(user);
    expect(poster).toMatchObject({ year: null });
    expect(poster?.loved.map(({ title }) => title)).toEqual(['My Mister', 'Deadpool', 'Vincenzo']);
  });

  it('leaves out hidden titles', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const { id } = await prisma.medium.findFirstOrThrow({
      where: { title: 'My Mister' },
      orderBy: { popularity: 'desc' },
    });
    await as(user).post(`/api/v1/media/${id}/user_medium_hiddens`).expect(200);
    expect((await ownOf(user)).poster?.loved.map(({ title }) => title)).toEqual(['Vincenzo']);
  });
});

describe('the public link of a poster', () => {
  it('is nowhere before the member makes it, and gone from everywhere as soon as it is taken back', async () => {
    expect((await ownOf(member)).link).toBeNull();
    const code = codeOf(await makeLink(member));
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await statuses(code)).toEqual(ALL);
    await as(member).delete(LINK).expect(204);
    await as(member).delete(LINK).expect(204);
    expect(await statuses(code)).toEqual(NONE);
    expect((await ownOf(member)).link).toBeNull();
    const next = codeOf(await makeLink(member));
    expect(next).not.toBe(code);
    expect([await statuses(code), await statuses(next)]).toEqual([NONE, ALL]);
  });

  it('lets no cache answer without asking, and no copy of a taken back picture count as fresh', async () => {
    const code = codeOf(await makeLink(member));
    const etags = new Map<string, string>();
    for (const path of [`/images/taste/${code}.jpg`, `/images/cards/taste/${code}.jpg`]) {
      const { headers } = await visitor.get(path).expect(200);
      expect(headers['cache-control']).toBe('no-cache');
      etags.set(path, headers.etag ?? '');
      await visitor
        .get(path)
        .set('if-none-match', headers.etag ?? '')
        .expect(304);
    }
    const { headers } = await visitor.get(`/taste/poster/${code}`).set('accept', 'text/html').expect(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await visitor.get(`/api/v1/taste/posters/${code}`)).headers['cache-control']).toBe('no-store');
    await as(member).delete(LINK).expect(204);
    for (const [path, etag] of etags) await visitor.get(path).set('if-none-match', etag).expect(404);
  });

  it('is the same for repeated and simultaneous calls', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const urls = await Promise.all(Array.from({ length: 20 }, () => makeLink(user)));
    expect(new Set([...urls, await makeLink(user)]).size).toBe(1);
    expect(await prisma.tastePoster.count({ where: { userId: user.id } })).toBe(1);
  });

  it('shows the poster as it was when the link was made, and nothing that was rated later', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const code = codeOf(await makeLink(user));
    const before = await sharedOf(code);
    await rate(user, { Deadpool: 10 });
    expect((await ownOf(user)).poster?.loved.map(({ title }) => title)).toContain('Deadpool');
    expect(await sharedOf(code)).toEqual(before);
  });

  it('shows robots a card of 1200 by 630 pixels, and search engines nothing', async () => {
    const code = codeOf(await makeLink(member));
    const { text } = await visitor.get(`/taste/poster/${code}`).set('accept', '*/*').expect(200);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).toContain(`<meta property="og:title" content="${member.displayName}’s taste">`);
    const image = /property="og:image" content="([^"]+)"/.exec(text)?.[1]?.replace(API_ORIGIN, '') ?? '';
    const { body } = await visitor.get(image).buffer(true).expect(200);
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 });
    const picture = await visitor.get(`/images/taste/${code}.jpg`).buffer(true).expect(200);
    expect(await sharp(picture.body).metadata()).toMatchObject({ width: 1080, height: 1350 });
  });

  it('shows the generated name of a taste, and never the one that the member gave it', async () => {
    const user = await createUser(prisma);
    await rate(user, {
      ...RATED,
      'The Matrix': 10,
      Inception: 10,
      Interstellar: 10,
      'Blade Runner': 10,
      Arrival: 9,
      'Ex Machina': 9,
    });
    const { body } = await as(user).get('/api/v1/taste').expect(200);
    const [group] = body.taste.groups;
    expect(group).toBeDefined();
    await as(user)
      .patch(`/api/v1/taste/groups/${group.id}`)
      .send({ name: 'For my secret therapy' })
      .expect(200);
    const code = codeOf(await makeLink(user));
    const page = await visitor.get(`/taste/poster/${code}`).set('accept', 'text/html').expect(200);
    const shown = JSON.stringify([await sharedOf(code), page.text, (await ownOf(user)).poster?.groups]);
    expect(shown).not.toContain('secret therapy');
    expect(shown).toContain(group.name);
  });

  it('says no private word of the member, and no word of anybody else', async () => {
    const other = await createUser(prisma, { displayName: unique('Bob') });
    await rate(other, { 'The Godfather': 10, Stalker: 10 });
    const codes = [codeOf(await makeLink(member)), codeOf(await makeLink(other))];
    const [own = '', others = ''] = await Promise.all(
      codes.map(async (code) => {
        const page = await visitor.get(`/taste/poster/${code}`).set('accept', 'text/html');
        return JSON.stringify([await sharedOf(code), page.text]);
      }),
    );
    for (const word of [
      member.email,
      'private',
      'Deadpool',
      'John Wick',
      String(member.id).padStart(9),
      other.displayName,
    ])
      expect(own).not.toContain(word);
    expect(own).not.toContain('Stalker');
    expect(others).toContain('Stalker');
    expect(others).not.toContain(member.displayName);
  });

  it('ends with the account, and rests while the account is disabled', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const code = codeOf(await makeLink(user));
    await prisma.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
    expect(await statuses(code)).toEqual(NONE);
    await prisma.user.update({ where: { id: user.id }, data: { disabledAt: null } });
    expect(await statuses(code)).toEqual(ALL);
    await prisma.user.delete({ where: { id: user.id } });
    expect(await statuses(code)).toEqual(NONE);
  });

  it.each([
    ['one letter too few', 'A'.repeat(42)],
    ['one letter too many', 'A'.repeat(44)],
    ['five thousand letters', 'A'.repeat(5_000)],
    ['a NUL at the end', `${'A'.repeat(42)}%00`],
    ['a quote of SQL', `${'A'.repeat(40)}%27--`],
    ['a path of files', '..%2F..%2Fetc%2Fpasswd'],
    ['bytes that are no text', '%C0%AE'],
    ['a letter that no code has', `${'A'.repeat(42)}é`],
    ['the id of a member', '1'],
    ['a name of JavaScript', '__proto__'],
  ])('is not found by %s', async (_, guess) => {
    for (const [place, status] of Object.entries(await statuses(guess)))
      expect([place, [400, 404, 414].includes(status)]).toEqual([place, true]);
  });

  it('is not found by the code in other letters', async () => {
    const code = codeOf(await makeLink(member));
    const other = code === code.toLowerCase() ? code.toUpperCase() : code.toLowerCase();
    expect(await statuses(other)).toEqual(NONE);
  });

  it('stops guesses at page, words, picture and card alike, and still answers those who have a code', async () => {
    const code = codeOf(await makeLink(member));
    const { max } = LIMITS.unknownPosters;
    for (let turn = 0; turn < max / 4; turn++) expect(await statuses(createSecret(), guarded)).toEqual(NONE);
    expect(await statuses(createSecret(), guarded)).toEqual(REFUSED);
    // Many at a time come no further, and neither does what is no code at all.
    const many = await Promise.all(Array.from({ length: 20 }, () => statuses(createSecret(), guarded)));
    expect(many).toEqual(Array(20).fill(REFUSED));
    expect(await statuses('A'.repeat(42), guarded)).toMatchObject({ page: 429, picture: 429, card: 429 });
    const page = await guarded.get(`/taste/poster/${createSecret()}`).set('accept', 'text/html');
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statuses(code, guarded)).toEqual(ALL);
  });

  it('keeps the pictures of two members apart whose facts have the same version', async () => {
    const users = [await createUser(prisma), await createUser(prisma)];
    for (const user of users) await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const names = twoNamesOfOneVersion();
    const own: (string | undefined)[] = [];
    const pictures: string[] = [];
    const versions: (string | undefined)[] = [];
    for (const [at, user] of users.entries()) {
      await prisma.user.update({ where: { id: user.id }, data: { displayName: names[at] ?? '' } });
      own.push((await ownOf(user)).poster?.picture);
      const found = await deps.services.tastePosters.findOwn({ userId: user.id });
      versions.push(found?.art && tastePosterVersion(found.art));
      const { body } = await visitor.get(`/images/taste/${codeOf(await makeLink(user))}.jpg`).buffer(true);
      pictures.push(body.toString('base64'));
    }
    expect(versions[0], 'the versions are the same').toBe(versions[1]);
    expect(own[0]).not.toBe(own[1]);
    expect(pictures[0]).not.toBe(pictures[1]);
  });

  it('is made and taken back at most so many times in an hour, and never left twice', async () => {
    const user = await createUser(prisma);
    await rate(user, { Vincenzo: 9, 'My Mister': 10 });
    const agent = limited.as(user);
    const made: number[] = [];
    for (let turn = 0; turn < LIMITS.posterLinks.max + 1; turn++) {
      made.push((await agent.post(LINK)).status);
      await agent.delete(LINK).expect(204);
    }
    expect(made).toEqual([...Array(LIMITS.posterLinks.max).fill(201), 429]);
    expect(await prisma.tastePoster.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is taken back by its owner alone', async () => {
    const code = codeOf(await makeLink(member));
    const other = await createUser(prisma);
    await as(other).delete(LINK).expect(204);
    await visitor.delete(LINK).expect(401);
    expect(await statuses(code)).toEqual(ALL);
  });
});
