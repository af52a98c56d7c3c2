import type { User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';
import { repeatLostRaces } from '../../data/database.ts';

let app: Awaited<ReturnType<typeof startApp>>;
let medium: { id: number };

beforeAll(async () => {
  app = await startApp();
  medium = await createMedium(app.prisma);
  await app.deps.inMemory.refresh();
});

const UNKNOWN = 2_147_483_647;
const ratings = (id: number | string = medium.id) => `/api/v1/media/${id}/user_medium_ratings`;
const rate = (user: User, rating: unknown, more: object = {}, id: number | string = medium.id) =>
  app
    .as(user)
    .post(ratings(id))
    .send({ user_medium_rating: { rating, ...more } });
const get = async (user: User) => (await app.as(user).get(ratings()).expect(200)).body.user_medium_rating;

describe('/api/v1/media/{id}/user_medium_ratings', () => {
  it('returns null before the first rating, 201 for the first rating and 200 for later ratings', async () => {
    const user = await createUser(app.prisma);
    const unrated = { medium_id: medium.id, rating: null, tags: [], can_suggest_to_share: false };
    expect(await get(user)).toEqual(unrated);
    const first = await rate(user, 0).expect(201);
    expect(first.body.user_medium_rating).toEqual({ ...unrated, rating: 0 });
    expect((await rate(user, 0).expect(200)).body).toEqual(first.body);
    await app
      .as(user)
      .post(`${ratings()}.json`)
      .send({ user_medium_rating: { rating: 10 } })
      .expect(200);
    expect(await get(user)).toMatchObject({ rating: 10, can_suggest_to_share: false });
  });

  it('a rating that is saved in a transaction is undone with it, and its suggestion to share too', async () => {
    const user = await createUser(app.prisma);
    const failing = app.deps.withTransaction(async (tx) => {
      expect(await tx.ratings.save(user.id, medium.id, 10, ['cosy'])).toEqual({
        rating: 10,
        tags: ['cosy'],
        isFirst: true,
        suggestsSharing: true,
      });
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    expect(await get(user)).toMatchObject({ rating: null });
    const { body } = await rate(user, 10).expect(201);
    expect(body.user_medium_rating.can_suggest_to_share).toBe(true);
  });

  it.each([0, 10])('accepts a rating of %i', async (rating) => {
    await rate(await createUser(app.prisma), rating).expect(201);
  });

  it.each([-1, 11, 7.5, '7', null, undefined, true, []])('refuses the rating %j', async (rating) => {
    const user = await createUser(app.prisma);
    const { body } = await rate(user, rating).expect(422);
    expect(body.errors).toEqual({ rating: ['Rating must be a whole number from 0 to 10'] });
    expect((await get(user)).rating).toBeNull();
  });

  it.each([
    [8, false],
    [9, true],
    [10, true],
  ])('suggests sharing after a rating of %i: %s', async (rating, expected) => {
    const { body } = await rate(await createUser(app.prisma), rating);
    expect(body.user_medium_rating.can_suggest_to_share).toBe(expected);
  });

  it('suggests sharing only while the setting of the title allows it', async () => {
    const user = await createUser(app.prisma);
    const set = (not_suggest_sharing: unknown, id = medium.id) =>
      app
        .as(user)
        .put(`/api/v1/media/${id}/user_medium_settings/0`)
        .send({ user_medium_setting: { not_suggest_sharing } });
    for (let round = 0; round < 2; round++) {
      const { body } = await set(true).expect(200);
      expect(body.user_medium_setting).toEqual({ medium_id: medium.id, not_suggest_sharing: true });
    }
    expect((await rate(user, 9)).body.user_medium_rating.can_suggest_to_share).toBe(false);
    await set(false).expect(200);
    expect((await rate(user, 9)).body.user_medium_rating.can_suggest_to_share).toBe(true);
    await set('yes').expect(422);
    await set(true, UNKNOWN).expect(404);
  });

  it('keeps the suggestion for another title after an 8, a muted title or an unknown one', async () => {
    const user = await createUser(app.prisma);
    const [plain, muted] = [await createMedium(app.prisma), await createMedium(app.prisma)];
    await app.prisma.userMediumSetting.create({
      data: { userId: user.id, mediumId: muted.id, notSuggestSharing: true },
    });
    await rate(user, 8, {}, plain.id).expect(201);
    await rate(user, 9, {}, muted.id).expect(201);
    await rate(user, 9, {}, UNKNOWN).expect(404);
    expect((await rate(user, 9)).body.user_medium_rating.can_suggest_to_share).toBe(true);
  });

  it('stores a nine that meets a change of the same rows in another order', async () => {
    const user = await createUser(app.prisma);
    await rate(user, 5).expect(201);
    // PostgreSQL ends the transaction that sees the deadlock. On a slow machine it is the one of this test, which then
    // begins again.
    const late = await repeatLostRaces(() =>
      app.prisma.$transaction(
        async (tx) => {
          const [holder] = await tx.$queryRaw<{ pid: number }[]>`
          SELECT pg_backend_pid() AS pid FROM users WHERE id = ${user.id} FOR UPDATE`;
          const call = rate(user, 9).then(({ status }) => status);
          // The call holds the rating and waits for the user.
          const isAnyWaiting = async () => {
            const [row] = await app.prisma.$queryRaw<{ waiting: boolean }[]>`
            SELECT EXISTS (SELECT FROM pg_stat_activity WHERE ${holder?.pid}::int = ANY (pg_blocking_pids(pid))) AS waiting`;
            return row?.waiting;
          };
          await expect.poll(isAnyWaiting).toBe(true);
          await tx.userMediumRating.deleteMany({ where: { userId: user.id } });
          return { call };
        },
        { timeout: 600_000 },
      ),
    );
    expect(await late.call).toBe(201);
    expect((await get(user)).rating).toBe(9);
  });

  it('suggests sharing once in 24 hours, and again only for the same call within a minute', async () => {
    const user = await createUser(app.prisma);
    const other = await createMedium(app.prisma);
    const suggests = async (...given: Parameters<typeof rate>) =>
      (await rate(...given)).body.user_medium_rating.can_suggest_to_share;
    const moveBack = (seconds: number) =>
      app.prisma.user.update({
        where: { id: user.id },
        data: { shareSuggestedAt: new Date(Date.now() - seconds * 1_000) },
      });
    expect([await suggests(user, 9), await suggests(user, 9)]).toEqual([true, true]);
    expect((await get(user)).can_suggest_to_share).toBe(false);
    expect(await suggests(user, 9, {}, other.id)).toBe(false);
    await moveBack(61);
    expect(await suggests(user, 9)).toBe(false);
    await moveBack(24 * 3_600 + 1);
    const both = await Promise.all([suggests(user, 10), suggests(user, 10, {}, other.id)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    await moveBack(24 * 3_600 + 1);
    expect(await Promise.all([suggests(user, 10), suggests(user, 10)])).toEqual([true, true]);
    // A repeated call does not prolong the minute.
    await moveBack(50);
    expect(await suggests(user, 10)).toBe(true);
    const { shareSuggestedAt } = await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(Date.now() - (shareSuggestedAt?.getTime() ?? 0)).toBeGreaterThan(49_000);
  });

  it('shows the rating in the next reply, and marks the title as favorite from a rating of 8', async () => {
    const user = await createUser(app.prisma);
    const read = async () => (await app.as(user).get(`/api/v1/media/${medium.id}`).expect(200)).body.medium;
    expect(await read()).toMatchObject({ rating: null, favorited: false });
    await rate(user, 8);
    expect(await read()).toMatchObject({ rating: 8, favorited: true });
    await rate(user, 7);
    expect(await read()).toMatchObject({ rating: 7, favorited: false });
    await app.as(user).delete(ratings()).expect(204);
    expect(await read()).toMatchObject({ rating: null, favorited: false });
  });

  it('returns 204 for the first and for a repeated deletion', async () => {
    const user = await createUser(app.prisma);
    await rate(user, 5, { tag_list: ['slow'] });
    await app.as(user).delete(ratings()).expect(204);
    await app.as(user).delete(ratings()).expect(204);
    expect(await get(user)).toMatchObject({ rating: null, tags: [] });
    await rate(user, 6).expect(201);
  });

  it('returns 404 for an unknown title', async () => {
    const user = await createUser(app.prisma);
    for (const id of [UNKNOWN, 0, 'x', '99999999999']) {
      await rate(user, 5, {}, id).expect(404);
      await app.as(user).get(ratings(id)).expect(404);
      await app.as(user).delete(ratings(id)).expect(404);
    }
  });

  it('stores one rating for twenty simultaneous calls and returns 201 once', async () => {
    const user = await createUser(app.prisma);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => rate(user, at % 11)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(await app.prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe('tags', () => {
  it('are trimmed, stored without duplicates, and kept when the field is missing', async () => {
    const user = await createUser(app.prisma);
    const { body } = await rate(user, 6, {
      tag_list: [' Slow burn ', 'slow BURN', 'Slow\u00a0bu\u200brn', 'twist'],
    });
    expect(body.user_medium_rating.tags).toEqual(['Slow burn', 'twist']);
    expect((await rate(user, 7)).body.user_medium_rating.tags).toEqual(['Slow burn', 'twist']);
    expect((await rate(user, 7, { tag_list: [] })).body.user_medium_rating.tags).toEqual([]);
  });

  it('keep quotes, backslashes, commas and braces', async () => {
    const user = await createUser(app.prisma);
    const tags = ['a"b', String.raw`c\d`, "it's", '{e,f}', 'NULL', '}'];
    expect((await rate(user, 9, { tag_list: tags })).body.user_medium_rating.tags).toEqual(tags);
    expect((await get(user)).tags).toEqual(tags);
  });

  it.each([
    [Array.from({ length: 20 }, (_, at) => `tag ${at}`), 201],
    [Array.from({ length: 21 }, (_, at) => `tag ${at}`), 422],
    [['x'.repeat(40)], 201],
    [['x'.repeat(41)], 422],
    [[''], 422],
    [['  '], 422],
    [['a\u0007b'], 422],
    ['slow', 422],
    [[7], 422],
  ])('in the request %j give the status %i', async (tag_list, status) => {
    await rate(await createUser(app.prisma), 5, { tag_list }).expect(status);
  });

  it('are suggested with prefix matches first, and ignore accents and case', async () => {
    const user = await createUser(app.prisma);
    const mark = unique('z');
    await app.prisma.systemMediumTag.createMany({
      data: ['Émouvant', 'Pas émouvant', '100% fun', 'Autre'].map((tag) => ({ tag: `${tag} ${mark}` })),
    });
    const ask = async (query: string): Promise<string[]> => {
      const { body } = await app.as(user).get('/api/v1/system_medium_tags').query({ query }).expect(200);
      return body.system_medium_tags.map(({ tag }: { tag: string }) => tag);
    };
    expect(await ask('EMOUV')).toEqual([`Émouvant ${mark}`, `Pas émouvant ${mark}`]);
    expect(await ask('émouvant')).toHaveLength(2);
    expect(await ask('100%')).toEqual([`100% fun ${mark}`]);
    expect(await ask('_')).toHaveLength(4);
    expect(await ask('nothing like it')).toEqual([]);
    expect((await ask('')).length).toBe(4);
    await app
      .as(user)
      .get('/api/v1/system_medium_tags')
      .query({ query: 'x'.repeat(201) })
      .expect(422);
  });
});

describe('hides', () => {
  it('can be set and removed repeatedly, and every call returns the title', async () => {
    const user = await createUser(app.prisma);
    const path = `/api/v1/media/${medium.id}/user_medium_hiddens`;
    for (let round = 0; round < 2; round++) {
      const { body } = await app.as(user).post(path).expect(200);
      expect(body.medium).toMatchObject({ id: medium.id, hidden: true });
    }
    const hidden = await app.as(user).get('/api/v1/media?selection=hidden').expect(200);
    expect(hidden.body.media.map(({ id }: { id: number }) => id)).toEqual([medium.id]);
    for (let round = 0; round < 2; round++) {
      const { body } = await app.as(user).post(`${path}/remove.json`).expect(200);
      expect(body.medium).toMatchObject({ id: medium.id, hidden: false });
    }
  });

  it('accept a missing body, and return 404 for an unknown title', async () => {
    const user = await createUser(app.prisma);
    await app.as(user).post(`/api/v1/media/${medium.id}/user_medium_hiddens`).send({}).expect(200);
    for (const id of [UNKNOWN, 0, 'x']) {
      await app.as(user).post(`/api/v1/media/${id}/user_medium_hiddens`).expect(404);
      await app.as(user).post(`/api/v1/media/${id}/user_medium_hiddens/remove`).expect(404);
    }
  });
});
