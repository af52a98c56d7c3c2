import type { RetentionService } from '#src/modules/accounts/retention.service.ts';
import type { SourcesService } from '#src/modules/catalogue/sources/sources.service.ts';
import type { NewsMailsService } from '#src/modules/news/news-mails.service.ts';
import type { ReconcileService } from '#src/modules/plans/reconcile.service.ts';
import type { StoreReconcileService } from '#src/modules/plans/store/store-reconcile.service.ts';
import type { PushService } from '#src/modules/push/push.service.ts';
import type { TrainingService } from '#src/modules/recommender/training.service.ts';
import type { UpkeepRepository } from './upkeep.repository.ts';

const MINUTE_MS = 60_000;

interface Schedule {
  everyMs: number;
  /**
   * @param signal is aborted when the process closes. A run that takes more than a few seconds must check the
   * signal.
   */
  run(signal: AbortSignal): Promise<void>;
}

interface Dependencies {
  isBilling: boolean;
  upkeep: Record<keyof UpkeepRepository, () => PromiseLike<unknown>>;
  newsMails: Pick<NewsMailsService, 'queueDue'>;
  push: Pick<PushService, 'queueEvening'>;
  training: Pick<TrainingService, 'train'>;
  planReconcile: Pick<ReconcileService, 'reconcile'>;
  storeReconcile: Pick<StoreReconcileService, 'reconcile'>;
  retention: Pick<RetentionService, 'deleteViewing'>;
  sources: Pick<SourcesService, 'syncAll'>;
}

/**
 * Returns the recurring work by name. Every run must be idempotent, because the queue delivers at least once.
 */
export const createSchedules = ({
  isBilling,
  upkeep,
  newsMails,
  push,
  training,
  planReconcile,
  storeReconcile,
  retention,
  sources,
}: Dependencies): Record<string, Schedule> => ({
  'trial-reminders': {
    everyMs: 60 * MINUTE_MS,
    async run() {
      if (isBilling) await upkeep.queueTrialReminders();
    },
  },
  'watched-questions': {
    everyMs: 60 * MINUTE_MS,
    async run() {
      await upkeep.queueWatchedQuestions();
    },
  },
  'monthly-exports': {
    everyMs: 60 * MINUTE_MS,
    async run() {
      await upkeep.queueMonthlyExports();
    },
  },
  // Guests are promised when their data are deleted, so this runs often.
  'end-rounds': {
    everyMs: MINUTE_MS,
    async run() {
      await upkeep.endRounds();
    },
  },
  // Runs once a day, because sources list their changes by day.
  'sync-sources': {
    everyMs: 24 * 60 * MINUTE_MS,
    run: (signal) => sources.syncAll(signal),
  },
  // Each user gets at most one mail a week. Hourly runs spread the mails.
  'title-digests': {
    everyMs: 60 * MINUTE_MS,
    async run(signal) {
      await newsMails.queueDue({ signal });
    },
  },
  // Evenings begin at another time in each time zone.
  'evening-pushes': {
    everyMs: 15 * MINUTE_MS,
    run: (signal) => push.queueEvening(signal),
  },
  // Once a day is enough, because fold-in applies new ratings without a training.
  'train-model': {
    everyMs: 24 * 60 * MINUTE_MS,
    async run(signal) {
      await training.train({ signal });
    },
  },
  'reconcile-plans': {
    everyMs: 24 * 60 * MINUTE_MS,
    async run(signal) {
      if (isBilling) await planReconcile.reconcile({ signal });
    },
  },
  'reconcile-stores': {
    everyMs: 24 * 60 * MINUTE_MS,
    async run(signal) {
      if (isBilling) await storeReconcile.reconcile({ signal });
    },
  },
  retention: {
    everyMs: 24 * 60 * MINUTE_MS,
    async run(signal) {
      await retention.deleteViewing({ signal });
    },
  },
  prune: {
    everyMs: 30 * MINUTE_MS,
    async run() {
      await upkeep.prune();
    },
  },
});
