import { WATCH_EVENTS_MAX } from '@marquee/contracts';
import type { Medium, User } from '@marquee/prisma';
import { pino } from 'pino';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { createDeps } from '#src/deps.ts';
import { startApp, testEnv } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as, visitor } = await startApp();

let movie: Medium;
let series: Medium;

beforeAll(async () => {
  const name = unique('Harbor ');
  [movie, series] = await Promise.all([
    createMedium(prisma, { title: `${name} movie`, releaseYear: 2019, externalId: 'tt0900001' }),
    createMedium(prisma, { title: `${name} series`, type: 'series' }),
  ]);
  await deps.inMemory.refresh();
});

const report = (facts: { account?: string; title?: string; year?: number; imdb?: string } = {}) => ({
  event: 'media.scrobble',
  Account: { title: facts.account ?? 'anna' },
  Metadata: {
    type: 'movie',
    title: facts.title ?? movie.title,
    year: facts.year ?? 2019,
    Guid: [{ id: `imdb://${facts.imdb ?? 'tt0900001'}` }],
  },
});

const episode = () => ({
  event: 'media.scrobble',
  Account: { title: 'anna' },
  Metadata: { type: 'episode', title: 'The Ferry', grandparentTitle: series.title },
});

async function createHook(user: User, account_name = 'Anna'): Promise<string> {
  const { body } = await as(user).post('/api/v1/watch_hook').send({ account_name }).expect(201);
  return new URL(body.url).pathname;
}

const listSeen = async ({ id: userId }: User) =>
  (await prisma.userMediumSeen.findMany({ where: { userId } })).map(({ mediumId }) => mediumId);

async function listEvents(user: User) {
  const { body } = await as(user).get('/api/v1/watch_hook/events').expect(200);
  return body.events;
}

