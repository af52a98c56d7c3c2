import type { FastifyBaseLogger } from 'fastify';
import { createBotCheck } from '#src/clients/bot-check.ts';
import { createRedisCounts } from '#src/clients/limit-counts.ts';
import { createPushService as createPushClient } from '#src/clients/push-service.ts';
import { createGate, type Gate } from '#src/core/gate.ts';
import { createLogger } from '#src/core/log.ts';
import { createSecrets, createTrialHash } from '#src/core/secrets.ts';
import { startTracing } from '#src/core/tracing.ts';
import { connectDatabase, createProbe, createWithTransaction, openDatabase } from '#src/data/database.ts';
import { type DatabaseEnv, directUrlOf } from '#src/data/database-url.ts';
import { warnOfMissingMigrations } from '#src/data/missing-migrations.ts';
import { createReader } from '#src/data/reader.ts';
import type { Env } from '#src/env.ts';
import { createPersonalKeys } from '#src/http/personal-keys.ts';
import { createLimits } from '#src/http/rate-limits.ts';
import { createQueueView } from '#src/jobs/queue.ts';
import { createUnsubscribeService } from '#src/mail/unsubscribe.service.ts';
import { createAccountsService } from '#src/modules/accounts/accounts.service.ts';
import { createDeletionService } from '#src/modules/accounts/deletion.service.ts';
import { createEmailService } from '#src/modules/accounts/email.service.ts';
import { createFreshSession } from '#src/modules/accounts/fresh-session.ts';
import { createMailLimits } from '#src/modules/accounts/mail-limits.ts';
import { createPasswords } from '#src/modules/accounts/passwords.ts';
import { createRecoveryService } from '#src/modules/accounts/recovery.service.ts';
import { createRetentionService } from '#src/modules/accounts/retention.service.ts';
import { createSessionsService } from '#src/modules/accounts/sessions.service.ts';
import { createSignInCounts } from '#src/modules/accounts/sign-in-counts.ts';
import { createSignUpService } from '#src/modules/accounts/sign-up.service.ts';
import { DEMO_ACCOUNT } from '#src/modules/catalogue/seed/demo-account.ts';
import { createCalendarService } from '#src/modules/episodes/calendar.service.ts';
import { createEpisodesService } from '#src/modules/episodes/episodes.service.ts';
import { createUpNextService } from '#src/modules/episodes/up-next.service.ts';
import { createExportRepository } from '#src/modules/export/export.repository.ts';
import { createExportService } from '#src/modules/export/export.service.ts';
import { createExportLocks } from '#src/modules/export/export-lock.repository.ts';
import { createFeedsService } from '#src/modules/feeds/feeds.service.ts';
import { createHistoryCsvService } from '#src/modules/imports/history-csv.service.ts';
import { createImportWork } from '#src/modules/imports/import-work.ts';
import { createImportsService } from '#src/modules/imports/imports.service.ts';
import { createTitleMatchService } from '#src/modules/imports/matching/title-match.service.ts';
import { createInteractionsService } from '#src/modules/interactions/interactions.service.ts';
import { createKeysService } from '#src/modules/keys/keys.service.ts';
import { createLinkCardsService } from '#src/modules/link-cards/link-cards.service.ts';
import { createListServices } from '#src/modules/lists/list-services.ts';
import { createMessagesService } from '#src/modules/messages/messages.service.ts';
import { createNewsService } from '#src/modules/news/news.service.ts';
import { createNewsMailsService } from '#src/modules/news/news-mails.service.ts';
import { createOffersService } from '#src/modules/offers/offers.service.ts';
import { createPicturesService } from '#src/modules/pictures/pictures.service.ts';
import { createBillingServices } from '#src/modules/plans/billing-services.ts';
import { createStoreServices } from '#src/modules/plans/store/store-services.ts';
import { createPreferencesService } from '#src/modules/preferences/preferences.service.ts';
import { createPushService } from '#src/modules/push/push.service.ts';
import { createRatingsService } from '#src/modules/ratings/ratings.service.ts';
import { createTrainingService } from '#src/modules/recommender/training.service.ts';
import { createKeepTasteService } from '#src/modules/rounds/keep-taste.service.ts';
import { createRoundEvents } from '#src/modules/rounds/round-events.ts';
import { createRoundTitles } from '#src/modules/rounds/round-titles.ts';
import { createRoundsService } from '#src/modules/rounds/rounds.service.ts';
import { createWaitingService } from '#src/modules/rounds/waiting.service.ts';
import { createSeenService } from '#src/modules/seen/seen.service.ts';
import { createTastePosterService } from '#src/modules/taste-poster/taste-poster.service.ts';
import { createYearService } from '#src/modules/taste-poster/year.service.ts';
import { createTonightService } from '#src/modules/tonight/tonight.service.ts';
import { createWatchedService } from '#src/modules/watched/watched.service.ts';
import { createWishesService } from '#src/modules/wishes/wishes.service.ts';
import { createWorthService } from '#src/modules/worth/worth.service.ts';
import {
  createMemberRepositories,
  createRepositories,
  type MemberRepositories,
  type Repositories,
} from '#src/repositories.ts';
import type { EarlyStart } from '#src/titles/early-start.ts';
import { createInMemory } from '#src/titles/in-memory.ts';
import { createMediaService } from '#src/titles/pages/media.service.ts';
import { createPeopleService } from '#src/titles/pages/people.service.ts';
import { createTasteService } from '#src/titles/pages/taste.service.ts';
import { createThemesService } from '#src/titles/pages/themes.service.ts';
import { measureUsualPage } from '#src/titles/pages/usual-page.ts';

