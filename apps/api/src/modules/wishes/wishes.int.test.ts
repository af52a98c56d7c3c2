import { CAPS, type NewsReply } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { importCatalogue } from '#src/modules/catalogue/feed/import.service.ts';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as } = await startApp();

const wish = (user: Parameters<typeof as>[0], query: string) =>
  as(user).post('/api/v1/wishes').send({ query });

describe('POST /api/v1/wishes', () => {
  it('keeps a query once: a repeated one in other letters answers the first', async () => {
    const user = await createUser(prisma);
    const first = await wish(user, '  Das Wunder von Nebenan ').expect(201);
    expect(first.body.wish).toEqual({
      id: expect.any(Number),
      query: 'Das Wunder von Nebenan',
      medium_id: null,
      state: 'waiting',
    });
    const again = await wish(user, 'das wunder, von NEBENAN!').expect(200);
    expect(again.body).toEqual(first.body);
    const unseen = await wish(user, 'Das\u00a0Wun\u00adder von Neben\u200ban').expect(200);
    expect(unseen.body).toEqual(first.body);
    await Promise.all([1, 2, 3].map(() => wish(user, 'Simultaneous')));
    const { body } = await as(user).get('/api/v1/wishes').expect(200);
    expect(body.wishes).toHaveLength(2);
  });

  it('arrives at once when the catalogue has the title', async () => {
    const medium = await createMedium(prisma, { title: unique('A known film ') });
    const { body } = await wish(await createUser(prisma), medium.title).expect(201);
    expect(body.wish).toMatchObject({ state: 'arrived', medium_id: medium.id });
  });

  it.each([[''], ['   '], ['\u200b'], ['x'.repeat(201)], ['a\ud800'], ['a\u0000'], [7], [null]])(
    'answers 422 for %j',
    async (query) => {
      const { body } = await as(await createUser(prisma))
        .post('/api/v1/wishes')
        .send({ query })
        .expect(422);
      expect(body.errors).toHaveProperty('query');
    },
  );

  it('refuses the wish over the cap, also of simultaneous calls, and repeats one of those before', async () => {
    const user = await createUser(prisma);
    await prisma.userWish.createMany({
      data: Array.from({ length: CAPS.wishes - 1 }, (_, at) => ({
        userId: user.id,
        query: `Wish ${at}`,
        key: `wish ${at}`,
      })),
    });
    const replies = await Promise.all([1, 2, 3].map((at) => wish(user, `One more ${at}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ error: 'limit_reached', message: expect.stringContaining('100') });
    await wish(user, 'wish 5').expect(200);
  });
});

describe('DELETE /api/v1/wishes/{id}', () => {
  it('takes only the wish of the caller back, and may be repeated', async () => {
    const [user, other] = [await createUser(prisma), await createUser(prisma)];
    const { body } = await wish(user, 'Mine').expect(201);
    await as(other).delete(`/api/v1/wishes/${body.wish.id}`).expect(204);
    expect((await as(user).get('/api/v1/wishes')).body.wishes).toHaveLength(1);
    for (let time = 0; time < 2; time++) await as(user).delete(`/api/v1/wishes/${body.wish.id}`).expect(204);
    expect((await as(user).get('/api/v1/wishes')).body.wishes).toEqual([]);
  });

  it.each(['0', 'abc', '99999999999'])('answers 404 for the id %s', async (id) => {
    await as(await createUser(prisma))
      .delete(`/api/v1/wishes/${id}`)
      .expect(404);
  });
});

describe('a wish after a change of the catalogue', () => {
  it('arrives with the title that the feed brings, and is news', async () => {
    const user = await createUser(prisma);
    await wish(user, 'The Lighthouse Keeper').expect(201);
    await wish(user, 'Lighthouse Keeper 1931').expect(201);
    await wish(user, 'Another film').expect(201);
    const line = { key: 'w1', type: 'movie', title: 'The Lighthouse Keeper', release_year: 1931 };
    const result = await importCatalogue(prisma, [JSON.stringify(line)], { source: 'wishes', partial: true });
    expect(result).toMatchObject({ created: 1, badLines: [] });
    const jobs = await prisma.outboxMessage.count({ where: { kind: 'match_waiting', doneAt: null } });
    expect(jobs).toBe(1);
    await deps.services.wishes.matchAll();
    const { body } = await as(user).get('/api/v1/wishes').expect(200);
    const { id } = await prisma.medium.findFirstOrThrow({ where: { source: 'wishes' } });
    expect(body.wishes).toMatchObject([
      { query: 'Another film', state: 'waiting', medium_id: null },
      { query: 'Lighthouse Keeper 1931', state: 'arrived', medium_id: id },
      { query: 'The Lighthouse Keeper', state: 'arrived', medium_id: id },
    ]);
    await deps.inMemory.refresh();
    const reply: NewsReply = (await as(user).get('/api/v1/news').expect(200)).body;
    expect(reply.news.filter(({ medium }) => medium.id === id)).toMatchObject([
      { kind: 'wish_arrived', reason: expect.stringMatching(/^You asked for “.*Lighthouse Keeper.*”\.$/) },
    ]);
  });

  it('waits while the only title with the name is not listed', async () => {
    const medium = await createMedium(prisma, { title: unique('Gone film '), delistedAt: new Date() });
    const { body } = await wish(await createUser(prisma), medium.title).expect(201);
    expect(body.wish.state).toBe('waiting');
    await prisma.medium.update({ where: { id: medium.id }, data: { delistedAt: null } });
    await deps.services.wishes.matchAll();
    expect(await prisma.userWish.findFirst({ where: { id: body.wish.id } })).toMatchObject({
      mediumId: medium.id,
    });
  });

  it('takes the best known of several titles with the name', async () => {
    const user = await createUser(prisma);
    const title = unique('Same name ');
    await wish(user, title).expect(201);
    await createMedium(prisma, { title, popularity: 1 });
    const known = await createMedium(prisma, { title, popularity: 5, type: 'series' });
    await deps.services.wishes.matchAll();
    expect(await prisma.userWish.findFirst({ where: { userId: user.id } })).toMatchObject({
      mediumId: known.id,
    });
  });
});
