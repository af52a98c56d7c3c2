import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';

export interface ClaimedRow {
  id: number;
  kind: string;
  replays: number;
}

export interface OpenedRow {
  id: number;
  kind: string;
  userId: number | null;
  payload: unknown;
  attempts: number;
  createdAt: Date;
}

export interface DeadRow {
  id: number;
  kind: string;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  deadAt: Date;
}

const WAITING = Prisma.sql`handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL`;
/**
 * Returns SQL for the time at which a row is due. An edit of a list is due `gatherSeconds` later, so that one
 * job also includes later edits.
 */
const dueAt = (gatherSeconds: number) => Prisma.sql`
  (available_at + CASE WHEN kind = 'list_edited' THEN ${gatherSeconds}::int ELSE 0 END * interval '1 second')`;
const OPEN = Prisma.sql`done_at IS NULL AND dead_at IS NULL`;

/** Reads and updates outbox rows for relay and worker. A row is waiting, handed on (in the queue), done or dead. */
export const createOutboxWorkRepository = (db: Db) => ({
  /**
   * Marks due rows as handed on, with SKIP LOCKED, so that simultaneous relays get different rows. Clears the
   * dedupe key, so that a later change inserts a new row.
   */
  claimDue: (limit: number, gatherSeconds: number) => db.$queryRaw<ClaimedRow[]>`
    UPDATE outbox SET handed_at = now(), dedupe_key = NULL WHERE id IN (
      SELECT id FROM outbox WHERE ${WAITING} AND available_at <= now() AND ${dueAt(gatherSeconds)} <= now()
      ORDER BY available_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, replays`,

  /**
   * Marks unfinished rows again when their mark is older than `olderThanMs`, because the queue may have lost
   * these rows. A row may be queued twice without harm.
   */
  claimLost: (olderThanMs: number, limit: number, youngerThanMs = Number.MAX_SAFE_INTEGER) => db.$queryRaw<
    ClaimedRow[]
  >`
    UPDATE outbox SET handed_at = now() WHERE id IN (
      SELECT id FROM outbox
      WHERE ${OPEN} AND handed_at < now() - ${olderThanMs}::float8 * interval '1 millisecond'
        AND extract(epoch FROM now() - handed_at) * 1000 <= ${youngerThanMs}::float8
      ORDER BY handed_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, replays`,

  /** Marks rows as waiting again after the queue refused these rows. */
  async release(ids: number[]): Promise<void> {
    await db.$executeRaw`UPDATE outbox SET handed_at = NULL WHERE id = ANY(${ids}::int[]) AND ${OPEN}`;
  },

  /**
   * Returns the milliseconds until the next row is due. 0 or less means due, and null means that no row
   * waits.
   */
  async findNextDueMs(gatherSeconds: number): Promise<number | null> {
    const [next] = await db.$queryRaw<{ ms: number | null }[]>`
      SELECT (extract(epoch FROM min(${dueAt(gatherSeconds)}) - now()) * 1000)::float8 AS ms
      FROM outbox WHERE ${WAITING}`;
    return next?.ms ?? null;
  },

  /**
   * Counts a crash when the last attempt has no end and its process is gone. A process is gone when its
   * connection for notifications is closed; PostgreSQL closes it at once when the process is killed.
   * @param processName the name of this process's connection for notifications.
   * @returns the kind and the number of crashes. Null when the row is done, dead or deleted.
   */
  async countCrash(id: number, processName: string): Promise<{ kind: string; crashes: number } | null> {
    const rows = await db.$queryRaw<{ kind: string; crashes: number }[]>`
      WITH crashed AS (
        UPDATE outbox SET crashes = crashes + 1, attempt_by = NULL
        WHERE id = ${id} AND ${OPEN} AND attempt_by <> ${processName}
          AND NOT EXISTS (SELECT 1 FROM pg_stat_activity AS session WHERE session.application_name = attempt_by)
        RETURNING id, crashes)
      SELECT kind, COALESCE(crashed.crashes, outbox.crashes) AS crashes
      FROM outbox LEFT JOIN crashed ON crashed.id = outbox.id
      WHERE outbox.id = ${id} AND ${OPEN}`;
    return rows[0] ?? null;
  },

  /** Returns why the row is a dead letter, or null when it is none. */
  async findDeath(id: number): Promise<string | null> {
    const where = { id, deadAt: { not: null } };
    const row = await db.outboxMessage.findFirst({ where, select: { lastError: true } });
    return row && (row.lastError ?? '');
  },

  /**
   * Counts an attempt of this process, and returns the row. Null when the row is done, dead or deleted.
   * @param processName the name of the process's connection for notifications.
   */
  async open(id: number, processName: string): Promise<OpenedRow | null> {
    const rows = await db.$queryRaw<OpenedRow[]>`
      UPDATE outbox SET attempts = attempts + 1, attempt_by = ${processName} WHERE id = ${id} AND ${OPEN}
      RETURNING id, kind, user_id AS "userId", payload, attempts, created_at AS "createdAt"`;
    return rows[0] ?? null;
  },

  /** Marks rows as done and deletes their payload. */
  async finish(ids: number[]): Promise<void> {
    await db.$executeRaw`
      UPDATE outbox SET done_at = now(), payload = '{}', last_error = NULL, attempt_by = NULL WHERE id = ANY(${ids}::int[]) AND ${OPEN}`;
  },

  /** Deletes a run of a schedule that has ended, because some schedules run every minute. */
  async deleteRun(id: number): Promise<void> {
    await db.$executeRaw`DELETE FROM outbox WHERE id = ${id}`;
  },

  /** Ends an attempt with an error. The process survived, so earlier crashes do not count any more. */
  async noteError(id: number, error: string): Promise<void> {
    await db.$executeRaw`
      UPDATE outbox SET last_error = ${error}, attempt_by = NULL, crashes = 0 WHERE id = ${id} AND ${OPEN}`;
  },

  /** Forgets the attempts of a process that is asked to stop, so that none of them counts as a crash. */
  async forgetAttempts(processName: string): Promise<void> {
    await db.$executeRaw`UPDATE outbox SET attempt_by = NULL WHERE attempt_by = ${processName} AND ${OPEN}`;
  },

  /** Inserts a run of a schedule, unless a run is unfinished or a dead letter. Returns whether it did. */
  async addRun(schedule: string): Promise<boolean> {
    const added = await db.$executeRaw`
      INSERT INTO outbox (kind, payload) SELECT ${schedule}, '{}'
      WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE kind = ${schedule} AND done_at IS NULL)`;
    return added > 0;
  },

  /** Makes the row a dead letter. */
  async bury(id: number, error: string): Promise<void> {
    await db.$executeRaw`
      UPDATE outbox SET dead_at = now(), last_error = ${error}, attempt_by = NULL WHERE id = ${id} AND ${OPEN}`;
  },

  /** Returns all waiting edits of a list, oldest first, and locks them until the transaction ends. */
  async takeEdits(listId: number): Promise<{ id: number; userId: number | null; payload: unknown }[]> {
    return db.$queryRaw`
      SELECT id, user_id AS "userId", payload FROM outbox
      WHERE kind = 'list_edited' AND (payload->>'listId')::int = ${listId} AND ${OPEN}
      ORDER BY id FOR UPDATE`;
  },

  /** Returns the number of rows per kind and state: waiting, handed on, done or dead. */
  counts: () => db.$queryRaw<{ kind: string; state: string; count: number }[]>`
    SELECT kind, CASE WHEN done_at IS NOT NULL THEN 'done' WHEN dead_at IS NOT NULL THEN 'dead'
                      WHEN handed_at IS NOT NULL THEN 'handed on' ELSE 'waiting' END AS state,
           count(*)::int AS count
    FROM outbox GROUP BY 1, 2 ORDER BY 1, 2`,

  /** Returns figures for metrics: open rows, dead letters, and how long the oldest row has been due. */
  async pulse(): Promise<{ waiting: number; dead: number; oldestSeconds: number }> {
    const [row] = await db.$queryRaw<{ waiting: number; dead: number; oldestSeconds: number }[]>`
      SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting,
             count(*) FILTER (WHERE dead_at IS NOT NULL)::int AS dead,
             COALESCE(extract(epoch FROM now() - min(available_at)
               FILTER (WHERE dead_at IS NULL AND available_at <= now())), 0)::float8 AS "oldestSeconds"
        FROM outbox WHERE done_at IS NULL`;
    return row ?? { waiting: 0, dead: 0, oldestSeconds: 0 };
  },

  listDead: (limit: number) => db.$queryRaw<DeadRow[]>`
    SELECT id, kind, attempts, last_error AS "lastError", created_at AS "createdAt", dead_at AS "deadAt"
    FROM outbox WHERE dead_at IS NOT NULL ORDER BY dead_at DESC, id DESC LIMIT ${limit}`,

  /** Returns rows that are not finished, oldest first. */
  listOpen: (limit: number) => db.$queryRaw<
    {
      id: number;
      kind: string;
      attempts: number;
      lastError: string | null;
      availableAt: Date;
      handedAt: Date | null;
    }[]
  >`
    SELECT id, kind, attempts, last_error AS "lastError", available_at AS "availableAt", handed_at AS "handedAt"
    FROM outbox WHERE ${OPEN} ORDER BY id LIMIT ${limit}`,

  /** Returns the number of dead letters among `ids`, or of all dead letters when `ids` is null. */
  countDead: (ids: number[] | null) =>
    db.outboxMessage.count({ where: { deadAt: { not: null }, ...(ids !== null && { id: { in: ids } }) } }),

  /**
   * Sets dead letters (all when `ids` is null) back to waiting, with no attempts and crashes counted. Returns the number
   * of replayed letters.
   */
  async replay(ids: number[] | null): Promise<number> {
    const chosen = ids === null ? Prisma.sql`TRUE` : Prisma.sql`id = ANY(${ids}::int[])`;
    const replayed = await db.$executeRaw`
      UPDATE outbox SET dead_at = NULL, handed_at = NULL, attempts = 0, crashes = 0, replays = replays + 1,
                        available_at = now()
      WHERE dead_at IS NOT NULL AND ${chosen}`;
    await db.$executeRaw`SELECT pg_notify('marquee_outbox', '')`;
    return replayed;
  },
});

export type OutboxWorkRepository = ReturnType<typeof createOutboxWorkRepository>;
