// Blocks jobs after their work and before their outbox row is marked as done. A worker that is killed during
// the block has done the work, but the job is unfinished.

import { waitFor } from '@marquee/api/test/wait-for.ts';
import pg from 'pg';
import type { World } from './world.ts';

/** The key of the advisory lock. No lock of the application has this number. */
const KEY = 7_777_777;
/** Number of jobs that the worker runs at the same time. */
const AT_ONCE = 8;
const REACH_TIMEOUT_MS = 60_000;
const WAITING = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${KEY} AND NOT granted`;

export interface Barrier {
  close(): Promise<void>;
  /** Waits until every due job, or AT_ONCE jobs, are blocked. Resolves with the number of blocked jobs. */
  awaitHeld(): Promise<number>;
  /**
   * Ends the database sessions of the killed worker, so that its statements do not finish, and unblocks the
   * jobs.
   */
  open(): Promise<void>;
  remove(): Promise<void>;
}

export async function createBarrier({ postgres }: World): Promise<Barrier> {
  const client = new pg.Client({ connectionString: postgres.url });
  // Ignores the event, because the next query also fails.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    CREATE OR REPLACE FUNCTION faults_wait() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${KEY}); RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER faults_wait BEFORE UPDATE OF done_at ON outbox
      FOR EACH ROW EXECUTE FUNCTION faults_wait()`);
  const countWaiting = async (): Promise<number> => (await client.query(WAITING)).rows.length;
  return {
    async close() {
      await client.query(`SELECT pg_advisory_lock(${KEY})`);
    },
    async awaitHeld() {
      let before = -1;
      return waitFor(
        'the jobs to be held',
        async () => {
          const { rows } = await client.query<{ open: number }>(
            'SELECT count(*)::int AS open FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now()',
          );
          const waiting = await countWaiting();
          const isSteady = waiting === before;
          before = waiting;
          return isSteady && waiting > 0 && waiting >= Math.min(AT_ONCE, rows[0]?.open ?? 0) && waiting;
        },
        REACH_TIMEOUT_MS,
      );
    },
    async open() {
      await client.query(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS waiting`);
      await waitFor('the sessions to end', async () => (await countWaiting()) === 0);
      await client.query(`SELECT pg_advisory_unlock(${KEY})`);
    },
    async remove() {
      await client.query('DROP TRIGGER faults_wait ON outbox');
      await client.query('DROP FUNCTION faults_wait()');
      await client.end();
    },
  };
}
