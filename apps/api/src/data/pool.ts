import pg from 'pg';
import { currentAsker } from '#src/core/asker.ts';
import { patiently } from '#src/core/patience.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** What a caller has computed belongs to it before it waits for the database, where others continue. */
class SettlingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | undefined {
    currentAsker()?.settle();
    if (callback === undefined) return super.connect();
    super.connect(callback);
    return undefined;
  }
}

/** How much longer a statement may take that no request waits for, such as one that reads the whole catalogue. */
export const UNHURRIED = 12;

/**
 * Creates a connection pool with the time limits of the application.
 * @param widening by how much these limits are widened.
 */
export function createPool(url: string, size: number, options: pg.PoolConfig = {}, widening = 1): pg.Pool {
  const statementMs = patiently(STATEMENT_TIMEOUT_MS) * widening;
  const pool = new SettlingPool({
    ...options,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patiently(CONNECT_TIMEOUT_MS) * widening,
    statement_timeout: statementMs,
    // A PostgreSQL server that stopped answering must not block a request for more than 5 s.
    query_timeout: statementMs,
  });
  // Ignore the loss of an idle connection, because the next query opens another connection.
  pool.on('error', () => {});
  return pool;
}
