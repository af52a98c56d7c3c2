// The embedded PostgreSQL: a real server from an npm package, on loopback and a free port, its data under
// DATA_DIR. It outlives nobody: a shell that waits for our end stops it even when we are killed, and a start
// that still finds one running stops it first.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { childEnv } from '#src/env.ts';
import { type Host, HostError, makeOwnFolder, prepareFolder, prepareHost } from '#src/local/host.ts';
import { findFreePort } from '#src/local/ports.ts';

const USER = 'marquee';
const DATABASE = 'marquee';
/** How a running stack marks its server as in use; ends with the process id. */
const SUPERVISOR = 'marquee supervisor';
const START_TIMEOUT_MS = 60_000;
const IN_USE_PATIENCE_MS = 5_000;
const LOG_LIMIT_BYTES = 10_000_000;

const LASTING = [
  '-c',
  'jit=off',
  '-c',
  'timezone=UTC',
  '-c',
  'log_timezone=UTC',
  '-c',
  'max_connections=200',
];
/** For data that nobody misses after a crash. */
const FLEETING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((set) => [
  '-c',
  set,
]);

export interface LocalPostgres {
  /** postgresql://… of the database, on loopback. */
  url: string;
  /** Ends every session and the server; what was committed stays. */
  stop(): Promise<void>;
}

interface Cluster {
  host: Host;
  /** PostgreSQL's own folder (PGDATA). */
  data: string;
  password: string;
  log: string;
}

interface RunResult {
  code: number | null;
  output: string;
}

