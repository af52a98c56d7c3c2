import type { UpkeepRepository } from './upkeep.repository.ts';

const MINUTE_MS = 60_000;

interface Schedule {
  everyMs: number;
  run(): Promise<void>;
}

/** What happens by itself. Every run must be harmless when repeated: the queue promises at least once. */
export const createSchedules = (upkeep: UpkeepRepository): Record<string, Schedule> => ({
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
  prune: { everyMs: 30 * MINUTE_MS, run: () => upkeep.prune() },
});
