import type { TrainingService } from '#src/modules/recommender/training.service.ts';
import type { UpkeepRepository } from './upkeep.repository.ts';

const MINUTE_MS = 60_000;

interface Schedule {
  everyMs: number;
  run(): Promise<void>;
}

/** What happens by itself. Every run must be harmless when repeated: the queue promises at least once. */
export const createSchedules = (
  upkeep: UpkeepRepository,
  training: Pick<TrainingService, 'train'>,
): Record<string, Schedule> => ({
  'trial-reminders': {
    everyMs: 60 * MINUTE_MS,
    async run() {
      await upkeep.queueTrialReminders();
    },
  },
  'watched-questions': {
    everyMs: 60 * MINUTE_MS,
    async run() {
      await upkeep.queueWatchedQuestions();
    },
  },
  // Nightly is often enough: between two trainings every rating is folded in anyway.
  'train-model': {
    everyMs: 24 * 60 * MINUTE_MS,
    async run() {
      await training.train();
    },
  },
  prune: { everyMs: 30 * MINUTE_MS, run: () => upkeep.prune() },
});
