import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@marquee/prisma';
import type { Db } from '#src/database.ts';
import { createCatalogueRepository } from './catalogue.repository.ts';

const RETRY_MS = 250;
const MAX_WAIT_MS = 60_000;
// A whole import may last; its lock's transaction only waits.
const IMPORT_TIMEOUT_MS = 6 * 60 * 60_000;
const SEED_TIMEOUT_MS = 60_000;

const IMPORT = 1;
const SEED = 2;

/** Runs work while this process alone holds a lock, which lives in a transaction so that it goes when the process goes. */
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

/** One import at a time in a database. The work uses other connections: its batches commit one by one. */
export const lockImport = <T>(prisma: PrismaClient, work: () => Promise<T>, onWait: () => void): Promise<T> =>
  exclusively(prisma, IMPORT, IMPORT_TIMEOUT_MS, work, onWait);

/** One seeding at a time; all of the work is in the lock's own transaction. */
export const lockSeed = <T>(prisma: PrismaClient, work: (tx: Db) => Promise<T>): Promise<T> =>
  exclusively(prisma, SEED, SEED_TIMEOUT_MS, work, () => undefined);
