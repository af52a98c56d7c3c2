import type { User } from '@marquee/prisma';
import supertest from 'supertest';
import { afterAll } from 'vitest';
import { buildApp } from '#src/app.ts';
import { createLogger } from '#src/core/log.ts';
import { createDeps } from '#src/deps.ts';
import { type Env, readEnv } from '#src/env.ts';
import { testDatabaseUrl, usesDemoCatalogue } from './database.ts';
import { startWithDemoSnapshot } from './demo-snapshot.ts';
import { testSecrets } from './secrets.ts';

/**
 * Returns the environment of a test process, without variables of the machine. Bot check and limits are off.
 */
export async function testEnv(overrides: Partial<Env> = {}): Promise<Env> {
  const env = readEnv({
    ...testSecrets,
    DATABASE_URL: await testDatabaseUrl(),
    NODE_ENV: 'test',
    BOT_CHECK: 'off',
    RATE_LIMIT: 'off',
    MAIL_GATHER_SECONDS: '0',
  });
  return { ...env, ...overrides };
}

/**
 * Starts the application over the database of this test file, and closes the application after the file.
 * `as(user)` is a supertest agent with the user's token, and `visitor` is an agent without a token.
 */
export async function startApp(overrides: Partial<Env> = {}) {
  const env = await testEnv(overrides);
  const log = createLogger(env);
  const deps = await createDeps(env, log, usesDemoCatalogue() ? startWithDemoSnapshot(env, log) : undefined);
  await deps.start();
  const app = await buildApp(deps);
  await app.ready();
  afterAll(async () => {
    await app.close();
    await deps.close();
  });
  const tokenOf = (user: Pick<User, 'id' | 'tokenVersion'>) => app.issueToken(user.id, user.tokenVersion);
  return {
    app,
    deps,
    prisma: deps.prisma,
    tokenOf,
    visitor: supertest(app.server),
    as: (user: Pick<User, 'id' | 'tokenVersion'>) =>
      supertest.agent(app.server).set('authorization', `Bearer ${tokenOf(user)}`),
  };
}
