// The embedded PostgreSQL: a real server from an npm package, on loopback and a free port, its data under
// DATA_DIR. It outlives nobody: a shell that waits for our end stops it even when we are killed, and a start
// that still finds one running stops it first.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Cluster,
  findServer,
  findSupervisor,
  lastLine,
  MARKS,
  type Role,
  run,
  stopServer,
  USER,
  urlOf,
} from '#src/local/cluster.ts';
import { HostError, makeOwnFolder, prepareFolder, prepareHost } from '#src/local/host.ts';
import { findFreePort } from '#src/local/ports.ts';

const DATABASE = 'marquee';
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
  // A refused row's values (an address that is taken, say) would outlive their person in the log.
  '-c',
  'log_error_verbosity=terse',
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

/** The password of the cluster, made once and readable by its owner alone. */
async function ensurePassword(path: string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
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
        `DATA_DIR: the database in ${cluster.data} is used by another running ${supervisor.role === 'tool' ? 'command' : 'Marquee'} (process ${supervisor.pid})`,
      );
  }
}

/** Waits until the server answers or its process ends. */
async function awaitServer(
  cluster: Cluster,
  port: number,
  role: Role,
  hasEnded: () => boolean,
): Promise<pg.Client | null> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(40)) {
    if (hasEnded()) return null;
    const client = new pg.Client({
      connectionString: urlOf(cluster, port, 'postgres'),
      application_name: `${MARKS[role]} ${process.pid}`,
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

async function startServer(cluster: Cluster, role: Role, fleeting: boolean): Promise<Server> {
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
    const session = await awaitServer(cluster, port, role, () => ended);
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

async function open(cluster: Cluster, role: Role, temporary: string | null): Promise<LocalPostgres> {
  const fleeting = temporary !== null;
  if (existsSync(cluster.data)) {
    await checkVersion(cluster);
    await clearTheWay(cluster);
  } else {
    await initialise(cluster, fleeting);
  }
  const { pid, port, session } = await startServer(cluster, role, fleeting);
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
  return open(await lasting(dataDir, say), 'stack', null);
}

/**
 * The database under `dataDir` for a tool that may work beside a running stack: the stack's own server where there is
 * one (stopping then does nothing), else one of ours. Another tool's server would end under our hands: that one is
 * waited for, a few seconds.
 * @throws HostError with one line when this machine does not let it run, or another tool has it.
 */
export async function joinPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  const cluster = await lasting(dataDir, say);
  const running = await findServer(cluster.data);
  if (running && (await findSupervisor(cluster, running.port))?.role === 'stack')
    return { url: urlOf(cluster, running.port, DATABASE), stop: async () => undefined };
  // Who meant the data of a running stack sees that this is not it.
  say(`No stack runs on ${cluster.data}: working on the data there.`);
  return open(cluster, 'tool', null);
}

/** Starts an empty database that is gone when `stop` is called or this process ends: for tests and tools. */
export async function startTemporaryPostgres(say: (line: string) => void): Promise<LocalPostgres> {
  const host = await prepareHost(say);
  const parent = await prepareFolder(tmpdir(), host, () => undefined);
  const folder = await mkdtemp(join(parent, 'marquee-postgres-'));
  if (host.runAs) await chown(folder, host.runAs.uid, host.runAs.gid);
  const password = await ensurePassword(join(folder, 'postgres.password'));
  return open(
    { host, data: join(folder, 'data'), password, log: join(folder, 'postgres.log') },
    'tool',
    folder,
  );
}
