import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { type LockName, tryLock } from '#src/data/locks.ts';

const RETRY_MS = 250;
const MAX_WAIT_MS = 60_000;
// Timeout of the transaction that holds the lock. It must be longer than the longest import.
const IMPORT_TIMEOUT_MS = 6 * 60 * 60_000;
const SEED_TIMEOUT_MS = 60_000;

/**
 * Runs work while this process holds an advisory lock. The lock belongs to a transaction, so PostgreSQL
 * releases the lock when the process ends.
 */
async function exclusively<T>(
  prisma: PrismaClient,
  lock: LockName,
  timeout: number,
  work: (tx: Db) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  for (;;) {
    const done = await prisma.$transaction(
      async (tx) => ((await tryLock(tx, lock)) ? { result: await work(tx) } : null),
      { timeout, maxWait: MAX_WAIT_MS },
    );
    if (done !== null) return done.result;
    onWait();
    await sleep(RETRY_MS);
  }
}

/** Allows one import at a time per database. The work uses other connections and commits batch by batch. */
export const lockImport = <T>(prisma: PrismaClient, work: () => Promise<T>, onWait: () => void): Promise<T> =>
  exclusively(prisma, 'catalogueImport', IMPORT_TIMEOUT_MS, work, onWait);

/** Allows one seeding at a time. All work runs in the transaction that holds the lock. */
export const lockSeed = <T>(prisma: PrismaClient, work: (tx: Db) => Promise<T>): Promise<T> =>
  exclusively(prisma, 'seed', SEED_TIMEOUT_MS, work, () => undefined);
