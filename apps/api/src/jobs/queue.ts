import type { BulkJobOptions, Job as QueuedJob, WorkerOptions } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { PermanentFailure } from '#src/core/errors.ts';
import { once } from '#src/core/once.ts';
import { patiently } from '#src/core/patience.ts';
import { type DatabaseEnv, directUrlOf } from '#src/data/database-url.ts';
import { rankOf } from './definitions.ts';

const QUEUE = 'marquee';
const ADD_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;
/**
 * Timeout for counting jobs, less than the 10 s that a scrape may take. The first count may also migrate the
 * tables of the queue.
 */
const COUNT_TIMEOUT_MS = 5_000;
/** Number of attempts in BullMQ. It exceeds MAX_ATTEMPTS of the outbox, and fits an integer column of PostgreSQL. */
const NEVER_GIVE_UP = 1_000_000;
const FIRST_BACKOFF_MS = 2_000;
const MAX_BACKOFF_MS = 30 * 60_000;
/** The job board shows dead letters as long as the outbox keeps them. */
const DEAD_SECONDS = 30 * 86_400;
const DEAD_MAX = 1_000;
const ERROR_LOG_EVERY_MS = 30_000;
/** After this time the lock of a crashed worker expires, and another worker takes its jobs. */
const LOCK_MS = 30_000;

/** The content of a queue entry: never a payload, so that personal data is deleted with the outbox row. */
export type Ticket = { outboxId: number } | { schedule: string };

export interface QueueTiming {
  firstBackoffMs?: number;
  lockMs?: number;
  /** How long one job works on an import, in milliseconds. */
  importMs?: number;
}

