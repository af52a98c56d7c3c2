// The functions for a PostgreSQL cluster on disk. They run PostgreSQL's programs, and find the cluster's
// server and the process that uses it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '@marquee/api/src/env.ts';
import pg from 'pg';
import { type Host, HostError } from './host.ts';

/** The superuser of every embedded cluster. */
export const USER = 'marquee';
/**
 * Application names of the session that marks a server as in use. The name is followed by the id of the
 * process that uses the server.
 */
export const MARKS = { stack: 'marquee supervisor', tool: 'marquee tool' } as const;
/** A tool may use the server of a running stack. A server that a tool started stops with the tool. */
export type Role = keyof typeof MARKS;

export interface Cluster {
  host: Host;
  /** PostgreSQL's data folder (PGDATA). */
  data: string;
  /** The password of the superuser. */
  password: string;
  /** The password of the role of the product (`app-role.ts`). */
  appPassword: string;
  log: string;
}

interface RunResult {
  code: number | null;
  output: string;
}

/** Runs a program of PostgreSQL as the user of the cluster, in a folder that this user may enter. */
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

/** Returns the last line that is not empty, for error messages. */
export const lastLine = (text: string): string =>
  text.split('\n').findLast((line) => line.trim() !== '') ?? 'no output';

/** FATAL lines that never explain the server's end: sessions refused during a start or stop. */
const REFUSED_SESSION = /the database system is|terminating connection/;

/** Returns why the server ended: the last FATAL or PANIC line of its log, or else the last line. */
export function findFatal(log: string): string {
  const line = log
    .split('\n')
    .findLast((each) => /\b(FATAL|PANIC):/.test(each) && !REFUSED_SESSION.test(each));
  return line?.slice(line.search(/\b(FATAL|PANIC):/)).replace(/:\s+/, ': ') ?? lastLine(log);
}

const lockFileOf = (data: string): string => join(data, 'postmaster.pid');

/** Reads process id and port from the cluster's postmaster.pid. Returns null without the file. */
async function readLock(data: string): Promise<{ pid: number; port: number } | null> {
  if (!existsSync(lockFileOf(data))) return null;
  const lines = (await readFile(lockFileOf(data), 'utf8')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Returns the running server of the cluster. Null when the process in postmaster.pid is not this server. */
export async function findServer(data: string): Promise<{ pid: number; port: number } | null> {
  const lock = await readLock(data);
  return lock && (await isServerOf(lock.pid, data)) ? lock : null;
}

/**
 * Returns the process id in postmaster.pid when another program has this id, for example after a crash.
 * PostgreSQL would refuse to start, unless PG_GRANDPARENT_PID names this id.
 */
export async function findStrangerInLock(data: string): Promise<number | null> {
  const lock = await readLock(data);
  return lock && isAlive(lock.pid) && !(await isServerOf(lock.pid, data)) ? lock.pid : null;
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync(commandLine)) return (await readFile(commandLine, 'utf8')).includes(data);
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data);
}

/** Returns the address (postgresql://…) of one database of the cluster, with the superuser. */
export const urlOf = (cluster: Pick<Cluster, 'password'>, port: number, database: string): string =>
  `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;

export interface Supervisor {
  role: Role;
  pid: string;
}

/** PostgreSQL's error code for a connection while the server starts, recovers or stops. */
const CANNOT_CONNECT_NOW = '57P03';

/** Returns whether the server answered that it starts, recovers or stops. */
export const isBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === CANNOT_CONNECT_NOW;

/**
 * Returns the process that uses the server, or `none`. Returns `busy` while the server starts, recovers or
 * stops, and `silent` when it does not answer.
 */
export async function findSupervisor(
  cluster: Cluster,
  port: number,
): Promise<Supervisor | 'none' | 'busy' | 'silent'> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  // The server may end the session during the query. The query then fails too, so the event is ignored.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE ANY ($1::text[])',
      [Object.values(MARKS).map((mark) => `${mark} %`)],
    );
    const [row] = rows;
    if (row === undefined) return 'none';
    return {
      role: row.name.startsWith(MARKS.tool) ? 'tool' : 'stack',
      pid: row.name.slice(row.name.lastIndexOf(' ') + 1),
    };
  } catch (error) {
    return isBusy(error) ? 'busy' : 'silent';
  } finally {
    await client.end();
  }
}

/** Stops the cluster's server. Kills it when it does not stop on request. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const stop = (mode: string) =>
    run(cluster, 'pg_ctl', ['stop', '-D', cluster.data, '-m', mode, '-w', '-t', '20']);
  const { code } = await stop('fast');
  if (code === 0 || !(await findServer(cluster.data))) return;
  const { code: last, output } = await stop('immediate');
  if (last !== 0 && (await findServer(cluster.data)))
    throw new HostError(`PostgreSQL in ${cluster.data} does not stop: ${lastLine(output)}`);
}
