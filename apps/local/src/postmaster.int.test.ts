import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { prepareFolder, prepareHost } from './host.ts';

const wanted = mkdtempSync(join(tmpdir(), 'marquee-postmaster-'));
// When root runs the tests, the postgres user must reach the folder.
chmodSync(wanted, 0o755);
const script = `
  import { joinPostgres, startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
  const print = (kind, text) => console.log(kind + ' ' + text);
  try {
    const open = process.argv[2] === 'tool' ? joinPostgres : startPostgres;
    const { url, stop } = await open(process.argv[1], (line) => print('said', line));
    print('url', url);
    process.on('SIGINT', () => stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
  } catch (error) {
    print('failed', error.message);
    process.exit(1);
  }
`;

const children: ChildProcess[] = [];

/** Starts a process that starts or joins the database. `find` reads the lines that the process prints. */
function launch(role: 'stack' | 'tool' = 'stack') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, wanted, role], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  /**
   * Waits for the first line that starts with these words, and returns the rest of the line.
   * @throws AssertionError with all lines when the process has failed without this line.
   */
  const find = (words: string) =>
    waitFor(`a line "${words}"`, () => {
      const line = lines.find((each) => `${each} `.startsWith(`${words} `));
      if (line === undefined && lines.some((each) => each.startsWith('failed ')))
        expect.fail(`no line "${words}" but: ${lines.join(' | ')}`);
      return line?.slice(words.length + 1);
    });
  return { child, find };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

let folder: string;
const fileOf = (name: string): string => join(folder, 'postgres', name);
const serverPid = (): number => Number(readFileSync(fileOf('postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Kills stack and server without a shutdown, so that the next start must recover. */
async function crash(stack: ChildProcess): Promise<void> {
  const pid = serverPid();
  stack.kill('SIGSTOP'); // A stopped process cannot restart the server.
  process.kill(pid, 'SIGKILL');
  await end(stack, 'SIGKILL');
  await waitFor('the end of the server', () => !isAlive(pid));
}

const kept = 'SELECT id FROM kept';
const MARKS =
  "SELECT pid, application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'marquee supervisor %'";

beforeAll(async () => {
  folder = await prepareFolder(wanted, await prepareHost(() => undefined), () => undefined);
  const { child, find } = launch();
  const url = await find('url');
  await query(url, 'CREATE TABLE kept (id int)');
  await query(url, 'INSERT INTO kept VALUES (42)');
  await end(child, 'SIGINT');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGINT')));
});
afterAll(() => {
  for (const path of [wanted, folder]) rmSync(path, { recursive: true, force: true });
});

describe('the server of the embedded database', () => {
  it('restarts with the same port, data and mark when it is killed', async () => {
    const { child, find } = launch();
    const url = await find('url');
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    await find('said PostgreSQL runs again');
    expect(await query(url, kept)).toEqual([{ id: 42 }]);
    expect(serverPid()).not.toBe(pid);
    expect(await query(url, MARKS)).toMatchObject([{ name: `marquee supervisor ${child.pid}` }]);
  });

  it('is marked as in use again when the session with the mark is killed', async () => {
    const { child, find } = launch();
    const url = await find('url');
    const pid = serverPid();
    const [before] = await query(url, MARKS);
    if (!before) expect.fail('no mark');
    process.kill(Number(before.pid), 'SIGKILL');
    const after = await waitFor('the new mark', () =>
      query(url, MARKS).then(
        ([mark]) => (mark && mark.pid !== before.pid ? mark : null),
        () => null,
      ),
    );
    expect([after.name, serverPid()]).toEqual([`marquee supervisor ${child.pid}`, pid]);
  });

  it('lets other starts wait with a printed line while it recovers', async () => {
    const crashed = launch();
    await crashed.find('url');
    await crash(crashed.child);
    // Recovery runs this command for its first file, so recovery lasts until the file `hold` is removed. Until
    // then the server accepts no session, as after a crash.
    const hold = join(wanted, 'hold');
    writeFileSync(hold, '');
    writeFileSync(fileOf('recovery.signal'), '');
    appendFileSync(
      fileOf('postgresql.auto.conf'),
      `hot_standby = off\nrestore_command = 'while [ -e ${hold} ]; do sleep 0.1; done; false'\n`,
    );
    const first = launch();
    expect(await first.find('said')).toMatch(/^PostgreSQL in .* is starting or recovering .*: waiting/);
    const pid = serverPid();
    const [second, tool] = [launch(), launch('tool')];
    await Promise.all([second.find('said'), tool.find('said')]);
    expect([serverPid(), isAlive(pid)]).toEqual([pid, true]);
    rmSync(hold);
    const url = await first.find('url');
    expect(await tool.find('url')).toBe(url);
    expect(await second.find('failed')).toMatch(/is used by another running Marquee/);
    expect([serverPid(), await query(url, kept)]).toEqual([pid, [{ id: 42 }]]);
  });

  it.skipIf(process.platform === 'win32')(
    'starts with a stale lock file whose process id now belongs to another program',
    async () => {
      const crashed = launch();
      await crashed.find('url');
      await crash(crashed.child);
      const { runAs } = await prepareHost(() => undefined);
      const stranger = spawn('sleep', ['60'], { ...runAs, cwd: '/', stdio: 'ignore' });
      try {
        const lock = readFileSync(fileOf('postmaster.pid'), 'utf8');
        writeFileSync(fileOf('postmaster.pid'), lock.replace(/^\d+/, String(stranger.pid)));
        expect(await query(await launch().find('url'), kept)).toEqual([{ id: 42 }]);
        expect(stranger.exitCode).toBeNull();
      } finally {
        await end(stranger, 'SIGKILL');
      }
    },
  );

  it('is reported with its FATAL line when it does not start', async () => {
    const settings = readFileSync(fileOf('postgresql.auto.conf'));
    appendFileSync(fileOf('postgresql.auto.conf'), "shared_preload_libraries = 'nowhere'\n");
    const line = await launch().find('failed');
    writeFileSync(fileOf('postgresql.auto.conf'), settings);
    expect(line).toMatch(/^PostgreSQL did not start: FATAL: could not access file "nowhere"/);
  });
});
