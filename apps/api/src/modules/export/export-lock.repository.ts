import pg from 'pg';
import { patiently } from '#src/core/patience.ts';
import { toLockKey } from '#src/data/locks.ts';

const TIMEOUT_MS = 3_000;
const EXPORT_LOCK = toLockKey('dataExport');

interface Held {
  client: pg.Client;
  onLost: () => void;
}

/**
 * Allows one export at a time per user across all processes. One connection holds all locks of this process,
 * and the locks end with the connection.
 */
export function createExportLocks(url: string) {
  const held = new Map<number, Held | null>();
  let session: Promise<pg.Client> | null = null;

  function loseAll(): void {
    session = null;
    for (const lock of held.values()) lock?.onLost();
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patiently(TIMEOUT_MS),
      query_timeout: patiently(TIMEOUT_MS),
      keepAlive: true,
    });
    client.on('error', loseAll);
    await client.connect();
    return client;
  }

  async function getSession(): Promise<pg.Client> {
    session ??= connect();
    try {
      return await session;
    } catch (error) {
      session = null;
      throw error;
    }
  }

  return {
    /**
     * @param onLost is called when the connection breaks, which also ends the lock.
     * @returns the function that releases the lock, or null when another export of the user is running.
     */
    async take(userId: number, onLost: () => void): Promise<(() => Promise<void>) | null> {
      // PostgreSQL grants a lock again to the connection that already has this lock. So check `held` first.
      if (held.has(userId)) return null;
      held.set(userId, null);
      try {
        const client = await getSession();
        const { rows } = await client.query<{ taken: boolean }>(
          'SELECT pg_try_advisory_lock($1, $2) AS taken',
          [EXPORT_LOCK, userId],
        );
        if (!rows[0]?.taken) {
          held.delete(userId);
          return null;
        }
        held.set(userId, { client, onLost });
        return async () => {
          held.delete(userId);
          // After a reconnect there is nothing to release, because the lock ended with the old connection.
          if ((await session) === client)
            await client.query('SELECT pg_advisory_unlock($1, $2)', [EXPORT_LOCK, userId]);
        };
      } catch (error) {
        held.delete(userId);
        throw error;
      }
    },

    async close(): Promise<void> {
      const client = await session?.catch(() => null);
      session = null;
      // Wait for this statement, because `end` interrupts running statements, such as the release of a lock.
      // Ignore its error, because a broken connection has no locks.
      await client?.query('SELECT pg_advisory_unlock_all()').catch(() => null);
      await client?.end();
    },
  };
}

export type ExportLocks = ReturnType<typeof createExportLocks>;
