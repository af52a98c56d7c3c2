import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { createBotCheck } from '#src/clients/bot-check.ts';
import { createRedisCounts } from '#src/clients/limit-counts.ts';
import { toLoggedError } from '#src/core/log-error.ts';
import { createSecrets, createTrialHash } from '#src/core/secrets.ts';
import { connectDatabase, createWithTransaction } from '#src/data/database.ts';
import type { Env } from '#src/env.ts';
import { createLimits } from '#src/http/rate-limits.ts';
import { createUnsubscribeService } from '#src/mail/unsubscribe.service.ts';
import { createAccountsService } from '#src/modules/accounts/accounts.service.ts';
import { createDeletionService } from '#src/modules/accounts/deletion.service.ts';
import { createEmailService } from '#src/modules/accounts/email.service.ts';
import { createExportService } from '#src/modules/accounts/export.service.ts';
import { createPasswords, PASSWORD_COST } from '#src/modules/accounts/passwords.ts';
import { createRecoveryService } from '#src/modules/accounts/recovery.service.ts';
import { createInteractionsService } from '#src/modules/interactions/interactions.service.ts';
import { createListServices } from '#src/modules/lists/list-services.ts';
import { createMessagesService } from '#src/modules/messages/messages.service.ts';
import { createBillingServices } from '#src/modules/plans/billing-services.ts';
import { createPreferencesService } from '#src/modules/preferences/preferences.service.ts';
import { createRatingsService } from '#src/modules/ratings/ratings.service.ts';
import { createTrainingService } from '#src/modules/recommender/training.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { createDiscover } from '#src/titles/discover.ts';
import { createMediaService } from '#src/titles/feeds/media.service.ts';
import { createPeopleService } from '#src/titles/feeds/people.service.ts';

/** The lowest work factor of bcrypt, which keeps the tests fast. */
const TEST_PASSWORD_COST = 4;

/** Builds all dependencies of the application. Nothing listens or runs before it is started. */
export async function createDeps(env: Env, log: FastifyBaseLogger = createLogger(env)) {
  const prisma = connectDatabase(env.DATABASE_URL);
  const repos = createRepositories(prisma);
  const discover = createDiscover({ env, log, repos });
  const { members, titles } = discover;
  const withTransaction = createWithTransaction(prisma, createRepositories, (changed) => {
    for (const userId of changed) members.drop(userId);
  });
  const secrets = createSecrets(env.JWT_SECRET);
  const hashTrialAddress = createTrialHash(env.TRIAL_MEMORY_KEY ?? env.JWT_SECRET);

  const sharedCounts = env.REDIS_URL
    ? createRedisCounts(env.REDIS_URL, (err) =>
        log.warn({ err }, 'Redis does not answer: rate limits count per process'),
      )
    : null;
  const limits = createLimits({ enabled: env.RATE_LIMIT === 'on', shared: sharedCounts });
  const passwords = createPasswords(env.NODE_ENV === 'test' ? TEST_PASSWORD_COST : PASSWORD_COST);
  const botCheck = createBotCheck(env, repos.proofs);

  const base = {
    env,
    log,
    repos,
    withTransaction,
    members,
    titles,
    secrets,
    hashTrialAddress,
    limits,
    passwords,
    botCheck,
  };
  const email = createEmailService(base);
  const listServices = createListServices({ ...base, email });
  const people = createPeopleService({ ...base, snapshot: discover.snapshot });
  const accounts = createAccountsService({ ...base, email });
  const billing = createBillingServices({ ...base, accounts });
  const services = {
    accounts,
    ...billing.services,
    email,
    recovery: createRecoveryService({ ...base, email }),
    deletion: createDeletionService(base),
    exports: createExportService(base),
    messages: createMessagesService(base),
    preferences: createPreferencesService(base),
    media: createMediaService({ ...base, lists: listServices.lists, people }),
    ...listServices,
    people,
    ratings: createRatingsService(base),
    interactions: createInteractionsService(base),
    training: createTrainingService(base),
    unsubscribe: createUnsubscribeService(base),
  };

  return {
    ...base,
    prisma,
    stripe: billing.stripe,
    services,
    discover,
    /** Starts the listener and loads the catalogue; before that, every title call is `unavailable`. */
    async start(): Promise<void> {
      await billing.checkStart();
      await discover.start();
    },
    async close(): Promise<void> {
      await discover.close();
      sharedCounts?.close();
      await prisma.$disconnect();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** Logs contain ids, never addresses, names, tokens or bodies. */
export function createLogger(env: Pick<Env, 'NODE_ENV'>): FastifyBaseLogger {
  return pino({
    level: env.NODE_ENV === 'test' ? 'silent' : 'info',
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: (error: unknown) => toLoggedError(error) },
    ...(env.NODE_ENV === 'development' && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
    }),
  });
}
