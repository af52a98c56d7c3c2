import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { MediaReply } from '@marquee/contracts';
import { franchiseKeys } from '@marquee/recommender';
import { beforeAll, describe, expect, it } from 'vitest';
import { importCatalogue } from '#src/modules/catalogue/catalogue.ts';
import { startApp } from '../../../test/app.ts';
import { useDemoCatalogue } from '../../../test/database.ts';
import { createUser } from '../../../test/factories.ts';

type App = Awaited<ReturnType<typeof startApp>>;
type User = Awaited<ReturnType<typeof createUser>>;
let app: App;

beforeAll(async () => {
  await useDemoCatalogue();
  app = await startApp();
});

const page = async (user: User, query = ''): Promise<MediaReply> =>
  (await app.as(user).get(`/api/v2/media?${query}`).expect(200)).body;

const idsOf = async (model: 'genre' | 'provider', names: string[]): Promise<number[]> => {
  const rows =
    model === 'genre'
      ? await app.prisma.genre.findMany({ where: { title: { in: names } } })
      : await app.prisma.mediumProvider.findMany({ where: { name: { in: names } } });
  expect(rows).toHaveLength(names.length);
  return rows.map(({ id }) => id);
};

async function choose(user: User, genres: string[], providers: string[]): Promise<void> {
  const client = app.as(user);
  await client
    .post('/api/v1/user_medium_genres/update_all')
    .send({ genres_ids: await idsOf('genre', genres) })
    .expect(200);
  const medium_providers_ids = await idsOf('provider', providers);
  await client.post('/api/v1/user_medium_providers/update_all').send({ medium_providers_ids }).expect(200);
}

const share = (reply: MediaReply, fits: (medium: MediaReply['media'][number]) => boolean): number =>
  reply.media.filter(fits).length / reply.media.length;

/** Returns ids of the best known titles that have genre `genre` and do not have genre `not`. */
async function famous(genre: string, not: string, count: number): Promise<number[]> {
  const rows = await app.prisma.medium.findMany({
    where: {
      genres: { some: { genre: { title: genre } } },
      NOT: { genres: { some: { genre: { title: not } } } },
    },
    orderBy: { popularity: 'desc' },
    take: count,
  });
  return rows.map(({ id }) => id);
}

