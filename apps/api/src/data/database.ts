import { Prisma, PrismaClient } from '@marquee/prisma';
import { PrismaPg } from '@prisma/adapter-pg';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { AppError } from '#src/core/errors.ts';
import { patiently } from '#src/core/patience.ts';
import { createPool } from './pool.ts';
import { createTransactionTurns, type Locked } from './transaction-turns.ts';

/** The database access of a repository: a client or an open transaction. */
export type Db = Prisma.TransactionClient;

const POOL_SIZE = 10;
const ATTEMPTS = 3;

/** Highest number of statements of Prisma with a name. The application has fewer. */
const MOST_PREPARED = 300;
const LONGEST_PREPARED = 5_000;
/**
 * A statement gets a name at this number of executions. Most statements with a list of values get no name,
 * because the text differs with the length of the list.
 */
const OFTEN = 5;
const COUNTED = 1_000;

/**
 * Returns a function that names frequent statements, so PostgreSQL plans such a statement once per connection
 * (docs/adr/0012-let-postgresql-plan-each-statement-once.md). The function returns '' for other statements.
 */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const counts = new LRUCache<string, number>({ max: COUNTED });
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (sql.length > LONGEST_PREPARED || names.size >= MOST_PREPARED) return '';
    const count = (counts.get(sql) ?? 0) + 1;
    counts.set(sql, count);
    if (count < OFTEN) return '';
    const name = `marquee_${names.size}`;
    names.set(sql, name);
    counts.delete(sql);
    return name;
  };
}

/** Returns a client, and its connection pool for the metrics. Disconnecting the client ends the pool. */
export function openDatabase(
  url: string,
  poolSize = POOL_SIZE,
  widening = 1,
): { prisma: PrismaClient; pool: pg.Pool } {
  const pool = createPool(url, poolSize, {}, widening);
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: createStatementNames(),
    disposeExternalPool: true,
  });
  return { prisma: new PrismaClient({ adapter, errorFormat: 'minimal' }), pool };
}

export const connectDatabase = (url: string, poolSize?: number, widening?: number): PrismaClient =>
  openDatabase(url, poolSize, widening).prisma;

const PING_WITHIN_MS = 1_000;

/**
 * Asks PostgreSQL over a connection of its own, which stays open, so that a pool in which every connection is taken does not
 * look like an outage.
 */
export function createProbe(url: string) {
  const pool = createPool(url, 1, { idleTimeoutMillis: 0 });
  return {
    /** Returns whether PostgreSQL answers within a second. */
    async isUp(): Promise<boolean> {
      const silence = new Promise<false>((resolve) =>
        setTimeout(resolve, patiently(PING_WITHIN_MS), false).unref(),
      );
      const answer = pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
      return Promise.race([answer, silence]);
    },
    close: (): Promise<void> => pool.end(),
  };
}

const isPrismaCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && codes.includes(error.code);

/** Returns whether PostgreSQL gave one of these codes. The driver has the code in a field, and Prisma in its text. */
const hasSqlState = (error: unknown, ...states: string[]): boolean =>
  error instanceof Error &&
  (('code' in error && states.includes(String(error.code))) ||
    new RegExp(`\\b(${states.join('|')})\\b`).test(error.message));

/**
 * Returns whether the transaction failed by a serialization failure or deadlock, so that a retry can succeed.
 */
const isRaceLost = (error: unknown): boolean =>
  isPrismaCode(error, 'P2034') || hasSqlState(error, '40001', '40P01');

const OUT_OF_REACH =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ENOENT|57P0[123]|57014|55P03|53[0-4]00|58030|No space left on device|ENOSPC|not queryable|socket has been ended|Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection (?:is )?closed|closed the connection|Can't reach database/i;

interface Failure {
  message: string;
  code?: unknown;
  meta?: unknown;
  cause?: unknown;
}

/**
 * Returns whether an error of Prisma or the driver means that PostgreSQL is down, lacks disk, memory or connections, or did
 * not give a lock in time.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (isPrismaCode(error, 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028')) return true;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    // The driver has PostgreSQL's code in a field of its own, and Prisma has it in its text, or after a failed commit in a
    // cause that is no error.
    const { message, code = '', meta = '', cause: reason }: Failure = cause;
    const fields = [meta, reason instanceof Error ? '' : reason].map((field) => JSON.stringify(field));
    if (OUT_OF_REACH.test([message, String(code), ...fields].join(' '))) return true;
  }
  return false;
}

/**
 * Returns whether a write violated a unique index. With `columns`, the index must contain all these columns.
 */
export function isUniqueViolation(error: unknown, ...columns: string[]): boolean {
  if (!isPrismaCode(error, 'P2002') && !hasSqlState(error, '23505')) return false;
  const detail = JSON.stringify(
    error instanceof Prisma.PrismaClientKnownRequestError ? error.meta : String(error),
  );
  return columns.every((column) => detail.includes(column));
}

/** Returns whether a write referred to a row that does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  isPrismaCode(error, 'P2003') || hasSqlState(error, '23503');

/** The property that `createWithTransaction` adds to the repositories of a transaction. */
export interface Changes {
  /**
   * Ids of users whose cached data the transaction makes stale. Their cached data is dropped after the
   * commit.
   */
  changed: Set<number>;
}

export type WithTransaction<Repos> = <T>(
  work: (tx: Repos & Changes) => Promise<T>,
  /** The rows that the work locks, for which the transaction waits before it takes a connection. */
  ...locked: readonly Locked[]
) => Promise<T>;

/**
 * Runs work again after a serialization failure or deadlock, so the work must change nothing outside the database.
 * @param work a transaction, or one statement outside a transaction.
 * @throws AppError conflict when the work lost every race.
 */
export async function repeatLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRaceLost(error)) throw error;
      if (attempt === ATTEMPTS) throw new AppError('conflict', { cause: error });
    }
  }
}

/**
 * Returns a function that runs work in one transaction with repositories of this transaction (`repeatLostRaces`).
 * @param afterCommit drops the caches of this process. Other processes drop their caches after a NOTIFY.
 */
export function createWithTransaction<Repos>(
  prisma: PrismaClient,
  createRepositories: (db: Db) => Repos,
  afterCommit: (changed: ReadonlySet<number>) => void,
): WithTransaction<Repos> {
  const inTurn = createTransactionTurns();
  return (work, ...locked) =>
    inTurn(locked, () =>
      repeatLostRaces(async () => {
        const changed = new Set<number>();
        const outage = Promise.withResolvers<never>();
        const transaction = prisma.$transaction(
          async (tx) => {
            try {
              return await work({ ...createRepositories(tx), changed });
            } catch (error) {
              if (isDatabaseDown(error)) outage.reject(error);
              throw error;
            }
          },
          { maxWait: patiently(4_000), timeout: patiently(15_000) },
        );
        // Do not wait for the rollback when the server stopped answering, because the rollback fails only
        // after another 5 s.
        const result = await Promise.race([transaction, outage.promise]);
        afterCommit(changed);
        return result;
      }),
    );
}
