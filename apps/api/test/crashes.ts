// Runs workers whose process ends during their jobs, and starts the next worker as a supervisor does.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@marquee/prisma';
import { childEnv } from '#src/env.ts';
import { definitions } from '#src/jobs/definitions.ts';
import { createSchedules } from '#src/jobs/schedules.ts';
import { testSecrets } from './secrets.ts';

const POLL_MS = 50;
/** Several times the lock of a job in `crashing-process.ts`. */
const TAKE_OVER_MS = 3_000;

export interface CrashSettings {
  /** The kinds whose jobs exit the process. */
  deadly: string[];
  /** How long a job of another kind takes, in milliseconds. */
  holdMs: number;
}

/** Has the fields of every kind, because a job whose payload does not fit its kind never starts. */
const PAYLOAD = {
  id: 'notification',
  processor: 'apple',
  eventId: 'event',
  subscriptionId: 'subscription',
  nonce: 'a'.repeat(32),
  email: 'gone@example.com',
  listName: 'Old',
  ownerId: null,
  added: [],
  removed: [],
  mediumIds: [1],
  listId: 1,
  importId: 1,
  shareId: 1,
  feedbackId: 1,
  contactMessageId: 1,
  roundId: 1,
  kind: 'invitation',
  items: [{ kind: 'saved_leaving', mediumId: 1, offerId: null, date: '2026-01-01', reason: 'a test' }],
};

/** Fails for a kind that PAYLOAD does not fit, instead of waiting for its job. */
for (const [kind, { payload }] of Object.entries(definitions)) {
  const { success } = payload.safeParse(PAYLOAD);
  if (!success) throw new Error(`PAYLOAD lacks a field of the kind ${kind}`);
}

const nothing = () => Promise.resolve();

/** Returns the names of all schedules. */
export function listSchedules(): string[] {
  const reconciler = { reconcile: async () => ({ checked: 0, mended: [], failed: [] }) };
  const deleted = {
    ratings: 0,
    views: 0,
    episodes: 0,
    'hidden titles': 0,
    'followed links': 0,
    'list entries': 0,
  };
  return Object.keys(
    createSchedules({
      isBilling: true,
      upkeep: {
        queueTrialReminders: nothing,
        queueWatchedQuestions: nothing,
        queueMonthlyExports: nothing,
        prune: nothing,
        endRounds: nothing,
      },
      newsMails: { queueDue: async () => 0 },
      push: { queueEvening: nothing },
      training: { train: async () => ({ trained: false, reason: 'a test' }) },
      planReconcile: reconciler,
      storeReconcile: reconciler,
      retention: { deleteViewing: async () => deleted },
      sources: { syncAll: nothing },
    }),
  );
}

export const listKinds = (): string[] => [...Object.keys(definitions), ...listSchedules()];

interface Worker {
  child: ChildProcess;
  /** Number of jobs that the worker has in hand. */
  inHand(): number;
  hasEnded(): boolean;
}

export function createCrashes(prisma: PrismaClient, env: { DATABASE_URL: string; REDIS_URL: string }) {
  const workers: ChildProcess[] = [];

  function start(settings: CrashSettings): Worker {
    const child = fork(join(import.meta.dirname, 'crashing-process.ts'), [JSON.stringify(settings)], {
      env: childEnv({ ...testSecrets, NODE_ENV: 'test', ...env }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    workers.push(child);
    let inHand = 0;
    child.on('message', (count) => {
      inHand = Number(count);
    });
    return {
      child,
      inHand: () => inHand,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    };
  }

  async function end({ child, hasEnded }: Worker): Promise<void> {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const open = () => prisma.outboxMessage.count({ where: { doneAt: null, deadAt: null } });

  return {
    /** Adds this number of jobs of the kind. */
    add: (kind: string, count = 1) =>
      prisma.outboxMessage.createMany({
        data: Array.from({ length: count }, () => ({ kind, payload: PAYLOAD })),
      }),

    /** Starts one worker after the other until no job is open. Returns how many workers ended themselves. */
    async drain(settings: CrashSettings): Promise<number> {
      for (let ended = 0; ; ended++) {
        const worker = start(settings);
        while (!worker.hasEnded() && (await open()) > 0) await sleep(POLL_MS);
        if (!worker.hasEnded()) {
          // The outbox knows the end of a job before the queue does. So let the worker take over what crashed workers
          // had in hand, and do not kill it.
          await sleep(TAKE_OVER_MS);
          const stopped = once(worker.child, 'exit');
          worker.child.send('stop');
          await stopped;
          return ended;
        }
      }
    },

    /** Kills a worker as soon as it has this number of jobs in hand. */
    async killWith(inHand: number, settings: CrashSettings): Promise<void> {
      const worker = start(settings);
      while (worker.inHand() < inHand && !worker.hasEnded()) await sleep(POLL_MS);
      await end(worker);
    },

    /**
     * Freezes a worker as soon as it has a job in hand, and lets it go on when another worker has done the job. Ends both
     * when the first has done it too.
     */
    async overtake(settings: CrashSettings): Promise<void> {
      const frozen = start(settings);
      while (frozen.inHand() === 0) await sleep(POLL_MS);
      frozen.child.kill('SIGSTOP');
      const other = start({ ...settings, holdMs: 0 });
      while ((await open()) > 0) await sleep(POLL_MS);
      frozen.child.kill('SIGCONT');
      while (frozen.inHand() > 0) await sleep(POLL_MS);
      await Promise.all([end(frozen), end(other)]);
    },

    /** Asks a worker to stop as soon as it has this number of jobs in hand, and kills it before they end. */
    async stopWith(inHand: number, settings: CrashSettings): Promise<void> {
      const worker = start(settings);
      while (worker.inHand() < inHand) await sleep(POLL_MS);
      worker.child.send('stop');
      const held = () => prisma.outboxMessage.count({ where: { attemptBy: { not: null } } });
      while ((await held()) > 0) await sleep(POLL_MS);
      await end(worker);
    },

    close(): void {
      for (const child of workers) child.kill('SIGKILL');
    },
  };
}
