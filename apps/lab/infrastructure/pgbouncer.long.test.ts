import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { freshDatabaseUrl, testRedisUrl } from '@marquee/api/test/database.ts';
import { createMedium, createUser, PASSWORD } from '@marquee/api/test/factories.ts';
import { testSecrets } from '@marquee/api/test/secrets.ts';
import { LIMIT_MS } from '@marquee/api/test/settings.ts';
import { startSmtp, type TestSmtp } from '@marquee/api/test/smtp.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { type Client, createClient } from '@marquee/contracts/client';
import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPgbouncer, whyNoPooler } from './pgbouncer.ts';
import { createApi, createWorker, type ProductProcess } from './processes.ts';

const reason = whyNoPooler();
/** Number of the pooler's server connections, fewer than the client connections of one API process. */
const SERVER_CONNECTIONS = 5;
/** Other connections: the listeners of three processes, an export lock, and the connections of this test. */
const OTHER_CONNECTIONS = 3 + 1 + 4;
const MEMBERS = 20;
const TURNS = 20;

// Skipped in CI: Debian's package is older than the version that transaction mode needs.
describe.skipIf(reason !== null)(
  `the product through PgBouncer in transaction mode (${reason ?? 'tried'})`,
  () => {
    let prisma: PrismaClient;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
    let smtp: TestSmtp;
    let apis: ProductProcess[];
    let worker: ProductProcess;
    const mediumIds: number[] = [];

    beforeAll(async () => {
      const direct = await freshDatabaseUrl();
      prisma = connectDatabase(direct, 4);
      for (let n = 0; n < 30; n++) mediumIds.push((await createMedium(prisma)).id);
      smtp = await startSmtp();
      pooler = await startPgbouncer(direct, SERVER_CONNECTIONS);
      const env = {
        ...testSecrets,
        NODE_ENV: 'development',
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: direct,
        REDIS_URL: testRedisUrl() ?? '',
        SMTP_URL: smtp.url,
        BOT_CHECK: 'off',
        BILLING: 'off',
        RATE_LIMIT: 'off',
        MAIL_GATHER_SECONDS: '0',
      };
      apis = await Promise.all([createApi(env), createApi(env)]);
      worker = await createWorker(env);
      await Promise.all([...apis, worker].map((process) => process.start()));
    });

    afterAll(async () => {
      for (const process of [...apis, worker]) process.kill();
      await pooler.close();
      await smtp.stop();
      await prisma.$disconnect();
    });

    async function signIn(): Promise<{ id: number; email: string; clients: Client[] }> {
      const { id, email } = await createUser(prisma);
      const connect = (api: ProductProcess | undefined, token: string | null): Client =>
        createClient({ origin: api?.origin ?? '', token: () => token, timeoutMs: LIMIT_MS });
      const { user } = await connect(apis[0], null)('POST /users/sign_in', {
        body: { user: { email, password: PASSWORD } },
      });
      return { id, email, clients: apis.map((api) => connect(api, user.access_token)) };
    }

    it('serves ratings, lists and Discover over few server connections', async () => {
      const members = await Promise.all(Array.from({ length: MEMBERS }, signIn));
      await Promise.all(
        members.map(async ({ clients: [a, b] }) => {
          if (!a || !b) throw new Error('two processes were started');
          const { user_list: list } = await a('POST /api/v1/user_lists', { body: { name: 'Mine' } });
          for (let turn = 0; turn < TURNS; turn++) {
            const id = mediumIds[turn] ?? 0;
            const [one, other] = turn % 2 ? [a, b] : [b, a];
            const user_medium_rating = { rating: turn % 11 };
            await one('POST /api/v1/media/{id}/user_medium_ratings', {
              params: { id },
              body: { user_medium_rating },
            });
            await other('POST /api/v1/user_lists/{id}/user_list_media', {
              params: { id: list.id },
              body: { user_list_medium: { medium_id: id } },
            });
            const ratingAt = async () =>
              (await other('GET /api/v1/media/{id}', { params: { id } })).medium.rating;
            await expect.poll(ratingAt).toBe(turn % 11);
            await one('GET /api/v2/media', { query: { grouped_genres: true, view: 'card' } });
          }
          const { user_list: full } = await b('GET /api/v1/user_lists/{id}', { params: { id: list.id } });
          expect(full.sorted_medium_ids?.split(',')).toHaveLength(TURNS);
        }),
      );
      const ratings = await prisma.userMediumRating.count();
      expect(ratings).toBe(MEMBERS * TURNS);
      const [sessions] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend'`;
      expect(sessions?.count).toBeLessThanOrEqual(SERVER_CONNECTIONS + OTHER_CONNECTIONS);
    });

    it('exports data while a direct connection holds the lock', async () => {
      const { clients } = await signIn();
      const [a] = clients;
      const reply = await a?.('GET /api/v1/user/export');
      expect(JSON.stringify(reply)).toContain('ratings');
    });

    it('the worker runs a job that sends a mail', async () => {
      const { id, email } = await signIn();
      await prisma.outboxMessage.create({ data: { kind: 'password_changed', userId: id, payload: {} } });
      await waitFor('the mail', () => smtp.mails.find(({ to }) => to.includes(email)));
    });
  },
);
