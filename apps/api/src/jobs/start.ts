import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '@marquee/prisma';
import type { FastifyBaseLogger } from 'fastify';
import type { StripeClient } from '#src/clients/stripe/stripe.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { directUrlOf } from '#src/data/database-url.ts';
import { createListener } from '#src/data/listener.ts';
import type { Env } from '#src/env.ts';
import { createMailHandlers } from '#src/mail/mail.handlers.ts';
import { createMailClient } from '#src/mail/transport.ts';
import type { UnsubscribeService } from '#src/mail/unsubscribe.service.ts';
import type { RetentionService } from '#src/modules/accounts/retention.service.ts';
import { createSourcesService } from '#src/modules/catalogue/sources/sources.service.ts';
import type { ImportWork } from '#src/modules/imports/import-work.ts';
import type { NewsMailsService } from '#src/modules/news/news-mails.service.ts';
import { memberUntil, subscribedUntil } from '#src/modules/plans/access.ts';
import type { ConvergenceService } from '#src/modules/plans/convergence.service.ts';
import { createPlansHandlers } from '#src/modules/plans/plans.handlers.ts';
import type { ReconcileService } from '#src/modules/plans/reconcile.service.ts';
import { createStoreHandlers } from '#src/modules/plans/store/store.handlers.ts';
import type { StoreConvergenceService } from '#src/modules/plans/store/store-convergence.service.ts';
import type { StoreNotificationsService } from '#src/modules/plans/store/store-notifications.service.ts';
import type { StorePurchaseService } from '#src/modules/plans/store/store-purchase.service.ts';
import type { StoreReconcileService } from '#src/modules/plans/store/store-reconcile.service.ts';
import type { WebhooksService } from '#src/modules/plans/webhooks.service.ts';
import type { PushService } from '#src/modules/push/push.service.ts';
import type { TrainingService } from '#src/modules/recommender/training.service.ts';
import type { WishesService } from '#src/modules/wishes/wishes.service.ts';
import type { Repositories } from '#src/repositories.ts';
import { createFollowSeriesHandler } from './follow-series.ts';
import type { Handlers } from './handler.ts';
import { createJobRunner } from './job-runner.ts';
import { createListEditsHandler } from './list-edits.ts';
import { createMatchWaitingHandler } from './match-waiting.ts';
import type { OutboxWorkRepository } from './outbox-work.repository.ts';
import { createJobQueue, type QueueTiming } from './queue.ts';
import { createRelay } from './relay.ts';
import { createScheduleKeeper } from './schedule-keeper.ts';
import { createSchedules } from './schedules.ts';

interface Dependencies {
  env: Env;
  log: FastifyBaseLogger;
  prisma: PrismaClient;
  repos: Repositories;
  withTransaction: WithTransaction<Repositories>;
  secrets: Secrets;
  stripe: StripeClient;
  services: {
    unsubscribe: UnsubscribeService;
    importWork: ImportWork;
    newsMails: NewsMailsService;
    push: PushService;
    training: TrainingService;
    planReconcile: ReconcileService;
    planConvergence: ConvergenceService;
    retention: RetentionService;
    storeNotifications: StoreNotificationsService;
    storePurchase: StorePurchaseService;
    storeReconcile: StoreReconcileService;
    storeConvergence: StoreConvergenceService;
    webhooks: WebhooksService;
    wishes: WishesService;
  };
}

/** Without billing every user is a member. */
const forever = (): number => Number.POSITIVE_INFINITY;

/** What a process does for each kind of job and for each schedule. */
interface Work {
  handlers: Handlers;
  schedules: ReturnType<typeof createSchedules>;
  close(): void;
}

function createWork(deps: Dependencies, { importMs }: QueueTiming): Work {
  const { env, log, repos, secrets } = deps;
  const { unsubscribe } = deps.services;
  const mail = createMailClient(env);
  return {
    handlers: {
      ...createMailHandlers({
        env,
        repos,
        secrets,
        unsubscribe,
        mail,
        ...(env.BILLING === 'on'
          ? { subscribedUntil, memberUntil }
          : { subscribedUntil: forever, memberUntil: forever }),
      }),
      list_edited: createListEditsHandler(deps.withTransaction),
      import_work: deps.services.importWork.handler(importMs),
      push: async ({ userId, payload }) => {
        if (userId !== null) await deps.services.push.send(userId, payload);
      },
      follow_series: createFollowSeriesHandler({ ...deps, outbox: repos.outbox }),
      match_waiting: createMatchWaitingHandler({ ...deps.services, outbox: repos.outbox, log }),
      ...createPlansHandlers(deps),
      ...createStoreHandlers(deps.services),
    },
    schedules: createSchedules({
      ...deps.services,
      isBilling: env.BILLING === 'on',
      upkeep: repos.upkeep,
      sources: createSourcesService({ env, log, prisma: deps.prisma }),
    }),
    close: () => mail.close(),
  };
}

/** Starts relay, worker and schedules for this work. */
export async function runJobs(
  { env, log, outbox }: Pick<Dependencies, 'env' | 'log'> & { outbox: OutboxWorkRepository },
  { handlers, schedules, close }: Work,
  timing: QueueTiming = {},
): Promise<{ close(): Promise<void> }> {
  const queue = await createJobQueue(env, log, timing);
  const processName = `marquee-jobs-${randomUUID()}`;
  const runner = createJobRunner({
    outbox,
    processName,
    log,
    handlers,
    schedules: Object.fromEntries(Object.entries(schedules).map(([name, schedule]) => [name, schedule.run])),
  });
  const relay = createRelay({ outbox, queue, gatherSeconds: env.MAIL_GATHER_SECONDS, log });
  const listener = createListener({
    url: directUrlOf(env),
    name: processName,
    channels: { marquee_outbox: () => relay.wake() },
    onListening: () => relay.wake(),
    // The relay also polls, so a lost listener only delays a pass.
    onLost: () => undefined,
    onError: (error) => log.warn({ err: error }, 'listener lost: the relay polls'),
  });
  const keeper = createScheduleKeeper({ queue, schedules, log, onLost: () => relay.handAgain() });

  // The worker starts after the listener, whose connection shows other workers that this process is alive.
  await listener.start();
  const worker = await queue.work(runner.run);
  relay.start();
  keeper.start();

  return {
    /** Takes no new work and waits for running jobs. */
    async close() {
      keeper.stop();
      await relay.close();
      await keeper.ended();
      const closed = worker.close();
      await runner.stop().catch((error: unknown) => log.warn({ err: error }, 'attempts are not forgotten'));
      await closed;
      await listener.close();
      await queue.close();
      close();
    },
  };
}

/**
 * Starts relay, worker and schedules, in any number of processes. Does not wait for queue, mail server or
 * listener, which connect in the background.
 */
export const startJobs = (
  deps: Dependencies,
  timing: QueueTiming = {},
): Promise<{ close(): Promise<void> }> => {
  const log = deps.log.child({ part: 'jobs' });
  return runJobs(
    { env: deps.env, log, outbox: deps.repos.outboxWork },
    createWork({ ...deps, log }, timing),
    timing,
  );
};
