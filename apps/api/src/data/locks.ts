import pg from 'pg';
import { patiently } from '#src/core/patience.ts';
import type { Db } from './database.ts';

/**
 * Numbers of the application's advisory locks. Locks with one 64-bit key are in prisma/scripts/deploy.ts and
 * in `marquee_lock_address` of prisma/migrations/20261127155100_rules.
 */
const NUMBERS = { catalogueImport: 1, seed: 2, training: 3, interaction: 4, dataExport: 5 } as const;

export type LockName = keyof typeof NUMBERS;

/** "ma" in ASCII, so that locks of other programs on the same database do not collide. */
const PROGRAM = 0x6d61_0000;
/** Returns the first of a lock's two 32-bit keys. The second key is a user id or 0. */
export const toLockKey = (name: LockName): number => PROGRAM + NUMBERS[name];

/** Waits for the lock. PostgreSQL releases the lock at the end of the transaction. */
export async function lock(tx: Db, name: LockName, id = 0): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${toLockKey(name)}::int, ${id}::int)::text`;
}

/**
 * Takes the lock until the end of the transaction, if the lock is free. Returns whether the lock was free.
 */
export async function tryLock(tx: Db, name: LockName, id = 0): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${toLockKey(name)}::int, ${id}::int) AS locked`;
  return row?.locked ?? false;
}

const CONNECT_TIMEOUT_MS = 3_000;

export interface HeldLock {
  release(): Promise<void>;
}

/**
 * Takes a lock for work that outlasts a transaction. A separate connection holds the lock, so PostgreSQL
 * releases the lock when the process ends.
 * @param onLost called when the connection fails, which also ends the lock.
 * @returns null when another connection holds the lock.
 * @throws when PostgreSQL does not answer.
 */
export async function tryLockOnConnection(
  url: string,
  { name, id = 0, onLost }: { name: LockName; id?: number; onLost: (error: unknown) => void },
): Promise<HeldLock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patiently(CONNECT_TIMEOUT_MS),
    keepAlive: true,
  });
  client.on('error', onLost);
  await client.connect();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1::int, $2::int) AS locked',
      [toLockKey(name), id],
    );
    if (rows[0]?.locked) return { release: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
