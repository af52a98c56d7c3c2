// Applies migrations and records them in `_prisma_migrations`, each in one transaction
// (docs/adr/0006-apply-each-migration-in-one-transaction.md). With Prisma's engine, a kill between two
// transactions makes every later deployment fail.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BASELINE, FORMER_MIGRATIONS, LAST_COMMIT } from './former-migrations.ts';

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
      return await inTransaction(client, async () => {
        await client.query(migration.sql);
        await record(client, [migration], 1);
      });
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

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    // A lost connection has rolled back already, and its error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** @param steps 0 says, as in Prisma's tools, that they were not run here. */
async function record(client: pg.Client, migrations: readonly Migration[], steps: 0 | 1): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     SELECT id, checksum, name, clock_timestamp(), $4 FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, checksum, name)`,
    [
      migrations.map(() => randomUUID()),
      migrations.map(({ checksum }) => checksum),
      migrations.map(({ name }) => name),
      steps,
    ],
  );
}

const refuseFormer = (name: string): MigrationError =>
  new MigrationError(
    `the migrations before ${BASELINE[0]} became a baseline, and this ledger has not exactly those (${name}): ` +
      `the last commit that upgrades it is ${LAST_COMMIT}, so use that commit first and then this version`,
  );

/**
 * Returns which migrations of this version a database or a backup has that records the given names: all former migrations
 * together are the baseline.
 * @throws MigrationError for any other ledger from before the baseline.
 */
export function resolveFormer(recorded: readonly string[]): Set<string> {
  const names = new Set(recorded);
  if (names.size === 0) return names;
  const others = recorded.filter((name) => !FORMER_MIGRATIONS.has(name));
  if (others.length < recorded.length) {
    const missing = [...FORMER_MIGRATIONS.keys()].find((name) => !names.has(name));
    if (missing !== undefined) throw refuseFormer(`without ${missing}`);
    for (const name of BASELINE) names.add(name);
  }
  if (others[0] !== undefined && !others.some((name) => BASELINE.includes(name)))
    throw refuseFormer(`with ${others[0]}`);
  return new Set([...names].filter((name) => !FORMER_MIGRATIONS.has(name)));
}

interface LedgerRow {
  name: string;
  checksum: string;
  finished: boolean;
}

/** Returns the names of the applied migrations. @throws MigrationError for a ledger that this version cannot continue. */
function checkLedger(rows: readonly LedgerRow[], migrations: readonly Migration[]): Set<string> {
  const onDisk = new Map(migrations.map((migration) => [migration.name, migration]));
  const applied = resolveFormer(rows.map(({ name }) => name));
  for (const { name, checksum, finished } of rows) {
    if (!finished) throw new MigrationError(`migration ${name} was left unfinished by another tool`);
    const former = FORMER_MIGRATIONS.get(name);
    if (former !== undefined && former !== checksum) throw refuseFormer(`with another ${name}`);
    const known = former ?? onDisk.get(name)?.checksum;
    if (known === undefined)
      throw new MigrationError(`the database has migration ${name}, which this version does not have`);
    if (known !== checksum) throw new MigrationError(`migration ${name} was edited after it ran`);
  }
  return applied;
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
    const { rows } = await client.query<LedgerRow>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    const migrations = listMigrations();
    const applied = checkLedger(rows, migrations);
    const recorded = new Set(rows.map(({ name }) => name));
    const adopted = migrations.filter(({ name }) => applied.has(name) && !recorded.has(name));
    if (adopted.length > 0) {
      await inTransaction(client, () => record(client, adopted, 0));
      say('The former migrations of this database are its baseline from now on');
    }
    const pending = migrations.filter(({ name }) => !applied.has(name) && (only?.has(name) ?? true));
    const deadline = Date.now() + LOCK_PATIENCE_MS;
    for (const migration of pending) await apply(client, migration, deadline, say);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
