import type { User } from '@marquee/prisma';
import { parseFeed } from 'htmlparser2';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSecret } from '#src/core/secrets.ts';
import { startApp } from '../../../test/app.ts';
import {
  createEpisodes,
  createKey,
  createList,
  createMedium,
  createOffer,
  createUser,
} from '../../../test/factories.ts';

const { prisma, visitor, as, deps } = await startApp({ TRUST_PROXY: true });
const limited = await startApp({ RATE_LIMIT: 'on', TRUST_PROXY: true });

const JsonFeed = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.url(),
      title: z.string(),
      content_text: z.string().min(1),
      image: z.url(),
      date_published: z.iso.datetime().optional(),
    }),
  ),
});

/** A user with a key for addresses, and a function that reads one of them. */
async function reader(user?: User) {
  const owner = user ?? (await createUser(prisma));
  const secret = await createKey(prisma, owner, ['feed']);
  return { user: owner, secret, get: (file: string) => visitor.get(`/feeds/${secret}/${file}`) };
}

const titlesOf = ({ text }: { text: string }) =>
  JsonFeed.parse(JSON.parse(text)).items.map(({ title }) => title);

const [heat, alien] = [
  await createMedium(prisma, { title: 'Heat & <Dust>', releaseYear: 1995, externalId: 'tt0113277' }),
  await createMedium(prisma, { title: 'Alien', releaseYear: 1979 }),
];
await createOffer(prisma, heat);
await deps.inMemory.refresh();
await limited.deps.inMemory.refresh();

