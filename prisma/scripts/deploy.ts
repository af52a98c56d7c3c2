// Applies migrations and records them in `_prisma_migrations`, each in one transaction
// (docs/adr/0006-apply-each-migration-in-one-transaction.md). With Prisma's engine, a kill between two
// transactions makes every later deployment fail.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const migrationsDirectory = join(import.meta.dirname, '..', 'migrations');

/** Key of the advisory lock that serializes simultaneous deployments: "marq" in ASCII. */
const advisoryLock = 0x6d617271;

/**
 * While a migration waits for the lock of a table, every call that reads the table waits behind it. So it waits for a
 * moment only, and tries again after a pause in which those calls go on. The moment is longer than PostgreSQL's
 * `deadlock_timeout` of a second, after which a waiting session cancels an autovacuum that is in its way.
 */
const LOCK_TIMEOUT_MS = 1_500;
const LOCK_PAUSE_MS = 2_000;
/** How long all migrations of a deployment may try, which is less than operators wait for it (docs/operations.md#production). */
const LOCK_PATIENCE_MS = 240_000;
/** PostgreSQL's codes of an error by `lock_timeout` and of a deadlock. */
const LOCKED = ['55P03', '40P01'];

/** A migration on disk: folder name, SQL, and the SHA-256 that `_prisma_migrations` stores. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Returns the names of the migrations on disk, oldest first. */
export const listMigrationNames = (): string[] =>
  readdirSync(migrationsDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Returns the migrations on disk, oldest first. */
export const listMigrations = (): Migration[] =>
  listMigrationNames().map((name) => {
    const sql = readFileSync(join(migrationsDirectory, name, 'migration.sql'), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });

/** A migration that cannot be applied. Its transaction was rolled back. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

const ledgerSql = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

type Say = (line: string) => void;

/** @param deadline in milliseconds since 1970, until when a migration that meets a lock is tried again. */
async function apply(client: pg.Client, migration: Migration, deadline: number, say: Say): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await attemptTo(client, migration);
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && LOCKED.includes(error.code ?? '');
      if (isLocked && Date.now() < deadline) {
        if (!isTold)
          say(`Migration ${migration.name} waits for another session, such as a backup, that holds a lock`);
        await sleep(LOCK_PAUSE_MS);
        continue;
      }
      const reason = error instanceof Error ? error.message : String(error);
      const advice = isLocked
        ? '; another session, such as a backup, holds a lock: run it again afterwards'
        : '';
      throw new MigrationError(`migration ${migration.name} failed: ${reason}${advice}`, { cause: error });
    }
  }
}

async function attemptTo(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    // A lost connection has rolled back already, and its error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

interface DeployOptions {
  /** Names of the migrations to apply, for restoring a backup of an older version. Default: all. */
  only?: ReadonlySet<string>;
  /** Gets a line when the deployment waits for another session. */
  say?: Say;
}

/**
 * Applies the migrations that the database at `url` (postgresql://…) does not record, in order.
 * @returns the names of the applied migrations.
 * @throws MigrationError when a migration fails, was edited after it was applied, or is missing on disk.
 */
export async function deployMigrations(
  url: string,
  { only, say = () => undefined }: DeployOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // The next query fails when the connection is lost. Without a handler, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: locks } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [advisoryLock],
    );
    if (!locks[0]?.taken) {
      say('Another process applies migrations to this database: waiting for its end');
      await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    }
    await client.query(ledgerSql);
    const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    const migrations = listMigrations();
    const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
    for (const { name, checksum, finished } of rows) {
      const known = onDisk.get(name);
      if (!known)
        throw new MigrationError(`the database has migration ${name}, which this version does not have`);
      if (!finished) throw new MigrationError(`migration ${name} was left unfinished by another tool`);
      if (known.checksum !== checksum) throw new MigrationError(`migration ${name} was edited after it ran`);
    }
    const applied = new Set(rows.map((row) => row.name));
    const pending = migrations.filter(({ name }) => !applied.has(name) && (only?.has(name) ?? true));
    const deadline = Date.now() + LOCK_PATIENCE_MS;
    for (const migration of pending) await apply(client, migration, deadline, say);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
