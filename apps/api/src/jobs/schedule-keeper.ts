import type { FastifyBaseLogger } from 'fastify';
import type { JobQueue } from './queue.ts';

const RETRY_MS = 5_000;
/** Interval of the check for a loss of the queue's data. */
const CHECK_MS = 2_000;

interface Dependencies {
  queue: Pick<JobQueue, 'repeat' | 'countSchedules'>;
  schedules: Record<string, { everyMs: number }>;
  log: FastifyBaseLogger;
  /** Called when the queue has lost its schedules and its jobs. */
  onLost: () => void;
}

/** Sets the schedules. Sets them again when Redis has restarted without its data. */
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
      log.warn({ err: error }, 'the schedules could not be set and will be set again');
      later(set, RETRY_MS);
    }
  }

  async function check(): Promise<void> {
    // One missing schedule means that the queue lost its data, because a running job sets its own schedule
    // again. When the queue does not answer, its client logs the error, and the next check counts again.
    const isWhole = await queue.countSchedules().then(
      (count) => count >= Object.keys(schedules).length,
      () => true,
    );
    if (closing) return;
    if (isWhole) return later(check, CHECK_MS);
    log.warn('the queue lost its data: schedules are set again and open rows are queued again');
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
    /** Resolves when the check that was running at `stop` has ended. */
    ended: async (): Promise<void> => running,
  };
}
