// The embedded PostgreSQL: a server from an npm package, on loopback and a free port, with its data under DATA_DIR. A
// shell process waits for the end of this process and then stops the server, also after a SIGKILL. A start stops a
// server that still runs without its stack.
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
  // The values of refused rows would stay in the log after their user is deleted.
  '-c',
  'log_error_verbosity=terse',
];
/** For temporary data, which need not survive a crash. */
const TEMPORARY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((set) => [
  '-c',
  set,
]);

export interface LocalPostgres {
  /** postgresql://… of the database, on loopback. */
  url: string;
  /** Ends all sessions and stops the server; committed data stays. */
  stop(): Promise<void>;
}

/** Creates a cluster in a temporary folder and renames it, so that a killed initdb leaves no partial cluster. */
async function initialize(cluster: Cluster, isTemporary: boolean): Promise<void> {
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
      ...(isTemporary ? ['--no-sync'] : []),
    ]);
    if (code !== 0) throw new HostError(`PostgreSQL could not prepare ${cluster.data}: ${lastLine(output)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster.data);
}

/** The password of the cluster, created once and readable only by its owner. */
async function ensurePassword(path: string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Stops a server whose stack was killed. Refuses when a running stack uses it, unless that is just stopping. */
async function stopOrphan(cluster: Cluster): Promise<void> {
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
    // The client emits an error when the server closes its session; this is expected.
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
 * Stops the server when this process ends for any reason: the shell's input closes then. The shell stops this server
 * by process id, never one that a later start put in its place. Windows lacks such a shell; there the next start
 * stops the server.
 */
function stopWithParent(cluster: Cluster, server: number, temporary: string | null): void {
  if (process.platform === 'win32') return;
  const script = temporary ? 'read -r _; kill -QUIT "$1"; sleep 1; rm -rf "$2"' : 'read -r _; kill -INT "$1"';
  const watcher = spawn('/bin/sh', ['-c', script, 'marquee-watch', String(server), temporary ?? ''], {
    ...cluster.host.runAs,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The pipe must stay open without keeping this process alive. It is a socket, but typed as a plain stream.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
}

interface Server {
  pid: number;
  port: number;
  session: pg.Client;
}

async function startServer(cluster: Cluster, role: Role, isTemporary: boolean): Promise<Server> {
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
        ...(isTemporary ? TEMPORARY : []),
      ],
      // A separate process group: Ctrl-C must not stop the database before the processes that write to it.
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
      `DATA_DIR: ${cluster.data} was created by PostgreSQL ${made}, and this version has ${brought}: move the folder away, or set DATABASE_URL`,
    );
}

async function open(cluster: Cluster, role: Role, temporary: string | null): Promise<LocalPostgres> {
  const isTemporary = temporary !== null;
  if (existsSync(cluster.data)) {
    await checkVersion(cluster);
    await stopOrphan(cluster);
  } else {
    await initialize(cluster, isTemporary);
  }
  const { pid, port, session } = await startServer(cluster, role, isTemporary);
  stopWithParent(cluster, pid, temporary);
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

async function persistentCluster(dataDir: string, say: (line: string) => void): Promise<Cluster> {
  const host = await prepareHost(say);
  const folder = await prepareFolder(dataDir, host, say);
  const password = await ensurePassword(join(folder, 'postgres.password'));
  return { host, data: join(folder, 'postgres'), password, log: join(folder, 'postgres.log') };
}

/**
 * Starts the database under `dataDir` (absolute); creates it on first use.
 * @param say receives a line when the data is kept in another folder.
 * @throws HostError with one line when the machine cannot run it, or another stack uses it.
 */
export async function startPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  return open(await persistentCluster(dataDir, say), 'stack', null);
}

/**
 * The database under `dataDir` for a tool: the server of a running stack if there is one, otherwise a new server.
 * `stop` leaves a stack's server running. Another tool's server ends with that tool, so this waits for it for a few
 * seconds.
 * @throws HostError with one line when the machine cannot run it, or another tool uses it.
 */
export async function joinPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  const cluster = await persistentCluster(dataDir, say);
  const running = await findServer(cluster.data);
  if (running && (await findSupervisor(cluster, running.port))?.role === 'stack')
    return { url: urlOf(cluster, running.port, DATABASE), stop: async () => undefined };
  // Shows the folder, in case the user meant the data of another, running stack.
  say(`No Marquee is running with ${cluster.data}: starting its database for this command.`);
  return open(cluster, 'tool', null);
}

/** Starts an empty database that is deleted on `stop` or when this process ends; for tests and tools. */
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
