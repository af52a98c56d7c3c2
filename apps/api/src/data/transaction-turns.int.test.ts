import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../test/app.ts';
import { testDatabaseUrl } from '../../test/database.ts';
import { createList, createMedium, createRound, createUser, createWatchHook } from '../../test/factories.ts';

const BURST = 60;

const { app, prisma, as, visitor, deps } = await startApp();
const client = new pg.Client({ connectionString: await testDatabaseUrl() });
beforeAll(async () => {
  await client.connect();
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => client.end());

/** The statements of the process that wait for a lock in PostgreSQL, each with a connection. */
async function countLockWaits(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const burst = (send: () => PromiseLike<{ status: number }>): Promise<number[]> =>
  Promise.all(Array.from({ length: BURST }, async () => (await send()).status));

/** Expects that all calls ended so, but for those that a slow machine made wait too long, and that one succeeded. */
function expectAnswered(statuses: readonly number[], expected: readonly number[]): void {
  expect(statuses.filter((status) => status !== 503 && !expected.includes(status))).toEqual([]);
  expect(statuses.some((status) => expected.includes(status))).toBe(true);
}

/** Does the work while another session holds the lock. */
async function whileLocked<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(statement);
    return await work();
  } finally {
    await client.query('COMMIT');
  }
}

/** Sends a burst while another session holds the row, and asks as a member beside it. */
async function besideBurst(row: string, send: () => PromiseLike<{ status: number }>): Promise<number[]> {
  const member = await createUser(prisma);
  const { sent } = await whileLocked(`SELECT 1 FROM ${row} FOR UPDATE`, async () => {
    const sent = burst(send);
    await expect.poll(countLockWaits).toBeGreaterThan(0);
    await as(member).get('/api/v1/user_lists').expect(200);
    expect(await countLockWaits()).toBe(1);
    // In an object, because the burst ends only after the lock.
    return { sent };
  });
  return sent;
}

it('a call that waits too long for a lock is 503, so that its client tries again', async () => {
  const user = await createUser(prisma);
  const reply = await whileLocked(`SELECT 1 FROM users WHERE id = ${user.id} FOR UPDATE`, async () =>
    as(user).post('/api/v1/wishes').send({ query: 'a film' }),
  );
  expect([reply.status, reply.body.error]).toEqual([503, 'unavailable']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});

describe('a burst of writes that wait for one lock holds one connection, and members get theirs', () => {
  it('in a round, by guests without an account', async () => {
    const host = await createUser(prisma);
    const { id, code } = await createRound(prisma, host, []);
    const { body } = await visitor.post(`/api/v1/rounds/${code}/join`).send({ name: 'Visitor' }).expect(200);
    let ready = false;
    const statuses = await besideBurst(`rounds WHERE id = ${id}`, () => {
      ready = !ready;
      return visitor
        .patch(`/api/v1/rounds/${code}/me`)
        .set('authorization', `Bearer ${body.guest_token}`)
        .send({ ready });
    });
    expectAnswered(statuses, [200]);
  });

  it('in a shared list, by several of its members', async () => {
    const owner = await createUser(prisma);
    const friends = await Promise.all(Array.from({ length: 5 }, () => createUser(prisma)));
    const list = await createList(prisma, owner, {
      collaborate: true,
      shares: friends.map((user) => ({ user })),
    });
    const media = await Promise.all(friends.map(() => createMedium(prisma)));
    let at = 0;
    const statuses = await besideBurst(`user_lists WHERE id = ${list.id}`, () => {
      const turn = at++ % friends.length;
      return as(friends[turn] ?? owner)
        .post(`/api/v1/user_lists/${list.id}/user_list_media`)
        .send({ user_list_medium: { medium_id: media[turn]?.id } });
    });
    expectAnswered(statuses, [200, 201]);
  });

  it('for wishes', async () => {
    const user = await createUser(prisma);
    let at = 0;
    const statuses = await besideBurst(`users WHERE id = ${user.id}`, () =>
      as(user)
        .post('/api/v1/wishes')
        .send({ query: `a film that nobody has ${at++}` }),
    );
    expectAnswered(statuses, [201]);
  });

  it('for reports of a media server', async () => {
    const user = await createUser(prisma);
    const secret = await createWatchHook(prisma, user);
    const statuses = await besideBurst(`users WHERE id = ${user.id}`, () =>
      visitor.post(`/hooks/watched/${secret}`).send({ event: 'unknown' }),
    );
    expectAnswered(statuses, [204]);
  });
});

it('transactions leave connections of the pool for reads, however many rows they lock', async () => {
  const member = await createUser(prisma);
  const users = await Promise.all(Array.from({ length: 20 }, () => createUser(prisma)));
  const { sent } = await whileLocked('LOCK TABLE user_wishes IN ACCESS EXCLUSIVE MODE', async () => {
    const sent = Promise.all(
      users.map(async (user) => (await as(user).post('/api/v1/wishes').send({ query: 'a film' })).status),
    );
    await expect.poll(countLockWaits).toBeGreaterThan(1);
    await as(member).get('/api/v1/user_lists').expect(200);
    expect(deps.poolStats().waiting).toBe(0);
    return { sent };
  });
  expectAnswered(await sent, [201]);
});
