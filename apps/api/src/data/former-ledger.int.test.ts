import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { deployMigrations } from '@marquee/prisma/deploy';
import { BASELINE, FORMER_MIGRATIONS, LAST_COMMIT } from '@marquee/prisma/former-migrations';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl, testDatabaseUrl } from '../../test/database.ts';
import { describeSchema, formerDatabaseUrl, listRecorded, query } from '../../test/former-database.ts';
import { createBackup, restoreBackup } from './backup.ts';

const FORMER = [...FORMER_MIGRATIONS.keys()];
const folder = mkdtempSync(join(tmpdir(), 'marquee-former-'));
const quiet = (): void => undefined;
/** The name of the database that the others are copies of. */
let template: string;

beforeAll(async () => {
  template = new URL(await formerDatabaseUrl()).pathname.slice(1);
});
afterAll(() => rmSync(folder, { recursive: true }));

const formerCopy = (): Promise<string> => freshDatabaseUrl(template);

const dumpSchema = (url: string): string =>
  execFileSync('pg_dump', ['--schema-only', '--no-owner', url], { encoding: 'utf8' }).replaceAll(
    /^\\(un)?restrict .*$/gm,
    '',
  );

/** Returns whether this machine has a pg_dump for the version of the server, because an older one refuses to work. */
async function findPgDump(): Promise<boolean> {
  const { rows } = await query(await testDatabaseUrl(), 'SHOW server_version_num');
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1]) >= Math.floor(Number(rows[0].server_version_num) / 10_000);
}

const canDump = await findPgDump();

const newDatabaseUrl = async (): Promise<string> => {
  const url = await freshDatabaseUrl('template0');
  await deployMigrations(url);
  return url;
};

describe('a database of the former migrations', () => {
  it('has the schema of a new database, triggers included', async () => {
    const former = await formerCopy();
    await deployMigrations(former);
    expect(await describeSchema(former)).toEqual(await describeSchema(await newDatabaseUrl()));
  });

  it.skipIf(!canDump)('has the schema of a new database in the words of pg_dump', async () => {
    const former = await formerCopy();
    await deployMigrations(former);
    expect(dumpSchema(former)).toBe(dumpSchema(await newDatabaseUrl()));
  });

  it('is adopted once by two deployments at once, and keeps the rows of its ledger', async () => {
    const url = await formerCopy();
    const before = (await query(url, 'SELECT * FROM _prisma_migrations ORDER BY id')).rows;
    const said: string[] = [];
    await Promise.all([1, 2].map(() => deployMigrations(url, { say: (line) => said.push(line) })));
    expect(said.filter((line) => line.includes('are its baseline'))).toHaveLength(1);
    const recorded = await listRecorded(url);
    expect(recorded.slice(0, FORMER.length + BASELINE.length)).toEqual([...FORMER, ...BASELINE]);
    expect(new Set(recorded).size).toBe(recorded.length);
    const { rows } = await query(
      url,
      'SELECT * FROM _prisma_migrations WHERE migration_name = ANY ($1) ORDER BY id',
      [FORMER],
    );
    expect(rows).toEqual(before);
    expect(await deployMigrations(url)).toEqual([]);
  });

  it('is as before when the deployment is killed halfway, and the next one adopts it', async () => {
    const url = await formerCopy();
    // The second row waits, so that the process ends after the first.
    await query(
      url,
      `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(45); RETURN NEW; END $$;
       CREATE TRIGGER hold BEFORE INSERT ON _prisma_migrations FOR EACH ROW
         WHEN (NEW.migration_name = '${BASELINE[1]}') EXECUTE FUNCTION hold()`,
    );
    const held = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 45 AND NOT granted
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(45)');
    const script =
      'const { deployMigrations } = await import(process.argv[1]); await deployMigrations(process.argv[2])';
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script, import.meta.resolve('@marquee/prisma/deploy'), url],
      { stdio: 'ignore' },
    );
    await expect.poll(async () => (await holder.query(held)).rowCount).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.query('SELECT pg_advisory_unlock(45)');
    await holder.end();
    await query(url, 'DROP FUNCTION hold CASCADE');
    const said: string[] = [];
    await deployMigrations(url, { say: (line) => said.push(line) });
    expect(said).toContain('The former migrations of this database are its baseline from now on');
    expect((await listRecorded(url)).slice(0, FORMER.length + BASELINE.length)).toEqual([
      ...FORMER,
      ...BASELINE,
    ]);
  });

  it.each([
    ['lacks one', `DELETE FROM _prisma_migrations WHERE migration_name = '${FORMER.at(-1)}'`],
    ['has only the first', `DELETE FROM _prisma_migrations WHERE migration_name <> '${FORMER[0]}'`],
    [
      'has another one',
      "UPDATE _prisma_migrations SET migration_name = 'x' WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
    ],
    [
      'has one more',
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', 'x', now())",
    ],
    [
      'has none of them',
      "DELETE FROM _prisma_migrations; INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', 'x', now())",
    ],
    [
      'has one that was edited',
      `UPDATE _prisma_migrations SET checksum = 'x' WHERE migration_name = '${FORMER[3]}'`,
    ],
  ])('is refused unharmed when its ledger %s', async (_what, sql) => {
    const url = await formerCopy();
    await query(url, sql);
    const ledger = async () => (await query(url, 'SELECT * FROM _prisma_migrations ORDER BY id')).rows;
    const [schema, rows] = [await describeSchema(url), await ledger()];
    await expect(deployMigrations(url)).rejects.toThrow(`the last commit that upgrades it is ${LAST_COMMIT}`);
    expect([await describeSchema(url), await ledger()]).toEqual([schema, rows]);
  });
});

describe('a backup of the former migrations', () => {
  const writeBackup = async (url: string, name: string): Promise<string> => {
    await query(
      url,
      "INSERT INTO users (email, display_name, password_hash) VALUES ('former@example.com', 'Former', 'x')",
    );
    const path = join(folder, name);
    await createBackup(url, path, quiet);
    return path;
  };
  const restored = async (path: string): Promise<unknown[]> => {
    const url = await freshDatabaseUrl('template0');
    await restoreBackup(url, path, quiet);
    expect((await listRecorded(url)).slice(0, BASELINE.length)).toEqual(BASELINE);
    return (
      await query(url, 'SELECT display_name, (SELECT count(*)::int FROM user_lists) AS lists FROM users')
    ).rows;
  };

  it('restores, made before the adoption or after it', async () => {
    const url = await formerCopy();
    const whole = [{ display_name: 'Former', lists: 2 }];
    expect(await restored(await writeBackup(url, 'before.gz'))).toEqual(whole);
    const adopted = await formerCopy();
    await deployMigrations(adopted);
    expect(await restored(await writeBackup(adopted, 'after.gz'))).toEqual(whole);
  });

  it('is refused when it has not exactly those migrations, and the database stays empty', async () => {
    const text = gunzipSync(readFileSync(join(folder, 'before.gz'))).toString();
    const older = join(folder, 'older.gz');
    writeFileSync(older, gzipSync(text.replace(`"${FORMER[5]}",`, '')));
    const url = await freshDatabaseUrl('template0');
    await expect(restoreBackup(url, older, quiet)).rejects.toThrow(LAST_COMMIT);
    expect(await describeSchema(url)).toEqual(await describeSchema(await freshDatabaseUrl('template0')));
  });
});