async function rateAll(user: User, ids: number[], ratings: number[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await app
      .as(user)
      .post(`/api/v1/media/${id}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: ratings[at % ratings.length] } })
      .expect(201);
  }
}

describe('a user without ratings', () => {
  it('gets mostly titles of their two genres and two providers on the first page', async () => {
    const user = await createUser(app.prisma);
    await choose(user, ['Horror', 'Comedy'], ['Netflix', 'Hulu']);
    const reply = await page(user);
    expect(
      share(reply, ({ genres }) => genres.includes('Horror') || genres.includes('Comedy')),
    ).toBeGreaterThanOrEqual(0.8);
    expect(
      share(reply, (medium) => medium.provider_medium.some(({ selected }) => selected)),
    ).toBeGreaterThanOrEqual(0.8);
  });

  it('gets only titles on their providers in every row when all_streaming is false', async () => {
    const user = await createUser(app.prisma);
    await choose(user, ['Drama'], ['Apple TV+']);
    const reply = await page(user, 'all_streaming=false&grouped_genres=true');
    const media = reply.grouped_media.flatMap((group) => group.media);
    expect(media.length).toBeGreaterThan(20);
    for (const { provider_medium } of media)
      expect(provider_medium.some(({ selected }) => selected)).toBe(true);
  });
});

describe('ratings', () => {
  it('change the next page, which contains mostly titles of the liked genre', async () => {
    const horror = await famous('Horror', 'Romance', 8);
    const romance = await famous('Romance', 'Horror', 8);
    const fan = await createUser(app.prisma);
    await rateAll(fan, horror, [9, 10]);
    await rateAll(fan, romance, [1, 2]);
    const scary = await page(fan);
    expect(share(scary, ({ genres }) => genres.includes('Horror'))).toBeGreaterThanOrEqual(0.6);
    expect(share(scary, ({ genres }) => genres.includes('Romance'))).toBeLessThanOrEqual(0.1);

    const other = await createUser(app.prisma);
    await rateAll(other, romance, [9, 10]);
    await rateAll(other, horror, [1, 2]);
    const sweet = await page(other);
    expect(share(sweet, ({ genres }) => genres.includes('Romance'))).toBeGreaterThanOrEqual(0.6);
    expect(share(sweet, ({ genres }) => genres.includes('Horror'))).toBeLessThanOrEqual(0.1);
    // The other user gets a lower likelihood for the same title.
    const [title] = scary.media;
    const seen = (await app.as(other).get(`/api/v1/media/${title?.id}`)).body.medium;
    expect(seen.likelyhood).toBeLessThan(title?.likelyhood ?? 0);
    expect(title?.because).not.toBeNull();
  });
});

describe('because', () => {
  it('names liked titles that raised the likelihood and disliked titles that lowered it; every shared fact has a name', async () => {
    const horror = await famous('Horror', 'Romance', 8);
    const romance = await famous('Romance', 'Horror', 8);
    const fan = await createUser(app.prisma);
    await rateAll(fan, horror, [9, 10]);
    await rateAll(fan, romance, [1, 2]);
    const rows = await app.prisma.medium.findMany({
      where: {
        id: { notIn: [...horror, ...romance] },
        genres: { some: { genre: { title: { in: ['Horror', 'Romance'] } } } },
      },
      orderBy: { popularity: 'desc' },
      take: 60,
    });
    // A reason repeats a part of the JSON of its title's card.
    await app.prisma.medium.update({
      where: { id: horror[0] ?? 0 },
      data: { title: '"Amélie" \\ 千と千尋' },
    });
    await app.deps.inMemory.refresh();
    const rated = await app.prisma.medium.findMany({ where: { id: { in: [...horror, ...romance] } } });
    const names = new Map(rated.map(({ id, title }) => [id, title]));
    const seen = new Set<string>();
    const effects = new Set<string>();
    for (const { id } of rows) {
      const { because } = (await app.as(fan).get(`/api/v1/media/${id}`).expect(200)).body.medium;
      for (const reason of because ?? []) {
        effects.add(reason.effect);
        seen.add(reason.title);
        expect(reason.title).toBe(names.get(reason.medium_id));
        expect(reason.effect === 'raised' ? horror : romance).toContain(reason.medium_id);
        if (reason.shared !== null) expect(reason.shared.name).not.toBe('');
        for (const { name } of reason.facts) expect(name).not.toBe('');
      }
    }
    expect([...effects].sort()).toEqual(['lowered', 'raised']);
    expect(seen).toContain('"Amélie" \\ 千と千尋');
  });

  it('never argues against a title with a likelihood of 4 or more, for any of a hundred people with mixed ratings', async () => {
    const known = await app.prisma.medium.findMany({ orderBy: { popularity: 'desc' }, take: 400 });
    // Multiples of a prime spread the choices, and keep them the same in every run.
    const pick = (person: number, at: number): number =>
      known[(person * 211 + at * 37) % known.length]?.id ?? 0;
    const effects = { raised: 0, lowered: 0 };
    for (let person = 0; person < 100; person++) {
      const user = await createUser(app.prisma);
      await app.prisma.userMediumRating.createMany({
        data: Array.from({ length: 6 + (person % 15) }, (_, at) => ({
          userId: user.id,
          mediumId: pick(person, at),
          rating: (person * 7 + at * at * 3) % 11,
        })),
      });
      const { grouped_media } = await page(user, 'grouped_genres=true&view=card');
      for (const { likelyhood, because } of grouped_media.flatMap(({ media }) => media)) {
        expect(because).not.toBeNull();
        for (const { effect } of because ?? []) {
          effects[effect]++;
          if (effect === 'lowered') expect(likelyhood).toBeLessThan(4);
        }
      }
    }
    expect(effects.raised).toBeGreaterThan(1_000);
    expect(effects.lowered).toBeGreaterThan(0);
  });

  it('says the rarest fact that liked titles share, never a bare genre, and nothing twice in the first six', async () => {
    const fan = await createUser(app.prisma);
    await rateAll(fan, await famous('Horror', 'Romance', 12), [9, 10]);
    const { media } = await page(fan);
    // The reasons of later titles are not read.
    expect(media.slice(6).every(({ because, reason }) => because?.length === 0 && reason === null)).toBe(
      true,
    );
    const first = media.slice(0, 6).filter(({ reason }) => reason !== null);
    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(new Set(first.map(({ reason }) => reason)).size).toBe(first.length);
    for (const { because, reason, reason_parts: parts } of first) {
      expect(parts.map(({ text }) => text).join('')).toBe(reason);
      expect(because?.map(({ medium_id: id }) => id)).toEqual(
        expect.arrayContaining(parts.flatMap(({ medium_id: id }) => id ?? [])),
      );
      const [liked] = because ?? [];
      expect(reason).toMatch(/^(?:Like|If you love) .+\.$/);
      expect(reason).toContain(liked?.title);
      expect(because?.length).toBeLessThanOrEqual(2);
      for (const { facts } of because ?? []) {
        expect(facts.length).toBeLessThanOrEqual(3);
        for (const { kind, group } of facts) {
          expect(kind).not.toBe('genre');
          expect(group === null).toBe(kind !== 'theme');
        }
      }
    }
    expect(
      first.some(({ because }) => because?.some(({ facts }) => facts.some(({ kind }) => kind === 'theme'))),
    ).toBe(true);
  });

  it('names the director as the shared fact of two titles', async () => {
    const credits = await app.prisma.credit.findMany({
      where: { role: 'director' },
      include: { person: true },
      orderBy: { mediumId: 'asc' },
    });
    const byDirector = Map.groupBy(credits, ({ personId }) => personId);
    const prolific = [...byDirector.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    const works = prolific.map(({ mediumId }) => mediumId);
    const name = prolific[0]?.person.fullName;
    const fan = await createUser(app.prisma);
    await rateAll(fan, works.slice(0, 4), [10]);
    const { because } = (await app.as(fan).get(`/api/v1/media/${works[5]}`).expect(200)).body.medium;
    expect(because?.map(({ shared }: { shared: unknown }) => shared)).toContainEqual({
      kind: 'director',
      name,
    });
  });
});

describe('a title imported a minute ago', () => {
  it('is among the first 100 recommendations only when the user has matching ratings', async () => {
    const fan = await createUser(app.prisma);
    const other = await createUser(app.prisma);
    await rateAll(fan, await famous('Horror', 'Romance', 12), [9, 10]);
    await rateAll(fan, await famous('Romance', 'Horror', 6), [1, 2]);
    await rateAll(other, await famous('Romance', 'Horror', 12), [9, 10]);
    await rateAll(other, await famous('Horror', 'Romance', 6), [1, 2]);
    // Move the import of all other titles back by one year.
    await app.prisma.$executeRaw`UPDATE media SET created_at = created_at - interval '1 year'`;
    const line = JSON.stringify({
      key: 'brand-new',
      title: 'The Cellar Below The Cellar',
      type: 'movie',
      release_year: 2024,
      genres: ['Horror'],
      directors: ['James Wan'],
      cast: ['Vera Farmiga', 'Patrick Wilson'],
      services: ['Netflix'],
      votes: null,
    });
    await importCatalogue(app.prisma, [line], { source: 'ranking-test' });
    const { id } = await app.prisma.medium.findFirstOrThrow({
      where: { title: 'The Cellar Below The Cellar' },
    });
    await app.deps.inMemory.refresh();
    const placeFor = async (user: User): Promise<number> => {
      for (let at = 1; at <= 8; at++) {
        const { media } = await page(user, `per_page=100&page=${at}&view=card`);
        const place = media.findIndex((medium) => medium.id === id);
        if (place >= 0) return (at - 1) * 100 + place;
      }
      return Number.POSITIVE_INFINITY;
    };
    // Of about 15,000 titles.
    expect(await placeFor(fan)).toBeLessThan(100);
    expect(await placeFor(other)).toBeGreaterThan(600);
    // More than 30 days after its import, the title is ranked by its actual popularity.
    await app.prisma
      .$executeRaw`UPDATE media SET created_at = created_at - interval '32 days' WHERE id = ${id}`;
    await app.deps.inMemory.refresh();
    expect(await placeFor(fan)).toBeGreaterThan(600);
  });
});

describe('rows', () => {
  it('never repeat a title on another page, even beyond the cached order', async () => {
    const user = await createUser(app.prisma);
    await choose(user, ['Drama'], ['Netflix', 'Max']);
    const first = await page(user, 'per_page=100&view=card');
    const ids: number[] = [];
    for (let at = 1; at <= first.pagination.page_count; at++) {
      ids.push(...(await page(user, `per_page=100&page=${at}&view=card`)).media.map(({ id }) => id));
    }
    expect(ids).toHaveLength(first.pagination.total_count);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('include every non-empty kind on the first page, and `row` returns further pages of each row', async () => {
    const user = await createUser(app.prisma);
    const { grouped_media } = await page(user, 'grouped_genres=true&view=card');
    // The kind `new` exists because an earlier test imports a title, which is new on its provider.
    expect(new Set(grouped_media.map(({ kind }) => kind))).toEqual(
      new Set(['recent', 'recommended', 'staff', 'genre', 'new']),
    );
    for (const group of grouped_media) {
      const ids: number[] = [];
      for (let at = 1; at <= Math.min(6, group.pagination.page_count); at++) {
        const { media, pagination } = await page(user, `row=${group.id}&page=${at}&view=card`);
        expect(pagination.total_count).toBe(group.pagination.total_count);
        ids.push(...media.map(({ id }) => id));
      }
      expect(ids.slice(0, group.media.length)).toEqual(group.media.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('are compressed as the client prefers it, and are plain for a client that accepts neither form', async () => {
    const user = await createUser(app.prisma);
    const ask = (encoding: string) =>
      app.app.inject({
        url: '/api/v2/media?grouped_genres=true&view=card',
        headers: { authorization: `Bearer ${app.tokenOf(user)}`, 'accept-encoding': encoding },
      });
    const [packed, plain] = [await ask('gzip'), await ask('identity')];
    const small = await ask('gzip, deflate, br, zstd');
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await ask('br;q=0.5, gzip')).headers['content-encoding']).toBe('gzip');
    expect((await ask('gzip;q=0, *;q=0')).headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('have at most three titles of one franchise among their first 30 titles', async () => {
    const user = await createUser(app.prisma);
    const { grouped_media: rows } = await page(user, 'grouped_genres=true&per_page=30');
    const stories = franchiseKeys(rows.flatMap(({ media }) => media.map(({ title }) => title)));
    let at = 0;
    const most = rows.map(({ title, media }) => {
      const counts = new Map<number, number>();
      for (const _ of media) {
        const story = stories[at++] ?? -1;
        if (story >= 0) counts.set(story, (counts.get(story) ?? 0) + 1);
      }
      return { title, most: Math.max(0, ...counts.values()) };
    });
    expect(rows.length).toBeGreaterThan(15);
    expect(most.filter((row) => row.most > 3)).toEqual([]);
  });

  it('of titles to rate contain mostly the selected genres when the member is new', async () => {
    const user = await createUser(app.prisma);
    await choose(user, ['Romance', 'Family'], ['Netflix']);
    const reply = await page(user, 'selection=to_rate&per_page=12');
    const fits = ({ genres }: MediaReply['media'][number]) =>
      genres.includes('Romance') || genres.includes('Family');
    expect(share(reply, fits)).toBeGreaterThanOrEqual(0.6);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((at) => page(user, `selection=to_rate&per_page=100&page=${at}`)),
    );
    const ids = pages.flatMap(({ media }) => media.map(({ id }) => id));
    expect(new Set(ids).size, 'no title stands on two pages').toBe(400);
  });

  it('of titles to rate start with different franchises when the member is new', async () => {
    const user = await createUser(app.prisma);
    const { media } = await page(user, 'selection=to_rate&per_page=12');
    const stories = [...franchiseKeys(media.map(({ title }) => title))].filter((story) => story >= 0);
    expect(media).toHaveLength(12);
    expect(new Set(stories).size, 'each story at most once among the first twelve').toBe(stories.length);
  });

  it('are refused with 422 when their id is unknown', async () => {
    const user = await createUser(app.prisma);
    await app.as(user).get('/api/v2/media?row=genre-999999').expect(422);
  });
});
