import pg from 'pg';
import { currentAsker } from '#src/core/asker.ts';

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

/** Creates a connection pool with the time limits of the application. */
export function createPool(url: string, size: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new SettlingPool({
    ...options,
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // A PostgreSQL server that stopped answering must not block a request for more than 5 s.
    query_timeout: STATEMENT_TIMEOUT_MS,
  });
  // Ignore the loss of an idle connection, because the next query opens another connection.
  pool.on('error', () => {});
  return pool;
}
