import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { freshDatabaseUrl, testRedisUrl } from '@marquee/api/test/database.ts';
import { createMedium, createUser, PASSWORD } from '@marquee/api/test/factories.ts';
import { testSecrets } from '@marquee/api/test/secrets.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import type { PrismaClient } from '@marquee/prisma';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBalancer } from './balancer.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';
import { createApi, type ProductProcess } from './processes.ts';
import { type Member, restartUnderLoad } from './rolling-restart.ts';

const ROUNDS = 5;
const MEMBERS = 12;
const TITLES = 200;

describe('rolling restart under load', () => {
  let prisma: PrismaClient;
  let apis: ProductProcess[];
  let members: Member[];
  let mediumIds: number[];

  beforeAll(async () => {
    const databaseUrl = await freshDatabaseUrl();
    prisma = connectDatabase(databaseUrl, 4);
    const env = {
      ...testSecrets,
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      REDIS_URL: testRedisUrl() ?? '',
      BOT_CHECK: 'off',
      BILLING: 'off',
      RATE_LIMIT: 'off',
    };
    mediumIds = [];
    for (let n = 0; n < TITLES; n++) mediumIds.push((await createMedium(prisma)).id);
    apis = await Promise.all([createApi(env), createApi(env)]);
    await Promise.all(apis.map((api) => api.start()));
    members = [];
    for (let n = 0; n < MEMBERS; n++) {
      const { id, email } = await createUser(prisma);
      const reply = await fetch(`${apis[0]?.origin}/users/sign_in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: { email, password: PASSWORD } }),
      });
      members.push({ id, token: JSON.parse(await reply.text()).user.access_token });
    }
  });

  afterAll(async () => {
    for (const api of apis) api.kill();
    await prisma.$disconnect();
  });

  // This test needs the program haproxy. The next test uses the proxy of balancer.ts.
  it.skipIf(!hasHaproxy)(
    'answers every request through HAProxy with the settings of docker-compose.yml',
    () => restartBehind(startHaproxy),
  );

  it('answers every request through the proxy of balancer.ts', () => restartBehind(startBalancer));

  async function restartBehind(start: typeof startBalancer | typeof startHaproxy): Promise<void> {
    const proxy = await start(apis.map(({ origin }) => origin));
    try {
      await prisma.userMediumRating.deleteMany();
      const outcome = await restartUnderLoad({
        origin: proxy.origin,
        apis,
        members,
        mediumIds,
        rounds: ROUNDS,
        isInUse: (api) => waitFor('the proxy to see the process', () => proxy.isUp(api.origin)),
      });
      console.warn(`${outcome.answered} requests answered during ${2 * ROUNDS} restarts`);
      expect(outcome.failed).toEqual([]);
      expect(new Set(outcome.codes)).toEqual(new Set([0]));
      const rows = await prisma.userMediumRating.findMany();
      const stored = rows.map(({ userId, mediumId, rating }) => [`${userId}/${mediumId}`, rating] as const);
      expect(new Map(stored)).toEqual(outcome.ratings);
    } finally {
      await proxy.close();
    }
  }
});