export interface JobQueue {
  /**
   * Queues outbox rows. Does nothing for a row that is in the queue.
   * @throws when the queue does not answer.
   */
  add(rows: readonly { id: number; kind: string; replays: number }[]): Promise<void>;
  /** Runs a schedule at this interval. Each run takes place in one worker only. */
  repeat(schedule: string, everyMs: number): Promise<void>;
  /**
   * Returns the number of schedules in the queue. When a schedule is missing, the queue has lost its data.
   * @throws when the queue does not answer.
   */
  countSchedules(): Promise<number>;
  /**
   * Starts the worker, and retries a failed job with growing delays. A job that throws PermanentFailure stays
   * on the job board as failed. Closing aborts the signal and waits for running jobs.
   */
  work(process: (ticket: Ticket, signal: AbortSignal) => Promise<void>): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

/**
 * Returns the delay before the next attempt: 2 s, 4 s, 8 s … half an hour. Random variation spreads the
 * retries after an outage.
 */
export function toBackoffMs(attempt: number, firstMs = FIRST_BACKOFF_MS): number {
  const full = Math.min(firstMs * 2 ** Math.min(attempt - 1, 30), MAX_BACKOFF_MS);
  return Math.round(full * (0.85 + Math.random() * 0.3));
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The queue did not answer within ${ms} ms`)), patiently(ms));
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Returns a function that logs errors of the queue's client, at most one per `ERROR_LOG_EVERY_MS`. */
function createErrorLog(log: FastifyBaseLogger) {
  let last = 0;
  return (error: unknown): void => {
    if (Date.now() - last < ERROR_LOG_EVERY_MS) return;
    last = Date.now();
    log.warn({ err: error }, 'job queue error');
  };
}

/** Closes a part, or disconnects it when the backend is unreachable, so that the shutdown does not wait. */
async function closeOrCut(
  part: { disconnect(): Promise<void> },
  closing: Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    await withTimeout(closing, CLOSE_TIMEOUT_MS);
  } catch (error) {
    onError(error);
    part.disconnect().catch(onError);
  }
}

type Processor = (job: QueuedJob<Ticket>) => Promise<void>;

interface QueueEnv extends DatabaseEnv {
  REDIS_URL: string | null;
}

/**
 * Loads BullMQ and connects. BullMQ is loaded on demand, because an API process uses the queue only for
 * operators.
 * @param max number of connections to PostgreSQL. Redis needs one connection.
 */
async function connect(env: QueueEnv, max = 3) {
  const { createPostgresBackend, Queue, UnrecoverableError, Worker } = await import('bullmq');
  const giveUp = (reason: string): Error => new UnrecoverableError(reason);
  if (env.REDIS_URL) {
    const url = env.REDIS_URL;
    return {
      giveUp,
      queue: new Queue<Ticket>(QUEUE, { connection: { url, maxRetriesPerRequest: 1 } }),
      createWorker: (processor: Processor, options: Omit<WorkerOptions, 'connection'>) =>
        new Worker<Ticket, void>(QUEUE, processor, {
          ...options,
          connection: { url, maxRetriesPerRequest: null },
        }),
    };
  }
  // BullMQ keeps its tables in its own schema and migrates them when it first connects.
  const connection = { connectionString: directUrlOf(env), migrate: true, max };
  return {
    giveUp,
    queue: new Queue(QUEUE, { connection }, createPostgresBackend),
    createWorker: (processor: Processor, options: Omit<WorkerOptions, 'connection'>) =>
      new Worker(QUEUE, processor, { ...options, connection }, createPostgresBackend),
  };
}

type OpenQueue = Awaited<ReturnType<typeof connect>>['queue'];

/** The queue for operators: counts for the metrics, and the queue for the job board. */
export interface QueueView {
  /** Returns the number of jobs in each state, or null when the queue does not answer. */
  counts(): Promise<Record<string, number> | null>;
  queue(): Promise<OpenQueue>;
  close(): Promise<void>;
}

/** Creates a view that connects at first use. So a process whose metrics are not read opens no connection. */
export function createQueueView(env: QueueEnv, log: FastifyBaseLogger): QueueView {
  const onError = createErrorLog(log);
  const open = once(async (): Promise<OpenQueue> => (await connect(env, 1)).queue.on('error', onError));
  return {
    queue: open,
    async counts() {
      try {
        return await withTimeout((await open()).getJobCounts(), COUNT_TIMEOUT_MS);
      } catch (error) {
        onError(error);
        return null;
      }
    },
    async close() {
      const opened = await open.started()?.catch(() => undefined);
      if (opened) await closeOrCut(opened, opened.close(), onError);
    },
  };
}

/** Creates the queue of BullMQ: on Redis when REDIS_URL is set, otherwise on PostgreSQL. */
export async function createJobQueue(
  env: QueueEnv,
  log: FastifyBaseLogger,
  { firstBackoffMs, lockMs = LOCK_MS }: QueueTiming = {},
): Promise<JobQueue> {
  const { queue, createWorker, giveUp } = await connect(env);
  const onError = createErrorLog(log);
  queue.on('error', onError);

  // The outbox counts the attempts (job-runner.ts), so the queue always retries.
  const options: BulkJobOptions = {
    attempts: NEVER_GIVE_UP,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: { age: DEAD_SECONDS, count: DEAD_MAX },
  };

  return {
    async add(rows) {
      const jobs = rows.map(({ id, kind, replays }) => ({
        name: kind,
        data: { outboxId: id },
        // The queue ignores an id that it has. It still has the dead letter that an operator replays.
        opts: {
          ...options,
          jobId: replays === 0 ? `outbox-${id}` : `outbox-${id}-${replays}`,
          // Jobs without a priority go first.
          ...(rankOf(kind) > 0 && { priority: rankOf(kind) }),
        },
      }));
      await withTimeout(queue.addBulk(jobs), ADD_TIMEOUT_MS);
    },

    async repeat(schedule, everyMs) {
      const template = {
        name: schedule,
        data: { schedule },
        opts: { removeOnComplete: true, removeOnFail: true },
      };
      await withTimeout(queue.upsertJobScheduler(schedule, { every: everyMs }, template), ADD_TIMEOUT_MS);
    },

    countSchedules: () => withTimeout(queue.getJobSchedulersCount(), ADD_TIMEOUT_MS),

    async work(process) {
      const running = new Set<Promise<void>>();
      const closing = new AbortController();
      const track = async (job: Promise<void>): Promise<void> => {
        running.add(job);
        try {
          await job;
        } catch (error) {
          throw error instanceof PermanentFailure ? giveUp(error.message) : error;
        } finally {
          running.delete(job);
        }
      };
      const worker = createWorker(({ data }) => track(process(data, closing.signal)), {
        concurrency: 8,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        // A job of a crashed worker runs again. The outbox counts crashes and decides when to give up.
        maxStalledCount: 1_000,
        settings: { backoffStrategy: (attempt) => toBackoffMs(attempt, firstBackoffMs) },
      });
      worker.on('error', onError);
      return {
        async close() {
          closing.abort(new Error('this process is closing'));
          const closed = worker.close();
          await Promise.allSettled(running);
          await closeOrCut(worker, closed, onError);
        },
      };
    },

    close: () => closeOrCut(queue, queue.close(), onError),
  };
}
