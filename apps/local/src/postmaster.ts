// The server process of an embedded cluster. A server that ends is started again while its stack runs.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { readFile, stat, truncate } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '@marquee/api/src/env.ts';
import pg from 'pg';
import {
  type Cluster,
  findFatal,
  findStrangerInLock,
  isBusy,
  MARKS,
  type Role,
  stopServer,
  urlOf,
} from './cluster.ts';
import { HostError } from './host.ts';
import { findFreePort } from './ports.ts';

const LOG_LIMIT_BYTES = 10_000_000;
const FIRST_POLL_MS = 40;
const LONGEST_POLL_MS = 250;
/** When the server still starts or recovers after this time, a line tells the user to wait. */
const QUIET_MS = 1_000;
const REMINDER_MS = 10_000;
/**
 * The sessions of a killed server end within this time. A new server cannot start before these sessions have
 * ended.
 */
const LEFTOVER_PATIENCE_MS = 15_000;
const RESTART_BACKOFF_MS = 1_000;

const LASTING = [
  ...['-c', 'jit=off', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'max_connections=200'],
  // At the default level, the log would contain the values of refused rows even after their user is deleted.
  ...['-c', 'log_error_verbosity=terse'],
];
/** A small buffer for the database of `npm start`. The operating system also caches the files. */
const SMALL = ['-c', 'shared_buffers=48MB'];
/** Settings for temporary data, which need not survive a crash. */
const TEMPORARY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((set) => [
  '-c',
  set,
]);

interface Options {
  role: Role;
  /** The folder to delete with the server; null keeps the data. */
  temporary: string | null;
  say: (line: string) => void;
}

interface Process {
  hasEnded(): boolean;
}

interface Server {
  port: number;
  process: Process;
  session: pg.Client;
}

export const waitingFor = (cluster: Cluster): string =>
  `PostgreSQL in ${cluster.data} is starting or recovering after an unclean stop: waiting (see ${cluster.log})`;

/**
 * Starts a shell that stops the server when the shell's input closes, also after a SIGKILL of this process.
 * Windows has no such shell, so the next start stops the server.
 */
function stopWithParent(cluster: Cluster, server: ChildProcess, temporary: string | null): void {
  if (process.platform === 'win32') return;
  const script = temporary ? 'read -r _; kill -QUIT "$1"; sleep 1; rm -rf "$2"' : 'read -r _; kill -INT "$1"';
  const watcher = spawn('/bin/sh', ['-c', script, 'marquee-watch', String(server.pid), temporary ?? ''], {
    ...cluster.host.runAs,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The open pipe must not keep this process running. The pipe is a socket, but its type is a plain stream.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  // Stop the shell when the server ends, because another process may get the server's process id.
  server.once('exit', () => watcher.kill('SIGKILL'));
}

async function spawnServer(cluster: Cluster, port: number, temporary: string | null): Promise<Process> {
  const stranger = await findStrangerInLock(cluster.data);
  const log = openSync(cluster.log, 'a');
  const child = spawn(
    join(cluster.host.bin, 'postgres'),
    [
      ...['-D', cluster.data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...LASTING,
      ...(temporary ? TEMPORARY : SMALL),
    ],
    {
      ...cluster.host.runAs,
      cwd: '/',
      env: childEnv({ LC_ALL: 'C', ...(stranger !== null && { PG_GRANDPARENT_PID: String(stranger) }) }),
      // In a separate process group, because Ctrl-C must not stop the database before the processes that
      // write to it.
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  child.unref();
  stopWithParent(cluster, child, temporary);
  return { hasEnded: () => ended };
}

async function connect(cluster: Cluster, port: number, role: Role): Promise<pg.Client | { error: unknown }> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port, 'postgres'),
    application_name: `${MARKS[role]} ${process.pid}`,
    keepAlive: true,
  });
  // The client emits `error` when the server closes its session. The event `end` follows.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    return { error };
  }
}

/**
 * Returns a session when the server answers, or null when the server's process ends. Has no timeout, because
 * recovery can take long.
 */
async function awaitServer(
  cluster: Cluster,
  port: number,
  { hasEnded }: Process,
  { role, say }: Options,
): Promise<pg.Client | null> {
  const began = Date.now();
  let reminder = began + QUIET_MS;
  for (let pause = FIRST_POLL_MS; !hasEnded(); pause = Math.min(pause * 1.2, LONGEST_POLL_MS)) {
    const result = await connect(cluster, port, role);
    if (result instanceof pg.Client) return result;
    if (Date.now() > reminder && (isBusy(result.error) || Date.now() - began > REMINDER_MS)) {
      say(waitingFor(cluster));
      reminder = Date.now() + REMINDER_MS;
    }
    await sleep(pause);
  }
  return null;
}

/** Reads the part of the log that was written after the first `size` bytes. */
async function readLog(cluster: Cluster, size: number): Promise<string> {
  return (await readFile(cluster.log)).subarray(size).toString('utf8');
}

async function sizeOfLog(cluster: Cluster): Promise<number> {
  if (!existsSync(cluster.log)) return 0;
  const { size } = await stat(cluster.log);
  if (size <= LOG_LIMIT_BYTES) return size;
  await truncate(cluster.log);
  return 0;
}

/**
 * Starts the server and waits until it answers.
 * @param wanted the port; null for a free port.
 * @throws HostError with PostgreSQL's FATAL line.
 */
async function startServer(cluster: Cluster, options: Options, wanted: number | null): Promise<Server> {
  const deadline = Date.now() + LEFTOVER_PATIENCE_MS;
  for (let pause = FIRST_POLL_MS; ; pause *= 2) {
    const port = wanted ?? (await findFreePort());
    const before = await sizeOfLog(cluster);
    const child = await spawnServer(cluster, port, options.temporary);
    const session = await awaitServer(cluster, port, child, options);
    if (session) return { port, process: child, session };
    const fatal = findFatal(await readLog(cluster, before));
    // The port is in use, or sessions of a killed server still use shared memory. Both problems end soon.
    const isPassing = /could not create any TCP|shared memory block/.test(fatal);
    if (!isPassing || Date.now() > deadline)
      throw new HostError(`PostgreSQL did not start: ${fatal} (see ${cluster.log})`);
    await sleep(pause);
  }
}

export interface KeptServer {
  port: number;
  createDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the server, and restarts it on the same port when it ends. Keeps a session open that marks the server
 * as in use.
 * @throws HostError with PostgreSQL's FATAL line when the first start fails.
 */
export async function keepServer(cluster: Cluster, options: Options): Promise<KeptServer> {
  const { say } = options;
  let server = await startServer(cluster, options, null);
  let isStopping = false;

  async function restore(): Promise<void> {
    for (let pause = FIRST_POLL_MS; !isStopping; pause = Math.min(pause * 2, RESTART_BACKOFF_MS)) {
      const { port } = server;
      try {
        const session = await awaitServer(cluster, port, server.process, options);
        if (session) {
          server.session = session;
        } else {
          say('PostgreSQL has ended: starting it again');
          server = await startServer(cluster, options, port);
          say('PostgreSQL runs again');
        }
        if (isStopping) await server.session.end();
        else watch();
        return;
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        say(error.message);
        await sleep(pause);
      }
    }
  }
  function watch(): void {
    server.session.once('end', () => {
      if (!isStopping) void restore();
    });
  }
  watch();

  return {
    port: server.port,
    async createDatabase(name) {
      const { rowCount } = await server.session.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (rowCount === 0) await server.session.query(`CREATE DATABASE ${name}`);
    },
    async stop() {
      isStopping = true;
      await server.session.end();
      await stopServer(cluster);
    },
  };
}
