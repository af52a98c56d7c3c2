import type pg from 'pg';
import { createPool, UNHURRIED } from './pool.ts';

/** A statement with a name is planned once per connection. */
type Statement = string | { readonly name: string; readonly text: string };

/** Runs a SELECT and returns its rows. */
export type Read = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<Row[]>;

/**
 * Runs SELECTs without Prisma: those that a page waits for, and those that read the whole catalogue
 * (docs/adr/0025-read-the-catalogue-without-prisma.md).
 */
export const createReader =
  (pool: pg.Pool): Read =>
  async (statement, values = []) =>
    (await pool.query(statement, [...values])).rows;

/** Creates a reader with a connection of its own, for short-lived threads and processes, for which no request waits. */
export function connectReader(url: string): { read: Read; connect(): Promise<void>; close(): Promise<void> } {
  const pool = createPool(url, 1, {}, UNHURRIED);
  return {
    read: createReader(pool),
    /** Opens the connection before the first SELECT. */
    async connect() {
      (await pool.connect()).release();
    },
    close: () => pool.end(),
  };
}
