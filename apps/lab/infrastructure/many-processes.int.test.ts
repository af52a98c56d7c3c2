import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { testDatabaseUrl, testRedisUrl } from '@marquee/api/test/database.ts';
import { createMedium, createUser, PASSWORD } from '@marquee/api/test/factories.ts';
import { testSecrets } from '@marquee/api/test/secrets.ts';
import { LIMIT_MS } from '@marquee/api/test/settings.ts';
import { startSmtp, type TestSmtp } from '@marquee/api/test/smtp.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { LIMITS } from '@marquee/contracts';
import { ApiError, type Client, createClient } from '@marquee/contracts/client';
import type { PrismaClient, User } from '@marquee/prisma';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBalancer } from './balancer.ts';
import { createApi, createWorker, type ProductProcess } from './processes.ts';
import { restartUnderLoad } from './rolling-restart.ts';

const redisUrl = testRedisUrl();

// Skipped without Redis, in which several processes count their limits (CONTRIBUTING.md, "Services of the
// tests").
describe.skipIf(redisUrl === null)('two API processes and two workers', () => {
  let prisma: PrismaClient;
  let redis: Redis;
  let smtp: TestSmtp;
  let a: ProductProcess;
  let b: ProductProcess;
  let workers: ProductProcess[];
  let medium: { id: number };

  beforeAll(async () => {
    const databaseUrl = await testDatabaseUrl();
    prisma = connectDatabase(databaseUrl, 4);
    redis = new Redis(redisUrl ?? '');
    smtp = await startSmtp();
    medium = await createMedium(prisma);
    const env = {
      ...testSecrets,
      // A process with NODE_ENV=test logs nothing, but this test reads the jobs in the log of a worker.
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? '',
      SMTP_URL: smtp.url,
      BOT_CHECK: 'off',
      BILLING: 'off',
      MAIL_GATHER_SECONDS: '0',
    };
    [a, b] = await Promise.all([createApi(env), createApi(env)]);
    workers = await Promise.all([createWorker(env), createWorker(env)]);
    await Promise.all([a, b, ...workers].map((process) => process.start()));
  });

  afterAll(async () => {
    for (const process of [a, b, ...workers]) process.kill();
    redis.disconnect();
    await smtp.stop();
    await prisma.$disconnect();
  });

  const connect = (to: ProductProcess, token: string | null = null): Client =>
    createClient({ origin: to.origin, token: () => token, timeoutMs: LIMIT_MS });

  async function signIn(to: ProductProcess, { email }: User, password = PASSWORD): Promise<string> {
    const { user } = await connect(to)('POST /users/sign_in', { body: { user: { email, password } } });
    return user.access_token;
  }

  /** Creates a user whose access and taste both processes have cached. */
  async function createKnown() {
    const user = await createUser(prisma);
    const token = await signIn(a, user);
    const [atA, atB] = [connect(a, token), connect(b, token)];
    for (const api of [atA, atB]) await api('GET /api/v1/media/{id}', { params: { id: medium.id } });
    return { user, token, atA, atB };
  }

  const statusOf = (call: Promise<unknown>): Promise<number> =>
    call.then(
      () => 200,
      (error: unknown) => {
        if (error instanceof ApiError) return error.status;
        throw error;
      },
    );

  it('return a rating that the other process saved', async () => {
    const { atA, atB } = await createKnown();
    const params = { id: medium.id };
    const rate = (api: Client, rating: number) =>
      api('POST /api/v1/media/{id}/user_medium_ratings', {
        params,
        body: { user_medium_rating: { rating } },
      });
    const ratingAt = async (api: Client) => (await api('GET /api/v1/media/{id}', { params })).medium.rating;
    await rate(atA, 9);
    await expect.poll(() => ratingAt(atB)).toBe(9);
    await rate(atB, 2);
    await expect.poll(() => ratingAt(atA)).toBe(2);
  });

  it('return an edit of a list that the other process saved', async () => {
    const { atA, atB } = await createKnown();
    const { user_list: list } = await atA('POST /api/v1/user_lists', {
      body: { name: 'Mine' },
    });
    const params = { id: list.id };
    const titlesAt = async (api: Client) =>
      (await api('GET /api/v1/user_lists/{id}', { params })).user_list.sorted_medium_ids;
    expect(await titlesAt(atB)).toBe('');
    await atA('POST /api/v1/user_lists/{id}/user_list_media', {
      params,
      body: { user_list_medium: { medium_id: medium.id } },
    });
    await expect.poll(() => titlesAt(atB)).toBe(String(medium.id));
    await atB('DELETE /api/v1/user_lists/{id}', { params });
    await expect.poll(() => statusOf(atA('GET /api/v1/user_lists/{id}', { params }))).toBe(404);
  });

  it('add a new title to both snapshots', async () => {
    const { atA, atB } = await createKnown();
    const params = { id: (await createMedium(prisma)).id };
    for (const api of [atA, atB])
      await expect.poll(() => statusOf(api('GET /api/v1/media/{id}', { params }))).toBe(200);
  });

  it('refuse a token that was ended in the other process, but not other tokens', async () => {
    const { user, atA, atB } = await createKnown();
    const other = connect(b, await signIn(b, user));
    await atA('POST /users/sign_out');
    await expect.poll(() => statusOf(atB('GET /api/v1/user'))).toBe(401);
    expect(await statusOf(other('GET /api/v1/user'))).toBe(200);
  });

  it('count failed logins of both processes together', async () => {
    const user = await createUser(prisma);
    const statuses: number[] = [];
    for (let turn = 0; turn <= LIMITS.failedSignIns.max; turn++)
      statuses.push(await statusOf(signIn(turn % 2 ? b : a, user, 'a wrong password 1')));
    expect(statuses.filter((status) => status === 422)).toHaveLength(LIMITS.failedSignIns.max);
    expect(statuses.at(-1)).toBe(429);
    for (const process of [a, b]) expect(await statusOf(signIn(process, user))).toBe(429);
  });

  it('count the calls of a user in both processes together', async () => {
    const { token } = await createKnown();
    const statuses: number[] = [];
    for (let turn = 0; turn < LIMITS.calls.max + 40; turn++)
      statuses.push(await statusOf(connect(turn % 2 ? b : a, token)('GET /api/v1/user_preferences')));
    const taken = statuses.filter((status) => status === 200).length;
    // `createKnown` made two calls. A reply of Redis corrects the count only for the next call, so the number
    // of allowed calls varies.
    expect(taken).toBeGreaterThan(LIMITS.calls.max - 10);
    expect(taken).toBeLessThanOrEqual(LIMITS.calls.max);
    expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429));
  });

  /** Returns the number of starts of each job, by job id. */
  async function countStarts(): Promise<Map<string, number>> {
    const starts = new Map<string, number>();
    for (const [, fields] of await redis.xrange('bull:marquee:events', '-', '+')) {
      const event = new Map(fields.flatMap((name, at) => (at % 2 ? [] : [[name, fields[at + 1] ?? '']])));
      const id = event.get('jobId') ?? '';
      if (event.get('event') === 'active') starts.set(id, (starts.get(id) ?? 0) + 1);
    }
    return starts;
  }

  it('run each job once, and share the jobs between the workers', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => createUser(prisma)));
    await prisma.outboxMessage.createMany({
      data: users.map(({ id }) => ({ kind: 'password_changed', userId: id, payload: {} })),
    });
    const open = () => prisma.outboxMessage.count({ where: { kind: 'password_changed', doneAt: null } });
    await waitFor('all mails', async () => (await open()) === 0);
    const rows = await prisma.outboxMessage.findMany({ where: { kind: 'password_changed' } });
    expect(rows.map(({ attempts }) => attempts)).toEqual(users.map(() => 1));
    const addresses = new Set(users.map(({ email }) => email));
    const recipients = smtp.mails.flatMap(({ to }) => to).filter((address) => addresses.has(address));
    expect(recipients.toSorted()).toEqual([...addresses].toSorted());

    const starts = await countStarts();
    expect(rows.map(({ id }) => starts.get(`outbox-${id}`))).toEqual(users.map(() => 1));
    for (const worker of workers) expect(worker.output()).toContain('job done');
  });

  it('run each schedule once, although both workers set the schedule', async () => {
    const schedules = (await redis.zrange('bull:marquee:repeat', '0', '-1')).toSorted();
    expect(schedules).toContain('train-model');
    const runs = [...(await countStarts())].filter(([id]) => id.startsWith('repeat:'));
    expect(runs.map(([id]) => id.split(':')[1]).toSorted()).toEqual(schedules);
    expect(new Set(runs.map(([, count]) => count))).toEqual(new Set([1]));
  });

  // rolling-restart.long.test.ts restarts the processes more often and also behind HAProxy.
  it('answer every request while one API process after the other is restarted under load', async () => {
    const members = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const user = await createUser(prisma);
        return { id: user.id, token: await signIn(a, user) };
      }),
    );
    const mediumIds = (await prisma.medium.findMany({ select: { id: true } })).map(({ id }) => id);
    const balancer = await startBalancer([a.origin, b.origin]);
    try {
      const outcome = await restartUnderLoad({
        origin: balancer.origin,
        apis: [a, b],
        members,
        mediumIds,
        rounds: 1,
        isInUse: (api) => waitFor('the proxy to see the process', () => balancer.isUp(api.origin)),
      });
      expect(outcome.failed).toEqual([]);
      expect(outcome.codes).toEqual([0, 0]);
      expect(outcome.answered).toBeGreaterThan(100);
      const rows = await prisma.userMediumRating.findMany({
        where: { userId: { in: members.map(({ id }) => id) } },
      });
      const stored = new Map(rows.map(({ userId, mediumId, rating }) => [`${userId}/${mediumId}`, rating]));
      expect(stored).toEqual(outcome.ratings);
    } finally {
      await balancer.close();
    }
  });
});