/**
 * Number of connections that slow reads may use. The other connections of the process stay free for fast
 * calls.
 */
const HEAVY_READS_AT_ONCE = 4;
const HEAVY_READS_WAITING_MAX = 200;
const HEAVY_READS_WAITING_MAX_OF_USER = 50;

/** Number of separate connections for exports, so that export queries never delay other requests. */
const EXPORT_CONNECTIONS = 2;
/** Highest number of export queries that wait for one of these connections. */
const EXPORT_QUERIES_WAITING_MAX = 200;

/** The time of a usual page until it is measured, in milliseconds. */
const USUAL_PAGE_MS = 2;

function createExports(env: DatabaseEnv) {
  const prisma = connectDatabase(env.DATABASE_URL, EXPORT_CONNECTIONS);
  const gate = createGate({ atOnce: EXPORT_CONNECTIONS, waitingMax: EXPORT_QUERIES_WAITING_MAX });
  const exportLocks = createExportLocks(directUrlOf(env));
  return {
    exports: createExportRepository(prisma, gate),
    exportLocks,
    async close(): Promise<void> {
      await exportLocks.close();
      await prisma.$disconnect();
    },
  };
}

interface Foundation {
  env: Env;
  log: FastifyBaseLogger;
  prisma: ReturnType<typeof openDatabase>['prisma'];
  repos: Repositories & MemberRepositories;
  inMemory: ReturnType<typeof createInMemory>;
  sharedCounts: ReturnType<typeof createRedisCounts> | null;
}

/** Creates the dependencies that the services of every module share. */
function createBase({ env, log, prisma, repos, inMemory, sharedCounts }: Foundation) {
  const { users } = inMemory;
  const withTransaction = createWithTransaction(prisma, createRepositories, (changed) => {
    for (const userId of changed) users.drop(userId);
  });
  const secrets = createSecrets(env.JWT_SECRET);
  const limits = createLimits({ enabled: env.RATE_LIMIT === 'on', shared: sharedCounts });
  return {
    env,
    log,
    repos,
    withTransaction,
    users,
    secrets,
    hashTrialAddress: createTrialHash(env.TRIAL_MEMORY_KEY ?? env.JWT_SECRET),
    limits,
    mailLimits: createMailLimits({ limits, secrets }),
    freshSession: createFreshSession({ repos }),
    passwords: createPasswords(env.PASSWORD_COST),
    botCheck: createBotCheck(env, repos.proofs),
  };
}

interface ServiceTools {
  snapshot: Foundation['inMemory']['snapshot'];
  borrowSnapshot: Foundation['inMemory']['borrowSnapshot'];
  heavily: Gate;
  exporting: ReturnType<typeof createExports>;
}