describe('an address to read', () => {
  it('has Watch Later as JSON Feed 1.1, as RSS, and as ids for collection managers', async () => {
    const { user, get } = await reader();
    for (const { id } of [heat, alien])
      await as(user)
        .post('/api/v1/user_lists/0/user_list_media')
        .send({ to_watch_later: true, user_list_medium: { medium_id: id } })
        .expect(201);

    const json = await get('watch_later.json').expect(200);
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(titlesOf(json)).toEqual(['Heat & <Dust> (1995)', 'Alien (1979)']);

    const rss = await get('watch_later.rss').expect(200);
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    new SaxesParser().write(rss.text).close();
    expect(parseFeed(rss.text)).toMatchObject({
      type: 'rss',
      title: 'Watch Later · Marquee',
      items: [{ title: 'Heat & <Dust> (1995)' }, { title: 'Alien (1979)' }],
    });

    const ids = await get('watch_later.imdb.json').expect(200);
    expect(ids.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(ids.text)).toEqual([{ title: 'Heat & <Dust>', imdb_id: 'tt0113277' }]);
  });

  it('has the thousand newest titles of a long diary as ids', async () => {
    const { user, get } = await reader();
    const media = await prisma.medium.createManyAndReturn({
      data: Array.from({ length: 1_001 }, (_, at) => ({
        source: 'test',
        type: 'movie' as const,
        title: `Title ${at}`,
        externalId: `tt9${String(at).padStart(6, '0')}`,
      })),
      select: { id: true, title: true },
    });
    const seenOn = (at: number) => new Date(Date.UTC(2020, 0, 1 + at));
    await prisma.userMediumSeen.createMany({
      data: media.map(({ id }, at) => ({ userId: user.id, mediumId: id, seenOn: seenOn(at) })),
    });
    await deps.inMemory.refresh();
    const { text } = await get('diary.imdb.json').expect(200);
    const titles = z.array(z.object({ title: z.string() })).parse(JSON.parse(text));
    expect(titles.map(({ title }) => title)).toEqual(
      media
        .slice(1)
        .toReversed()
        .map(({ title }) => title),
    );
  });

  it('has a list that the user owns or joined, and none to which the user is only invited', async () => {
    const { user, get } = await reader();
    const friend = await createUser(prisma);
    const shared = { media: [alien], name: 'Space' };
    const joined = await createList(prisma, friend, { ...shared, shares: [{ user }] });
    const invited = await createList(prisma, friend, {
      ...shared,
      name: 'Far',
      shares: [{ user, state: 'pending' }],
    });
    const secret = await createList(prisma, friend, { ...shared, name: 'Mine' });
    const own = await createList(prisma, user, { media: [heat], shares: [{ user: friend }] });

    expect(titlesOf(await get(`list-${joined.id}.json`))).toEqual(['Alien (1979)']);
    const { text } = await get(`list-${own.id}.json`).expect(200);
    expect(titlesOf({ text })).toEqual(['Heat & <Dust> (1995)']);
    expect(text).not.toContain(friend.email);
    expect(text).not.toContain(friend.displayName);
    expect(text).not.toContain(own.shareCode);
    for (const { id } of [invited, secret]) await get(`list-${id}.json`).expect(404);
    await as(user).delete(`/api/v1/user_lists/${joined.id}`).expect(204);
    await get(`list-${joined.id}.json`).expect(404);
  });

  it('has the first picks in the order of Discover', async () => {
    const { user, get } = await reader();
    const { body } = await as(user).get('/api/v2/media?selection=recommended&per_page=50').expect(200);
    const expected = body.media.map(
      ({ title, release_year }: { title: string; release_year: number }) => `${title} (${release_year})`,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(titlesOf(await get('picks.json'))).toEqual(expected);
  });

  it('has the diary with what was seen and rated, the last first', async () => {
    const { user, get } = await reader();
    await as(user)
      .put(`/api/v1/media/${alien.id}/seen`)
      .send({ seen: { seen_on: '2020-05-01' } })
      .expect(204);
    await as(user)
      .post(`/api/v1/media/${heat.id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 9, tag_list: [] } })
      .expect(201);
    const { items } = JsonFeed.parse(JSON.parse((await get('diary.json').expect(200)).text));
    expect(items).toMatchObject([
      { title: 'Heat & <Dust> (1995)', content_text: expect.stringContaining('Rated 4.5 stars.') },
      { title: 'Alien (1979)', date_published: '2020-05-01T00:00:00.000Z' },
    ]);
  });

  it('has each day of a series in the diary, as the screen of the diary has it', async () => {
    const { user, get } = await reader(await createUser(prisma, { timeZone: 'UTC' }));
    const dark = await createMedium(prisma, { title: 'Dark', releaseYear: 2017, type: 'series' });
    await createEpisodes(
      prisma,
      dark,
      [1, 2, 3].map((episode) => ({ season: 1, episode, airDate: new Date('2017-12-01') })),
    );
    await deps.inMemory.refresh();
    for (const [episode, day] of [
      [1, '2020-05-01'],
      [2, '2020-05-02'],
      [3, '2020-05-02'],
    ])
      await as(user)
        .put(`/api/v1/media/${dark.id}/episodes`)
        .send({ episodes: [{ season: 1, episode }], seen: true, seen_on: day })
        .expect(200);
    const { items } = JsonFeed.parse(JSON.parse((await get('diary.json').expect(200)).text));
    expect(items).toMatchObject([
      {
        title: 'Dark (2017)',
        date_published: '2020-05-02T00:00:00.000Z',
        content_text: expect.stringContaining('2 episodes.'),
      },
      {
        title: 'Dark (2017)',
        date_published: '2020-05-01T00:00:00.000Z',
        content_text: expect.stringContaining('1 episode.'),
      },
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
    expect((await get('diary.rss').expect(200)).text.match(/<item>/g)).toHaveLength(2);
  });

  it('is kept by private caches alone, is 304 while nothing changes, and is in no index', async () => {
    const { user, get } = await reader();
    const first = await get('diary.json').expect(200);
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'x-robots-tag': 'noindex',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
    });
    const etag = String(first.headers.etag);
    for (const given of [etag, `"other", ${etag}`, '*'])
      await get('diary.json').set('if-none-match', given).expect(304).expect('');
    await as(user).put(`/api/v1/media/${alien.id}/seen`).send({ seen: {} }).expect(204);
    await get('diary.json').set('if-none-match', etag).expect(200);
  });

  it.each([
    'nothing.json',
    'watch_later',
    'watch_later.xml',
    'watch_later.json.json',
    'watch_later.rss.json',
    'list-0.json',
    'list-2147483648.json',
    'list-1%2F..%2F2.json',
    '..%2Fwatch_later.json',
    'WATCH_LATER.json',
    `${'x'.repeat(500)}.json`,
  ])('is 404 for %s', async (file) => {
    const { get } = await reader();
    const { body } = await get(file).expect(404);
    expect(body.error).toBe('not_found');
  });

  it('is 404 for any other secret, whatever it is, with the same reply', async () => {
    const user = await createUser(prisma);
    const read = await createKey(prisma, user, ['read']);
    const ended = await createKey(prisma, user, ['feed'], { expiresOn: new Date(Date.now() - 86_400_000) });
    const { secret, user: revoker, get } = await reader();
    await get('diary.json').expect(200);
    await prisma.personalKey.deleteMany({ where: { userId: revoker.id } });
    const guesses = [read, ended, `mq_${createSecret()}`, 'mq_', 'x', '%00', 'mq_%2e%2e'];
    await expect.poll(async () => (await visitor.get(`/feeds/${secret}/diary.json`)).status).toBe(404);
    const bodies = await Promise.all(
      guesses.map(async (guess) => (await visitor.get(`/feeds/${guess}/diary.json`).expect(404)).text),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  it('is 402 while its user has neither trial nor plan, and 404 for a disabled account', async () => {
    const { get } = await reader(await createUser(prisma, { trialEndsAt: new Date(0) }));
    await get('diary.json').expect(402);
    const disabled = await reader(await createUser(prisma, { disabledAt: new Date() }));
    await disabled.get('diary.json').expect(404);
  });

  it('is in no metric', async () => {
    const { get } = await reader();
    await get('diary.json').expect(200);
    await get('nothing.json').expect(404);
    await visitor.get('/feeds/').expect(404);
    const { text } = await visitor.get('/metrics').expect(200);
    expect(text).toContain('route="feeds"');
    expect(text).not.toContain('/feeds');
  });
});

it('guesses of addresses end for their IP before they reach the database, and slow no reader', async () => {
  const { secret } = await reader();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 620; guess++)
    statuses.add(
      (
        await limited.visitor
          .get(`/feeds/mq_${createSecret()}/diary.json`)
          .set('x-forwarded-for', '192.0.2.88')
      ).status,
    );
  expect([...statuses].toSorted()).toEqual([404, 429]);
  await limited.visitor.get(`/feeds/${secret}/diary.json`).expect(200);
});
