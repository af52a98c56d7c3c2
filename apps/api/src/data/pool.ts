import pg from 'pg';

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;

/** Creates a connection pool with the time limits of the application. */
export function createPool(url: string, size: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
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
