// A PostgreSQL cluster on disk: its programs, its running server, and the process that uses the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { childEnv } from '#src/env.ts';
import { type Host, HostError } from '#src/local/host.ts';

/** The superuser of every embedded cluster. */
export const USER = 'marquee';
/** The application names that mark a server as in use; the process id follows. */
export const MARKS = { stack: 'marquee supervisor', tool: 'marquee tool' } as const;
/** A tool may join the server of a stack. The server of a tool ends with the tool. */
export type Role = keyof typeof MARKS;

export interface Cluster {
  host: Host;
  /** PostgreSQL's data folder (PGDATA). */
  data: string;
  password: string;
  log: string;
}

interface RunResult {
  code: number | null;
  output: string;
}

/** Runs a program of PostgreSQL as the right user, in a folder that this user may enter. */
export async function run(
  cluster: Pick<Cluster, 'host'>,
  program: string,
  args: string[],
): Promise<RunResult> {
  const child = spawn(join(cluster.host.bin, program), args, {
    ...cluster.host.runAs,
    cwd: '/',
    env: childEnv({ LC_ALL: 'C', LC_MESSAGES: 'C' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output: output.trim() };
}

/** The last line that is not empty, for error messages. */
export const lastLine = (text: string): string =>
  text.split('\n').findLast((line) => line.trim() !== '') ?? 'no output';

/** Process id and port from the cluster's postmaster.pid, when that process is still its server. */
export async function findServer(data: string): Promise<{ pid: number; port: number } | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  if (pid > 0 && (await isServerOf(pid, data))) return { pid, port: Number(lines[3]) };
  // The file was left by a crash or reboot; the process id may now belong to another process.
  await rm(file, { force: true });
  return null;
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync(commandLine)) return process.platform !== 'linux';
  return (await readFile(commandLine, 'utf8')).includes(data);
}

/** postgresql://… of one of the cluster's databases. */
export const urlOf = (cluster: Cluster, port: number, database: string): string =>
  `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;

interface Supervisor {
  role: Role;
  pid: string;
}

/** The process that uses the server, or null. */
export async function findSupervisor(cluster: Cluster, port: number): Promise<Supervisor | null> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE ANY ($1::text[])',
      [Object.values(MARKS).map((mark) => `${mark} %`)],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      role: row.name.startsWith(MARKS.tool) ? 'tool' : 'stack',
      pid: row.name.slice(row.name.lastIndexOf(' ') + 1),
    };
  } catch {
    return null; // The server is starting or stopping, so no process uses it.
  } finally {
    await client.end();
  }
}

/** Stops the cluster's server, by force when it does not stop on request. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const stop = (mode: string) =>
    run(cluster, 'pg_ctl', ['stop', '-D', cluster.data, '-m', mode, '-w', '-t', '20']);
  const { code } = await stop('fast');
  if (code === 0 || !(await findServer(cluster.data))) return;
  const { code: last, output } = await stop('immediate');
  if (last !== 0 && (await findServer(cluster.data)))
    throw new HostError(`PostgreSQL in ${cluster.data} does not stop: ${lastLine(output)}`);
}
