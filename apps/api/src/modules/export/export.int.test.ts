import { LIMITS } from '@marquee/contracts';
import type { User } from '@marquee/prisma';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createUser } from '../../../test/factories.ts';

const PATH = '/api/v1/user/export';
const TITLES = 600;

const one = await startApp();
const other = await startApp({ RATE_LIMIT: 'on' });
const { prisma, as, tokenOf } = one;
await one.app.listen({ host: '127.0.0.1', port: 0 });
// After a broken connection, fetch opens a spare connection. Closing the server would wait for the spare
// connection.
afterAll(() => one.app.server.closeAllConnections());
// The first export of a process also prepares queries, which may take longer than `whileFeedbackIsLocked`
// holds its lock. So run one export per process before the tests.
for (const process of [one, other]) await process.as(await createUser(prisma)).get(PATH);
await prisma.$executeRaw`
  INSERT INTO media (source, type, external_id, title, release_year)
  SELECT 'test', 'movie', n::text, 'Title ' || n, 2000 FROM generate_series(1, ${TITLES}::int) AS n`;

const start = (user: User, signal: AbortSignal | null = null) =>
  fetch(`${one.app.listeningOrigin}${PATH}`, {
    headers: { authorization: `Bearer ${tokenOf(user)}` },
    signal,
  });

/**
 * Runs the work while table `feedbacks` is locked. An export reads this table near its end, so every export
 * waits for the lock.
 */
async function whileFeedbackIsLocked<T>(work: () => Promise<T>): Promise<T> {
  return prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE feedbacks IN ACCESS EXCLUSIVE MODE`;
      return work();
    },
    { timeout: 600_000 },
  );
}

describe('GET /api/v1/user/export', () => {
  it('returns every row in order when a table has more rows than one page', async () => {
    const user = await createUser(prisma);
    const list = await createList(prisma, user);
    await prisma.$executeRaw`
      INSERT INTO user_medium_ratings (user_id, medium_id, rating) SELECT ${user.id}, id, 7 FROM media`;
    // Pairs of titles share a position, so that a page ends between two equal positions.
    await prisma.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, position)
      SELECT ${list.id}, id, -((id + 1) / 2) FROM media ORDER BY id`;
    await prisma.$executeRaw`
      INSERT INTO feedbacks (user_id, content) SELECT ${user.id}, 'Feedback ' || n FROM generate_series(1, 500) AS n`;
    const { status, body } = await as(user).get(PATH);
    expect(status).toBe(200);
    const ids = (await prisma.medium.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
    const titleIds = (rows: { medium: { id: number } }[]) => rows.map(({ medium }) => medium.id);
    expect(titleIds(body.user.ratings)).toEqual(ids);
    const stored = await prisma.userListMedium.findMany({
      where: { listId: list.id },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    const exported = body.user.lists.find(({ id }: { id: number }) => id === list.id);
    expect(titleIds(exported.media)).toEqual(stored.map(({ mediumId }) => mediumId));
    expect(
      body.user.feedbacks.map(({ content }: { content: string }) => Number(content.split(' ')[1])),
    ).toEqual(Array.from({ length: 500 }, (_, at) => 500 - at));
  });

  it('refuses a second export of a user in every process while the first export runs', async () => {
    const [user, another] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const { first, refused, elsewhere, asCsv, stranger } = await whileFeedbackIsLocked(async () => {
      const first = await start(user);
      const refused = await as(user).get(PATH);
      const elsewhere = await other.as(user).get(PATH);
      const asCsv = await as(user).get(`${PATH}?format=imdb`);
      const stranger = await start(another);
      return { first, refused, elsewhere, asCsv, stranger };
    });
    for (const { status, body, headers } of [refused, elsewhere, asCsv]) {
      expect([status, body.error]).toEqual([429, 'too_many_requests']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await first.json()).toMatchObject({ user: { id: user.id } });
    expect(await stranger.json()).toMatchObject({ user: { id: another.id } });
    await expect.poll(async () => (await other.as(user).get(PATH)).status).toBe(200);
  });

  it('closes the connection when reading fails midway, so that the client sees incomplete JSON', async () => {
    const user = await createUser(prisma);
    await prisma.$executeRaw`ALTER TABLE feedbacks RENAME TO feedbacks_away`;
    let text = '';
    try {
      const response = await start(user);
      expect(response.status).toBe(200);
      const read = async () => {
        for await (const bytes of response.body ?? []) text += Buffer.from(bytes);
      };
      await expect(read()).rejects.toThrow('terminated');
    } finally {
      await prisma.$executeRaw`ALTER TABLE feedbacks_away RENAME TO feedbacks`;
    }
    expect(text).toContain('"exported_at"');
    expect(() => JSON.parse(text)).toThrow();
    expect((await as(user).get(PATH)).status).toBe(200);
  });

  it('stops reading the database when the client disconnects', async () => {
    const user = await createUser(prisma);
    const reading = await whileFeedbackIsLocked(async () => {
      const client = new AbortController();
      await start(user, client.signal);
      // Asked before the client leaves, because the server may release the lock at once.
      const locks = await prisma.$queryRaw`
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${user.id} AND granted`;
      client.abort();
      return locks;
    });
    expect(reading).toHaveLength(1);
    await expect.poll(async () => (await other.as(user).get(PATH)).status).toBe(200);
  });

  it('allows five exports an hour', async () => {
    const user = await createUser(prisma);
    for (let time = 0; time < LIMITS.exports.max; time++)
      await expect.poll(async () => (await other.as(user).get(PATH)).status).toBe(200);
    const refused = await other.as(user).get(PATH);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });
});
