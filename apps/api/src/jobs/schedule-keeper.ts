import type { FastifyBaseLogger } from 'fastify';
import type { JobQueue } from './queue.ts';

const RETRY_MS = 5_000;
/** Interval of the checks whether the queue lost its data. */
const CHECK_MS = 2_000;

interface Dependencies {
  queue: Pick<JobQueue, 'repeat' | 'countSchedules'>;
  schedules: Record<string, { everyMs: number }>;
  log: FastifyBaseLogger;
  /** The queue lost its data, jobs included. */
  onLost: () => void;
}

/** Sets the schedules, and sets them again after a restart of Redis, which keeps nothing on disk. */
export function createScheduleKeeper({ queue, schedules, log, onLost }: Dependencies) {
  let timer: NodeJS.Timeout | undefined;
  let closing = false;
  let running: Promise<void> | undefined;

  function later(work: () => Promise<void>, ms: number): void {
    timer = setTimeout(() => {
      running = work();
    }, ms);
  }

  async function set(): Promise<void> {
    try {
      for (const [name, { everyMs }] of Object.entries(schedules)) await queue.repeat(name, everyMs);
      if (!closing) later(check, CHECK_MS);
    } catch (error) {
      if (closing) return;
      log.warn({ err: error }, 'the schedules could not be set; trying again');
      later(set, RETRY_MS);
    }
  }

  async function check(): Promise<void> {
    // The client logs that the queue does not answer; the next check decides.
    // A job of a schedule sets its next run even after the loss. So the queue lost its data when any schedule is missing.
    const isWhole = await queue.countSchedules().then(
      (count) => count >= Object.keys(schedules).length,
      () => true,
    );
    if (closing) return;
    if (isWhole) return later(check, CHECK_MS);
    log.warn('the queue lost its data: schedules are set and open rows are handed on again');
    onLost();
    await set();
  }

  return {
    start(): void {
      running = set();
    },
    stop(): void {
      closing = true;
      clearTimeout(timer);
    },
    /** Resolves when the call that ran at `stop` has ended. */
    ended: async (): Promise<void> => running,
  };
}
