import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'marquee-local-'));
const script = `
  import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))};
  try {
    const { url, stop } = await startPostgres(process.argv[1], () => {});
    console.log(url);
    process.on('SIGINT', () => stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(error.name + ': ' + error.message);
    process.exit(1);
  }
`;

const children: ChildProcess[] = [];

/** A process that keeps the database; `said` is its address, or what stopped it. */
async function startStack(): Promise<{ process: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) return { process: child, said: line };
  throw new Error('the process said nothing');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

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
  it('keeps what was committed when its stack is killed, and is there again at once', async () => {
    const first = await startStack();
    await query(first.said, 'CREATE TABLE kept (id int)');
    await query(first.said, 'INSERT INTO kept VALUES (42)');
    await end(first.process, 'SIGKILL');

    const second = await startStack();
    expect(await query(second.said, 'SELECT id FROM kept')).toEqual([{ id: 42 }]);
    await end(second.process, 'SIGINT');
    await expect(query(second.said, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('is not taken from a stack that lives', async () => {
    const first = await startStack();
    const second = await startStack();
    expect(second.said).toMatch(
      /^HostError: DATA_DIR: the database in .* is used by another running Marquee \(process \d+\)$/,
    );
    expect(second.said).toContain(`(process ${first.process.pid})`);
    expect(await query(first.said, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('listens on loopback alone and asks for its password', async () => {
    const { said } = await startStack();
    expect(await query(said, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const guess = new URL(said);
    guess.password = 'guess';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });
});
