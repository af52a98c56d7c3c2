import type pg from 'pg';
import { createPool } from './pool.ts';

/** Runs a SELECT and returns its rows. */
export type Read = <Row extends pg.QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/**
 * Creates a connection for SELECTs without Prisma, for short-lived threads and processes that read the whole
 * catalogue (docs/adr/0025-read-the-catalogue-without-prisma.md).
 */
export function connectReader(url: string): { read: Read; connect(): Promise<void>; close(): Promise<void> } {
  const pool = createPool(url, 1);
  return {
    read: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    /** Opens the connection before the first SELECT. */
    async connect() {
      (await pool.connect()).release();
    },
    close: () => pool.end(),
  };
}
