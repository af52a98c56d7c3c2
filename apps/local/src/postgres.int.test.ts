import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from '@marquee/api/src/env.ts';
import { handmadeCataloguePath } from '@marquee/api/src/modules/catalogue/seed/demo-files.ts';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'marquee-local-'));
// When root runs the tests, the postgres user must reach the folder. Otherwise the data is stored in another
// folder, which this test does not remove.
chmodSync(dataDir, 0o755);
const script = `
  import { joinPostgres, startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
  try {
    const open = process.argv[2] === 'tool' ? joinPostgres : startPostgres;
    const { url, stop } = await open(process.argv[1], () => {});
    console.log(url);
    process.on('SIGINT', () => stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ': ' + error.message);
    process.exit(1);
  }
`;

const children: ChildProcess[] = [];

/** Starts a process with the database. `said` resolves to the address of the database or to the error message. */
async function startStack(
  role: 'stack' | 'tool' = 'stack',
): Promise<{ process: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir, role], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) return { process: child, said: line };
  throw new Error('the process printed nothing');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Runs a tool of `pnpm marquee` on the database under `dataDir`. */
const runTool = (...args: string[]) =>
  new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'marquee.ts'), ...args],
      { env: childEnv({ DATABASE_URL: '', DATA_DIR: dataDir }) },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, out: stdout + stderr }),
    );
  });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGINT')));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the embedded database', () => {
  it('keeps committed data when its stack is killed, and starts again', async () => {
    const first = await startStack();
    await query(first.said, 'CREATE TABLE kept (id int)');
    await query(first.said, 'INSERT INTO kept VALUES (42)');
    await end(first.process, 'SIGKILL');

    const second = await startStack();
    expect(await query(second.said, 'SELECT id FROM kept')).toEqual([{ id: 42 }]);
    await end(second.process, 'SIGINT');
    await expect(query(second.said, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('refuses a second stack on the same data folder', async () => {
    const first = await startStack();
    const second = await startStack();
    expect(second.said).toMatch(
      /^HostError: DATA_DIR: the database in .* is used by another running Marquee \(process \d+\)$/,
    );
    expect(second.said).toContain(`(process ${first.process.pid})`);
    expect(await query(first.said, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is shared by a running stack and tools, and keeps running when a tool ends', async () => {
    const { said } = await startStack();
    expect(await runTool('database', 'deploy')).toMatchObject({ code: 0 });
    const imported = await runTool('catalogue', 'import', handmadeCataloguePath);
    expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/\b22 new, .* 0 bad lines/) });
    // The import asks the worker to look again for titles that users miss.
    expect(await runTool('jobs')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/match_waiting +waiting +1\n$/),
    });
    expect(await query(said, "SELECT title FROM media WHERE external_id = 'lamplighter'")).toEqual([
      { title: 'The Lamplighter of Kotor' },
    ]);
  });

  it('is started by a tool when no stack runs, and then refuses a second tool', async () => {
    const first = await startStack('tool');
    const second = await startStack('tool');
    expect(second.said).toMatch(/is used by another running command \(process \d+\)$/);
    await end(first.process, 'SIGINT');
    expect(await runTool('catalogue', 'import', handmadeCataloguePath)).toMatchObject({ code: 0 });
    await expect(query(first.said, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('does not log the values of refused rows', async () => {
    const { said } = await startStack();
    expect(await query(said, 'SHOW log_error_verbosity')).toEqual([{ log_error_verbosity: 'terse' }]);
  });

  it('is used with a role that is no superuser and owns the tables of an earlier version', async () => {
    const first = await startStack();
    const admin = new URL(first.said);
    admin.username = 'marquee';
    admin.password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
    await query(
      admin.href,
      `CREATE TYPE mood AS ENUM ('calm');
       CREATE TABLE old (id serial PRIMARY KEY, big bigint GENERATED ALWAYS AS IDENTITY, mood mood);
       CREATE VIEW older AS SELECT id FROM old;
       CREATE FUNCTION oldest() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    );
    await expect(query(first.said, 'ALTER TABLE old ADD column name text')).rejects.toThrow('must be owner');
    await end(first.process, 'SIGINT');

    const { said } = await startStack();
    await query(said, "ALTER TABLE old ADD column name text; ALTER TYPE mood ADD VALUE 'glad'");
    await query(said, "INSERT INTO old (mood) VALUES ('calm')");
    await query(said, 'DROP VIEW older; DROP FUNCTION oldest(); DROP TABLE old; DROP TYPE mood');
    expect(
      await query(
        said,
        'SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user',
      ),
    ).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    await expect(query(said, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied');
  });

  it('listens on loopback only and requires its password', async () => {
    const { said } = await startStack();
    expect(await query(said, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const guess = new URL(said);
    guess.password = 'guess';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });
});
