import { type Logger, pino } from 'pino';
import { connectDatabase, createWithTransaction } from '#src/database.ts';
import { createMemberCache } from '#src/discover/members.ts';
import type { Env } from '#src/env.ts';
import { createPlansService } from '#src/modules/plans/plans.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { createSecrets } from '#src/secrets.ts';

/** Everything the app needs, wired by hand in this one place. Nothing here listens or runs by itself. */
export async function createDeps(env: Env, log: Logger = createLogger(env)) {
  const prisma = connectDatabase(env.DATABASE_URL);
  const repos = createRepositories(prisma);
  const withTransaction = createWithTransaction(prisma, createRepositories);
  const members = createMemberCache(repos.members);
  const secrets = createSecrets(env.JWT_SECRET);

  const base = { env, log, repos, withTransaction, members, secrets };
  const services = {
    plans: createPlansService(base),
  };

  return {
    ...base,
    prisma,
    services,
    async close(): Promise<void> {
      await prisma.$disconnect();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Logs carry ids, never addresses, names, tokens or bodies. */
export function createLogger(env: Pick<Env, 'NODE_ENV'>): Logger {
  return pino({
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(env.NODE_ENV === 'development' && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  });
}