describe('the address for reports', () => {
  it('is not logged, whether its report is taken, unreadable, too large or breaks the server', async () => {
    const lines: string[] = [];
    const sink = { write: (line: string) => void lines.push(line) };
    const logging = await createDeps(await testEnv(), pino({ level: 'trace' }, sink));
    await logging.start();
    const app = await buildApp(logging);
    await app.ready();
    afterAll(() => app.close());
    const user = await createUser(prisma);
    const path = await createHook(user);
    const send = (body: string) =>
      supertest(app.server).post(path).set('content-type', 'application/json').send(body);
    await send(JSON.stringify(report())).expect(204);
    await send('{').expect(400);
    await send(JSON.stringify({ text: 'x'.repeat(2_000_000) })).expect(413);
    await logging.close();
    logging.users.drop(user.id);
    expect((await send(JSON.stringify(report()))).status).toBeGreaterThanOrEqual(500);
    expect(lines).not.toEqual([]);
    expect(lines.join('')).not.toContain(path.split('/').at(-1));
  });

  it('is shown once, stored as a hash only, and ends when it is renewed or deleted', async () => {
    const user = await createUser(prisma);
    await as(user).get('/api/v1/watch_hook').expect(200, { watch_hook: null });
    const first = await createHook(user, '  Anna ');
    const { body } = await as(user).get('/api/v1/watch_hook').expect(200);
    expect(body.watch_hook).toMatchObject({ account_name: 'Anna', last_used_at: null });
    const secret = first.split('/').at(-1) ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(await prisma.watchHook.findMany())).not.toContain(secret);

    const second = await createHook(user);
    await visitor.post(first).send(report()).expect(404);
    await visitor.post(second).send(report()).expect(204);
    await as(user).delete('/api/v1/watch_hook').expect(204);
    await as(user).delete('/api/v1/watch_hook').expect(204);
    await visitor.post(second).send(report()).expect(404);
  });

  it('belongs to one user: others neither see nor undo its events', async () => {
    const [user, stranger] = await Promise.all([createUser(prisma), createUser(prisma)]);
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    const [event] = await listEvents(user);
    expect(await listEvents(stranger)).toEqual([]);
    await as(stranger).post(`/api/v1/watch_hook/events/${event.id}/undo`).expect(404);
    expect(await listSeen(user)).toEqual([movie.id]);
  });

  it('is in the export without its secret, and goes with the account', async () => {
    const user = await createUser(prisma);
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    const { body } = await as(user).get('/api/v1/user/export').expect(200);
    expect(body.user.watch_hook).toEqual({
      account_name: 'Anna',
      further_names: [],
      take_ratings: false,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    expect(body.user.watch_events).toMatchObject([{ medium: { id: movie.id } }]);
    await prisma.user.delete({ where: { id: user.id } });
    expect(await prisma.watchEvent.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a report', () => {
  it('marks the movie as seen once, however often it arrives, also at the same time', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    await Promise.all(Array.from({ length: 8 }, () => visitor.post(path).send(report()).expect(204)));
    expect(await listSeen(user)).toEqual([movie.id]);
    expect(await listEvents(user)).toMatchObject([
      { medium: { id: movie.id, title: movie.title }, undone_at: null },
    ]);
    const { body } = await as(user).get('/api/v1/watch_hook').expect(200);
    expect(body.watch_hook.last_used_at).not.toBeNull();
  });

  it('of an episode marks its series as seen', async () => {
    const user = await createUser(prisma);
    await visitor
      .post(await createHook(user))
      .send(episode())
      .expect(204);
    expect(await listSeen(user)).toEqual([series.id]);
  });

  it('is read from the form that Plex sends', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    await visitor
      .post(path)
      .field('payload', JSON.stringify(report()))
      .attach('thumb', Buffer.alloc(20_000), { filename: 'thumb.jpg', contentType: 'image/jpeg' })
      .expect(204);
    expect(await listSeen(user)).toEqual([movie.id]);
  });

  it('of an imported title brings it before all imported ones in the deck, until the report is undone', async () => {
    const user = await createUser(prisma);
    await prisma.userMediumSeen.createMany({
      data: [
        { userId: user.id, mediumId: series.id, seenOn: new Date('2020-01-01'), plays: 40 },
        { userId: user.id, mediumId: movie.id, seenOn: new Date('2020-01-01'), plays: 1 },
      ],
    });
    const firstToRate = async () => {
      const { body } = await as(user).get('/api/v1/media/to_rate').expect(200);
      return body.media.slice(0, 2).map(({ id }: { id: number }) => id);
    };
    expect(await firstToRate()).toEqual([series.id, movie.id]);
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    expect(await firstToRate()).toEqual([movie.id, series.id]);
    const [event] = await listEvents(user);
    await as(user).post(`/api/v1/watch_hook/events/${event.id}/undo`).expect(200);
    expect(await firstToRate()).toEqual([series.id, movie.id]);
  });

  it('shows at once: Discover of the user leaves the title out', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    const before = await deps.users.findTaste(user.id);
    await visitor.post(path).send(report()).expect(204);
    expect(await deps.users.findTaste(user.id)).not.toBe(before);
  });

  it('changes nothing for another account of the server, an unknown title, or after the trial', async () => {
    const [user, ended] = await Promise.all([
      createUser(prisma),
      createUser(prisma, { trialEndsAt: new Date(Date.now() + 60_000) }),
    ]);
    const path = await createHook(user);
    await visitor
      .post(path)
      .send(report({ account: 'ben' }))
      .expect(204);
    await visitor
      .post(path)
      .send(report({ title: 'Nobody made this', imdb: 'tt0999999' }))
      .expect(204);
    await visitor.post(path).send({ event: 'media.play' }).expect(204);
    expect(await listSeen(user)).toEqual([]);

    const late = await createHook(ended);
    await prisma.user.update({ where: { id: ended.id }, data: { trialEndsAt: new Date(0) } });
    deps.users.drop(ended.id);
    await visitor.post(late).send(report()).expect(204);
    expect(await listSeen(ended)).toEqual([]);
  });

  it('keeps a rating as it is and marks nothing beside it', async () => {
    const user = await createUser(prisma);
    await prisma.userMediumRating.create({ data: { userId: user.id, mediumId: movie.id, rating: 3 } });
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    expect(await listSeen(user)).toEqual([]);
    expect(await listEvents(user)).toEqual([]);
  });

  it('that is unreadable gets 400, and one beyond a megabyte 413', async () => {
    const path = await createHook(await createUser(prisma));
    await visitor.post(path).set('content-type', 'application/json').send('{"event"').expect(400);
    await visitor
      .post(path)
      .set('content-type', 'application/json')
      .send(`{"event":"${'a'.repeat(1_050_000)}"}`)
      .expect(413);
  });

  it('deletes the oldest events beyond the cap, and their titles stay seen', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    await prisma.$executeRaw`
      INSERT INTO watch_events (user_id, medium_id, seen_on, was_seen)
      SELECT ${user.id}, ${series.id}, '2001-01-01'::date + day, false FROM generate_series(1, ${WATCH_EVENTS_MAX}) AS day`;
    await visitor.post(path).send(report()).expect(204);
    expect(await prisma.watchEvent.count({ where: { userId: user.id } })).toBe(WATCH_EVENTS_MAX);
    expect((await listEvents(user))[0].medium.id).toBe(movie.id);
  });
});