function createServices(
  base: ReturnType<typeof createBase>,
  { snapshot, borrowSnapshot, heavily, exporting }: ServiceTools,
) {
  const email = createEmailService(base);
  const listServices = createListServices({ ...base, email });
  const people = createPeopleService({ ...base, snapshot });
  const accounts = createAccountsService({ ...base, email });
  const importWork = createImportWork({ ...base, email });
  const titleMatch = createTitleMatchService(base);
  const billing = createBillingServices({ ...base, accounts, email });
  const preferences = createPreferencesService({ ...base, snapshot });
  const tastePosters = createTastePosterService({ ...base, snapshot });
  const media = createMediaService({
    ...base,
    lists: {
      listMediumIds: (ctx, idOrCode) =>
        heavily(async () => (await listServices.lists.getTitles(ctx, idOrCode)).mediumIds, {
          key: String(ctx.userId),
        }),
    },
    people,
    snapshot,
  });
  const calendar = createCalendarService(base);
  const rounds = createRoundsService({ ...base, roundTitles: createRoundTitles({ ...base, snapshot }) });
  const countSignIn = createSignInCounts(base);
  const signUp = createSignUpService({ ...base, email, countSignIn });
  const services = {
    accounts,
    email,
    signUp,
    sessions: createSessionsService({
      ...base,
      email,
      countSignIn,
      // The demo account's password is public, so production refuses its login.
      closedAddresses: base.env.IS_PRODUCTION ? [DEMO_ACCOUNT.email] : [],
    }),
    ...billing.services,
    ...createStoreServices({ ...base, accounts }),
    recovery: createRecoveryService({ ...base, email }),
    deletion: createDeletionService({ ...base, email }),
    exports: createExportService({ ...base, ...exporting, historyCsv: createHistoryCsvService(base) }),
    retention: createRetentionService(base),
    messages: createMessagesService(base),
    preferences,
    media,
    feeds: createFeedsService({ ...base, lists: listServices.lists, media, calendar }),
    keys: createKeysService(base),
    push: createPushService({ ...base, pushClient: createPushClient(base.env) }),
    ...listServices,
    people,
    themes: createThemesService({ snapshot }),
    taste: createTasteService(base),
    tastePosters,
    years: createYearService({ ...base, tastePosters }),
    rounds,
    waiting: createWaitingService({ ...base, rounds }),
    keepTaste: createKeepTasteService({ ...base, signUp }),
    linkCards: createLinkCardsService({ snapshot, lists: listServices.lists, rounds, tastePosters }),
    tonight: createTonightService(base),
    watched: createWatchedService({ ...base, titleMatch }),
    wishes: createWishesService({ ...base, titleMatch }),
    worth: createWorthService({ ...base, preferences }),
    ratings: createRatingsService(base),
    seen: createSeenService(base),
    episodes: createEpisodesService(base),
    upNext: createUpNextService(base),
    calendar,
    interactions: createInteractionsService(base),
    news: createNewsService(base),
    newsMails: createNewsMailsService({ ...base, borrowSnapshot }),
    offers: createOffersService({ ...base, snapshot }),
    pictures: createPicturesService(base),
    importWork,
    imports: createImportsService({ ...base, email, importWork }),
    training: createTrainingService(base),
    unsubscribe: createUnsubscribeService(base),
  };
  return { services, billing };
}

/** Creates counters of rate limits that all processes share. Returns null without Redis. */
const createSharedCounts = (env: Env, log: FastifyBaseLogger) =>
  env.REDIS_URL
    ? createRedisCounts(env.REDIS_URL, (err) =>
        log.warn({ err }, 'Redis does not answer: rate limits count per process'),
      )
    : null;

/**
 * Builds all dependencies of the application. Opens no port and runs no job.
 * @param early the listener and snapshot thread that server.ts started. By default, `start` starts both.
 */
export async function createDeps(env: Env, log: FastifyBaseLogger = createLogger(env), early?: EarlyStart) {
  const tracing = await startTracing(env);
  const { prisma, pool } = openDatabase(env.DATABASE_URL);
  const repos = { ...createRepositories(prisma), ...createMemberRepositories(createReader(pool)) };
  const heavily = createGate({
    atOnce: HEAVY_READS_AT_ONCE,
    atOnceOfKey: 1,
    waitingMax: HEAVY_READS_WAITING_MAX,
    waitingMaxOfKey: HEAVY_READS_WAITING_MAX_OF_USER,
  });
  const taste = {
    findTaste: (userId: number) => heavily(() => repos.taste.findTaste(userId), { key: String(userId) }),
  };
  const roundEvents = createRoundEvents({
    repos,
    users: { findAccess: (userId) => inMemory.users.findAccess(userId) },
    log,
  });
  const inMemory = createInMemory({
    env,
    log,
    early,
    repos: { ...repos, taste },
    onRound: roundEvents.check,
  });
  const sharedCounts = createSharedCounts(env, log);
  const queueView = createQueueView(env, log);
  const exporting = createExports(env);
  const probe = createProbe(env.DATABASE_URL);
  const base = createBase({ env, log, prisma, repos, inMemory, sharedCounts });
  const tools = { ...inMemory, heavily, exporting };
  const { services, billing } = createServices(base, tools);

  let pageMs = USUAL_PAGE_MS;

  return {
    ...base,
    personalKeys: createPersonalKeys(base),
    prisma,
    /** Returns the processor time of a usual page in milliseconds, the unit in which calls are charged. */
    pageMs: () => pageMs,
    poolStats: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isDatabaseUp: probe.isUp,
    queueView,
    tracing,
    stripe: billing.stripe,
    services,
    inMemory,
    roundEvents,
    /**
     * Checks migrations and the settings of billing. `start` does so too.
     * @throws BillingError when the configuration does not fit the data.
     */
    async checkStart(): Promise<void> {
      await warnOfMissingMigrations(prisma, log);
      await billing.checkStart();
    },
    /**
     * Starts the listener and loads the catalogue. Before the catalogue is loaded, every title call is
     * `unavailable`.
     */
    async start(): Promise<void> {
      await this.checkStart();
      await inMemory.start();
      if (inMemory.isReady()) pageMs = measureUsualPage(inMemory.snapshot());
    },
    async close(): Promise<void> {
      await inMemory.close();
      await queueView.close();
      sharedCounts?.close();
      await exporting.close();
      await probe.close();
      await prisma.$disconnect();
      await tracing?.close();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof createDeps>>;
