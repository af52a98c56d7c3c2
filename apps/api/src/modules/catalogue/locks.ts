import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { createCatalogueRepository } from './catalogue.repository.ts';

const RETRY_MS = 250;
const MAX_WAIT_MS = 60_000;
// The longest import; the transaction of its lock only waits.
const IMPORT_TIMEOUT_MS = 6 * 60 * 60_000;
const SEED_TIMEOUT_MS = 60_000;

const IMPORT = 1;
const SEED = 2;

/**
 * Runs work while this process holds an advisory lock. The lock belongs to a transaction, so it is released when the
 * process ends.
 */
async function exclusively<T>(
  prisma: PrismaClient,
  lock: number,
  timeout: number,
  work: (tx: Db) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  for (;;) {
    const done = await prisma.$transaction(
      async (tx) => ((await createCatalogueRepository(tx).tryLock(lock)) ? { result: await work(tx) } : null),
      { timeout, maxWait: MAX_WAIT_MS },
    );
    if (done !== null) return done.result;
    onWait();
    await sleep(RETRY_MS);
  }
}

/** One import at a time per database. The work uses other connections and commits batch by batch. */
export const lockImport = <T>(prisma: PrismaClient, work: () => Promise<T>, onWait: () => void): Promise<T> =>
  exclusively(prisma, IMPORT, IMPORT_TIMEOUT_MS, work, onWait);

/** One seeding at a time; all work runs in the transaction of the lock. */
export const lockSeed = <T>(prisma: PrismaClient, work: (tx: Db) => Promise<T>): Promise<T> =>
  exclusively(prisma, SEED, SEED_TIMEOUT_MS, work, () => undefined);
