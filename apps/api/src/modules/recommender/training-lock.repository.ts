import pg from 'pg';

const CONNECT_TIMEOUT_MS = 3_000;

/** Next to that of the migrations (prisma/scripts/deploy.ts). */
const TRAINING_LOCK = 0x6d617272;

export interface TrainingLock {
  release(): Promise<void>;
}

/**
 * Lets one training run at a time over all processes. The lock is held by a connection of its own, so it ends with
 * the process, whatever becomes of it.
 * @param onLost the connection broke, and the lock with it. @returns null when another holds it.
 * @throws when PostgreSQL does not answer.
 */
export async function tryTrainingLock(
  url: string,
  onLost: (error: unknown) => void,
): Promise<TrainingLock | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onLost);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      TRAINING_LOCK,
    ]);
    if (rows[0]?.taken) return { release: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  return null;
}