/** Runs one of PostgreSQL's programs to its end, as the right user and in a folder that user may enter. */
async function run(cluster: Pick<Cluster, 'host'>, program: string, args: string[]): Promise<RunResult> {
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

/** Makes a new cluster, whole or not at all: a killed initdb leaves only a folder that the next one removes. */
async function initialise(cluster: Cluster, fleeting: boolean): Promise<void> {
  const unfinished = `${cluster.data}.unfinished`;
  await makeOwnFolder(unfinished, cluster.host);
  const passwordFile = `${cluster.data}.password.init`;
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (cluster.host.runAs) await chown(passwordFile, cluster.host.runAs.uid, cluster.host.runAs.gid);
  try {
    const { code, output } = await run(cluster, 'initdb', [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(fleeting ? ['--no-sync'] : []),
    ]);
    if (code !== 0) throw new HostError(`PostgreSQL could not prepare ${cluster.data}: ${lastLine(output)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster.data);
}

const lastLine = (text: string): string =>
  text.split('\n').findLast((line) => line.trim() !== '') ?? 'no output';

/** The password of the cluster, made once and readable by its owner alone. */
async function ensurePassword(path: string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Process id and port that the cluster's postmaster.pid names, when that process still is its server. */
async function findServer(data: string): Promise<{ pid: number; port: number } | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  if (pid > 0 && (await isServerOf(pid, data))) return { pid, port: Number(lines[3]) };
  // Left by a crash or a reboot; the number may since belong to somebody else.
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

const urlOf = (cluster: Cluster, port: number, database: string): string =>
  `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${database}`;

/** The process id of the stack that uses the server, if one does. */
async function findSupervisor(cluster: Cluster, port: number): Promise<string | null> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      'SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE $1',
      [`${SUPERVISOR} %`],
    );
    return rows[0]?.name.slice(SUPERVISOR.length + 1) ?? null;
  } catch {
    return null; // On its way up or down, so nobody is using it.
  } finally {
    await client.end();
  }
}

async function stopServer(cluster: Cluster): Promise<void> {
  const stop = (mode: string) =>
    run(cluster, 'pg_ctl', ['stop', '-D', cluster.data, '-m', mode, '-w', '-t', '20']);
  const { code } = await stop('fast');
  if (code === 0 || !(await findServer(cluster.data))) return;
  const { code: last, output } = await stop('immediate');
  if (last !== 0 && (await findServer(cluster.data)))
    throw new HostError(`PostgreSQL in ${cluster.data} does not stop: ${lastLine(output)}`);
}

/** Stops a server that a killed stack left behind; refuses when a living one uses it, unless that is just ending. */
async function clearTheWay(cluster: Cluster): Promise<void> {
  for (const deadline = Date.now() + IN_USE_PATIENCE_MS; ; await sleep(100)) {
    const left = await findServer(cluster.data);
    if (!left) return;
    const supervisor = await findSupervisor(cluster, left.port);
    if (!supervisor) return stopServer(cluster);
    if (Date.now() > deadline)
      throw new HostError(
        `DATA_DIR: the database in ${cluster.data} is used by another running Marquee (process ${supervisor})`,
      );
  }
}

/** Waits until the server answers or its process ends. */
async function awaitServer(
  cluster: Cluster,
  port: number,
  hasEnded: () => boolean,
): Promise<pg.Client | null> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(40)) {
    if (hasEnded()) return null;
    const client = new pg.Client({
      connectionString: urlOf(cluster, port, 'postgres'),
      application_name: `${SUPERVISOR} ${process.pid}`,
      keepAlive: true,
    });
    // The server is stopped by us; a session that it ends on the way is no event.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch {
      await client.end();
    }
  }
  return null;
}

/**
 * Ties the server's life to ours: the shell's input closes when this process ends, however it ends. It ends
 * that very server by number, never whichever one a quick next start has put in its place. Windows has no such
 * shell; there the next start stops what was left.
 */
function watchOver(cluster: Cluster, server: number, temporary: string | null): void {
  if (process.platform === 'win32') return;
  const script = temporary ? 'read -r _; kill -QUIT "$1"; sleep 1; rm -rf "$2"' : 'read -r _; kill -INT "$1"';
  const watcher = spawn('/bin/sh', ['-c', script, 'marquee-watch', String(server), temporary ?? ''], {
    ...cluster.host.runAs,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The pipe must stay open without keeping us alive; a socket underneath, though typed as a plain stream.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
}

interface Server {
  pid: number;
  port: number;
  session: pg.Client;
}

async function startServer(cluster: Cluster, fleeting: boolean): Promise<Server> {
  if (existsSync(cluster.log) && (await stat(cluster.log)).size > LOG_LIMIT_BYTES)
    await truncate(cluster.log);
  const log = openSync(cluster.log, 'a');
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const child = spawn(
      join(cluster.host.bin, 'postgres'),
      [
        ...['-D', cluster.data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
        ...LASTING,
        ...(fleeting ? FLEETING : []),
      ],
      // Out of our process group: Ctrl-C must not end the database before what writes to it.
      { ...cluster.host.runAs, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    );
    let ended = false;
    child.once('exit', () => (ended = true));
    child.once('error', () => (ended = true));
    child.unref();
    const session = await awaitServer(cluster, port, () => ended);
    if (session && child.pid) return { pid: child.pid, port, session };
    if (attempt === 3)
      throw new HostError(
        `PostgreSQL did not start: ${lastLine(await readFile(cluster.log, 'utf8'))} (see ${cluster.log})`,
      );
  }
}

async function checkVersion(cluster: Cluster): Promise<void> {
  const made = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  const { output } = await run(cluster, 'postgres', ['--version']);
  const brought = /(\d+)\./.exec(output)?.[1];
  if (made !== brought)
    throw new HostError(
      `DATA_DIR: ${cluster.data} was made by PostgreSQL ${made}, this version brings ${brought}: move it away, or set DATABASE_URL`,
    );
}

async function open(cluster: Cluster, temporary: string | null): Promise<LocalPostgres> {
  const fleeting = temporary !== null;
  if (existsSync(cluster.data)) {
    await checkVersion(cluster);
    await clearTheWay(cluster);
  } else {
    await initialise(cluster, fleeting);
  }
  const { pid, port, session } = await startServer(cluster, fleeting);
  watchOver(cluster, pid, temporary);
  const { rowCount } = await session.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount === 0) await session.query(`CREATE DATABASE ${DATABASE}`);
  return {
    url: urlOf(cluster, port, DATABASE),
    async stop() {
      await session.end();
      await stopServer(cluster);
      if (temporary) await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function lasting(dataDir: string, say: (line: string) => void): Promise<Cluster> {
  const host = await prepareHost(say);
  const folder = await prepareFolder(dataDir, host, say);
  const password = await ensurePassword(join(folder, 'postgres.password'));
  return { host, data: join(folder, 'postgres'), password, log: join(folder, 'postgres.log') };
}

/**
 * Starts the database kept under `dataDir` (absolute); makes it the first time.
 * @param say gets a line when something is put elsewhere than asked.
 * @throws HostError with one line when this machine does not let it run, or another stack has it.
 */
export async function startPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  return open(await lasting(dataDir, say), null);
}

/**
 * The database under `dataDir` for a tool that may work beside a running stack: the stack's own server where there is
 * one (stopping then does nothing), else one of ours.
 */
export async function joinPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  const cluster = await lasting(dataDir, say);
  const running = await findServer(cluster.data);
  if (running && (await findSupervisor(cluster, running.port)))
    return { url: urlOf(cluster, running.port, DATABASE), stop: async () => undefined };
  return open(cluster, null);
}

/** Starts an empty database that is gone when `stop` is called or this process ends: for tests and tools. */
export async function startTemporaryPostgres(say: (line: string) => void): Promise<LocalPostgres> {
  const host = await prepareHost(say);
  const parent = await prepareFolder(tmpdir(), host, () => undefined);
  const folder = await mkdtemp(join(parent, 'marquee-postgres-'));
  if (host.runAs) await chown(folder, host.runAs.uid, host.runAs.gid);
  const password = await ensurePassword(join(folder, 'postgres.password'));
  return open({ host, data: join(folder, 'data'), password, log: join(folder, 'postgres.log') }, folder);
}
