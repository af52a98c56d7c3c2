import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { connectDatabase, createWithTransaction } from '#src/database.ts';
import { createDiscover } from '#src/discover/discover.ts';
import type { Env } from '#src/env.ts';
import { createMediaService } from '#src/modules/media/media.service.ts';
import { createPlansService } from '#src/modules/plans/plans.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { createSecrets } from '#src/secrets.ts';

/** Everything the app needs, wired by hand in this one place. Nothing here listens or runs by itself. */
export async function createDeps(env: Env, log: FastifyBaseLogger = createLogger(env)) {
  const prisma = connectDatabase(env.DATABASE_URL);
  const repos = createRepositories(prisma);
  const withTransaction = createWithTransaction(prisma, createRepositories);
  const discover = createDiscover({ env, log, repos });
  const { members, titles } = discover;
  const secrets = createSecrets(env.JWT_SECRET);

  const base = { env, log, repos, withTransaction, members, titles, secrets };
  const services = {
    media: createMediaService({
      ...base,
      // Until the lists and people modules are wired here.
      lists: { listMediumIds: async () => [] },
      people: {
        get: async (_ctx, id) => ({ id, full_name: '', image: null }),
        search: async () => ({
          people: [],
          pagination: { current_page: 1, has_more: false, page_count: 0, total_count: 0 },
        }),
      },
    }),
    plans: createPlansService(base),
  };

  return {
    ...base,
    prisma,
    services,
    discover,
    /** Listens for changes and loads the catalogue; without it every title call is `unavailable`. */
    start: () => discover.start(),
    async close(): Promise<void> {
      await discover.close();
      await prisma.$disconnect();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Logs carry ids, never addresses, names, tokens or bodies. */
export function createLogger(env: Pick<Env, 'NODE_ENV'>): FastifyBaseLogger {
  return pino({
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    ...(env.NODE_ENV === 'development' && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  });
}