describe('an undo', () => {
  const undo = (user: User, id: number) => as(user).post(`/api/v1/watch_hook/events/${id}/undo`);

  it('takes the mark back, is repeatable, and the same report does not bring the mark again', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    await visitor.post(path).send(report()).expect(204);
    const [event] = await listEvents(user);
    const { body } = await undo(user, event.id).expect(200);
    expect(body.event).toMatchObject({ id: event.id, undone_at: expect.any(String) });
    expect((await undo(user, event.id).expect(200)).body).toEqual(body);
    expect(await listSeen(user)).toEqual([]);
    await visitor.post(path).send(report()).expect(204);
    expect(await listSeen(user)).toEqual([]);
    expect(await listEvents(user)).toHaveLength(1);
  });

  it('restores the earlier date of a title that was seen before', async () => {
    const user = await createUser(prisma);
    const seenOn = new Date('2020-02-02');
    await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: movie.id, seenOn } });
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    const [event] = await listEvents(user);
    await undo(user, event.id).expect(200);
    expect(await prisma.userMediumSeen.findMany({ where: { userId: user.id } })).toMatchObject([{ seenOn }]);
  });

  it('of the first of two views keeps the title seen until the second is undone', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    const yesterday = new Date(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`);
    const { id } = await prisma.watchEvent.create({
      data: { userId: user.id, mediumId: movie.id, seenOn: yesterday, wasSeen: false },
    });
    await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: movie.id, seenOn: yesterday } });
    await visitor.post(path).send(report()).expect(204);
    await undo(user, id).expect(200);
    expect(await listSeen(user)).toEqual([movie.id]);
    const [second] = await listEvents(user);
    await undo(user, second.id).expect(200);
    expect(await listSeen(user)).toEqual([]);
  });

  it('of two views keeps what the user or an import marked between them', async () => {
    const user = await createUser(prisma);
    const path = await createHook(user);
    const at = (day: string) => new Date(`${day}T00:00:00Z`);
    const first = await prisma.watchEvent.create({
      data: { userId: user.id, mediumId: movie.id, seenOn: at('2021-03-01'), wasSeen: false },
    });
    const seenOn = at('2021-03-03');
    await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: movie.id, seenOn } });
    await visitor.post(path).send(report()).expect(204);
    const [second] = await listEvents(user);
    await undo(user, first.id).expect(200);
    await undo(user, second.id).expect(200);
    expect(await prisma.userMediumSeen.findMany({ where: { userId: user.id } })).toMatchObject([{ seenOn }]);
  });

  it('keeps a mark that the user changed since', async () => {
    const user = await createUser(prisma);
    await visitor
      .post(await createHook(user))
      .send(report())
      .expect(204);
    await prisma.userMediumSeen.updateMany({ where: { userId: user.id }, data: { seenOn: null } });
    const [event] = await listEvents(user);
    await undo(user, event.id).expect(200);
    expect(await listSeen(user)).toEqual([movie.id]);
  });
});
