// Backup and restore use COPY and need no client tools of PostgreSQL. Every newer server can restore a backup.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { deployMigrations, listMigrationNames, MigrationError, resolveFormer } from '@marquee/prisma/deploy';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError, type BackupHeader, formatHeader, LAST_LINE, openBackup } from './backup-file.ts';

type Progress = (share: number, label: string) => void;

interface Table {
  name: string;
  columns: string[];
  references: string[];
}

/**
 * Returns all tables except the table of migrations. A table comes after the tables that its foreign keys
 * reference.
 */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name,
           ARRAY(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  ORDER BY attnum) AS columns,
           ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
                  WHERE conrelid = class.oid AND contype = 'f' AND confrelid <> class.oid) AS references
      FROM pg_class AS class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
     ORDER BY relname`);
  const sorted = new Map<string, Table>();
  while (sorted.size < rows.length) {
    const next = rows.filter(
      ({ name, references }) => !sorted.has(name) && references.every((other) => sorted.has(other)),
    );
    if (next.length === 0) throw new BackupError('The foreign keys of the tables form a cycle');
    for (const table of next) sorted.set(table.name, table);
  }
  return [...sorted.values()];
}

const listApplied = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
  );
  return rows.map(({ name }) => name);
};

async function* dump(
  client: pg.Client,
  header: BackupHeader,
  tables: Table[],
  progress: Progress,
): AsyncGenerator<string | Buffer> {
  yield formatHeader(header);
  const total = Math.max(
    1,
    Object.values(header.rows).reduce((sum, count) => sum + count, 0),
  );
  let done = 0;
  for (const { name, columns } of tables) {
    progress(done / total, name);
    const target = `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
    yield `COPY ${target} FROM STDIN;\n`;
    yield* client.query(copyTo(`COPY ${target} TO STDOUT`));
    yield '\\.\n';
    done += header.rows[name] ?? 0;
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(`
    SELECT sequencename AS name, last_value AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`);
  for (const { name, value } of sequences)
    yield `SELECT setval(${client.escapeLiteral(`"${name}"`)}, ${value});\n`;
  yield `${LAST_LINE}\n`;
  progress(1, 'done');
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/**
 * Writes a consistent copy of the database to a file, without blocking writes. Only this system account may
 * read the file.
 */
export async function createBackup(url: string, path: string, progress: Progress): Promise<BackupHeader> {
  const client = await connect(url);
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTables(client);
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      const counted = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${client.escapeIdentifier(name)}`,
      );
      rows[name] = counted.rows[0]?.count ?? 0;
    }
    const header: BackupHeader = {
      format: 'marquee-backup-1',
      createdAt: new Date().toISOString(),
      migrations: await listApplied(client),
      rows,
    };
    await pipeline(
      Readable.from(dump(client, header, tables, progress)),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    // Only a complete file gets the name `path`.
    await rename(unfinished, path);
    return header;
  } finally {
    await rm(unfinished, { force: true });
    await client.end();
  }
}

/** Returns the migrations of this version that the backup has. @throws BackupError when it has others. */
function listMigrationsOf(path: string, header: BackupHeader): Set<string> {
  try {
    const migrations = resolveFormer(header.migrations);
    const known = new Set(listMigrationNames());
    const unknown = [...migrations].find((name) => !known.has(name));
    if (unknown === undefined) return migrations;
    throw new BackupError(`${path}: was written by a newer version, with migration ${unknown}`);
  } catch (error) {
    throw error instanceof MigrationError ? new BackupError(`${path}: ${error.message}`) : error;
  }
}

/**
 * Reads the whole file.
 * @throws BackupError when the file is damaged, cut off, or has other row counts than its header.
 */
export async function checkBackup(path: string, progress: Progress): Promise<BackupHeader> {
  const backup = await openBackup(path);
  try {
    listMigrationsOf(path, backup.header);
    for await (const { sql, rows } of backup.statements()) {
      const name = /^COPY "(\w+)" /.exec(sql)?.[1];
      if (name === undefined) continue;
      let count = 0;
      for await (const _row of rows()) count++;
      if (count !== backup.header.rows[name]) throw new BackupError(`${path}: table ${name} is incomplete`);
      progress(backup.share(), name);
    }
    return backup.header;
  } finally {
    backup.close();
  }
}

/** Returns the first table with rows, or null when all tables are empty. A restore needs empty tables. */
async function findFilledTable(client: pg.Client): Promise<string | null> {
  for (const { name } of await listTables(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${client.escapeIdentifier(name)} LIMIT 1`);
    if (rowCount) return name;
  }
  return null;
}

async function load(client: pg.Client, path: string, progress: Progress): Promise<void> {
  const backup = await openBackup(path);
  const tables = (await listTables(client)).map(({ name }) => client.escapeIdentifier(name));
  try {
    await client.query('BEGIN');
    // The rows already contain the effects of triggers, so triggers would count and notify twice. `DISABLE
    // TRIGGER USER` keeps foreign keys enforced.
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for await (const { sql, rows } of backup.statements()) {
      progress(backup.share(), /^COPY "(\w+)"/.exec(sql)?.[1] ?? 'sequences');
      if (sql.startsWith('COPY')) await pipeline(Readable.from(rows()), client.query(copyFrom(sql)));
      else await client.query(sql);
    }
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    backup.close();
  }
}

/**
 * Restores a backup into a database without rows. Applies the migrations that the backup lists, loads the
 * rows in one transaction, and applies newer migrations.
 * @throws BackupError
 */
export async function restoreBackup(url: string, path: string, progress: Progress): Promise<BackupHeader> {
  const header = await checkBackup(path, (share, label) => progress(share / 2, `checking ${label}`));
  const migrations = listMigrationsOf(path, header);
  const client = await connect(url);
  try {
    await deployMigrations(url, { only: migrations, say: (line) => progress(0.5, line) });
    const newer = [...resolveFormer(await listApplied(client))].find((name) => !migrations.has(name));
    if (newer !== undefined)
      throw new BackupError(
        `The database has migration ${newer}, which the backup lacks: create an empty one`,
      );
    const filled = await findFilledTable(client);
    if (filled !== null)
      throw new BackupError(`The database is not empty: table ${filled} has rows. Create an empty one`);
    await load(client, path, (share, label) => progress(0.5 + share / 2, label));
    await deployMigrations(url, { say: (line) => progress(1, line) });
    return header;
  } finally {
    await client.end();
  }
}
