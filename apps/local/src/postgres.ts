// The embedded PostgreSQL: a server from an npm package, on loopback and a free port, with its data under
// DATA_DIR.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureAppRole } from './app-role.ts';
import {
  type Cluster,
  findServer,
  findSupervisor,
  lastLine,
  type Role,
  run,
  type Supervisor,
  stopServer,
  USER,
  urlOf,
} from './cluster.ts';
import { HostError, makeOwnFolder, prepareFolder, prepareHost } from './host.ts';
import { keepServer, waitingFor } from './postmaster.ts';

const DATABASE = 'marquee';
const IN_USE_PATIENCE_MS = 5_000;
/**
 * Time within which a process marks its server as in use, counted from the start of the server or the loss of
 * the session.
 */
const MARK_PATIENCE_MS = 1_500;
const POLL_MS = 100;

export interface LocalPostgres {
  /** Address (postgresql://…) of the database, on loopback, with the role of the product, which is no superuser. */
  url: string;
  /** The same address with the superuser, for tools that create databases or load data without triggers. */
  adminUrl: string;
  /** Ends all sessions and stops the server; committed data stays. */
  stop(): Promise<void>;
}

/**
 * Creates a cluster in a temporary folder and renames the folder, so that a killed initdb leaves no partial
 * cluster.
 */
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

/**
 * Returns the password of the cluster. The first call creates the file with the password, which only its
 * owner can read.
 */
async function ensurePassword(path: string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return password;
}

interface Owned {
  port: number;
  owner: Supervisor;
}

/**
 * Finds the cluster's server and the process that uses it, and waits while the server starts, recovers or
 * stops. Stops a server that no process uses.
 */
async function findOwned(cluster: Cluster, say: (line: string) => void): Promise<Owned | null> {
  let unownedSince: number | null = null;
  let isTold = false;
  for (;;) {
    const server = await findServer(cluster.data);
    if (!server) return null;
    const owner = await findSupervisor(cluster, server.port);
    if (typeof owner === 'object') return { port: server.port, owner };
    if (owner === 'busy') {
      unownedSince = null;
      if (!isTold) say(waitingFor(cluster));
      isTold = true;
    } else {
      unownedSince ??= Date.now();
      const patience = owner === 'none' ? MARK_PATIENCE_MS : IN_USE_PATIENCE_MS;
      if (Date.now() - unownedSince > patience) await stopServer(cluster);
    }
    await sleep(POLL_MS);
  }
}

/**
 * Waits a few seconds for another process to stop.
 * @throws HostError when the process still uses the cluster.
 */
async function refuseInUse(cluster: Cluster, say: (line: string) => void): Promise<void> {
  for (const deadline = Date.now() + IN_USE_PATIENCE_MS; ; await sleep(POLL_MS)) {
    const owned = await findOwned(cluster, say);
    if (!owned) return;
    if (Date.now() > deadline)
      throw new HostError(
        `DATA_DIR: the database in ${cluster.data} is used by another running ${owned.owner.role === 'tool' ? 'command' : 'Marquee'} (process ${owned.owner.pid})`,
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

async function open(
  cluster: Cluster,
  role: Role,
  temporary: string | null,
  say: (line: string) => void,
): Promise<LocalPostgres> {
  if (existsSync(cluster.data)) {
    await checkVersion(cluster);
    await refuseInUse(cluster, say);
  } else {
    await initialize(cluster, temporary !== null);
  }
  const server = await keepServer(cluster, { role, temporary, say });
  await server.createDatabase(DATABASE);
  return {
    url: await ensureAppRole(cluster, server.port, DATABASE),
    adminUrl: urlOf(cluster, server.port, DATABASE),
    async stop() {
      await server.stop();
      if (temporary) await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function persistentCluster(dataDir: string, say: (line: string) => void): Promise<Cluster> {
  const host = await prepareHost(say);
  const folder = await prepareFolder(dataDir, host, say);
  return {
    host,
    data: join(folder, 'postgres'),
    password: await ensurePassword(join(folder, 'postgres.password')),
    appPassword: await ensurePassword(join(folder, 'marquee.password')),
    log: join(folder, 'postgres.log'),
  };
}

/**
 * Starts the database under `dataDir` (absolute), and creates the database on first use.
 * @param say receives a line when the data is in another folder, or the server recovers or starts again.
 * @throws HostError with one line when the machine cannot run PostgreSQL, or another stack uses the database.
 */
export async function startPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  return open(await persistentCluster(dataDir, say), 'stack', null, say);
}

/**
 * Opens the database under `dataDir` for a tool: on the server of a running stack, otherwise on a new server.
 * Waits a few seconds while another tool uses the database.
 * @throws HostError with one line when the machine cannot run PostgreSQL, or another tool uses the database.
 */
export async function joinPostgres(dataDir: string, say: (line: string) => void): Promise<LocalPostgres> {
  const cluster = await persistentCluster(dataDir, say);
  const running = await findOwned(cluster, say);
  // The server of a stack continues when the tool stops.
  if (running?.owner.role === 'stack')
    return {
      url: await ensureAppRole(cluster, running.port, DATABASE),
      adminUrl: urlOf(cluster, running.port, DATABASE),
      stop: async () => undefined,
    };
  // The line names the folder, so that the user notices a wrong DATA_DIR.
  say(`No Marquee is running with ${cluster.data}: starting its database for this command.`);
  return open(cluster, 'tool', null, say);
}

/** Starts an empty database for tests and tools, which is deleted on `stop` or when this process ends. */
export async function startTemporaryPostgres(say: (line: string) => void): Promise<LocalPostgres> {
  const host = await prepareHost(say);
  const parent = await prepareFolder(tmpdir(), host, () => undefined);
  const folder = await mkdtemp(join(parent, 'marquee-postgres-'));
  if (host.runAs) await chown(folder, host.runAs.uid, host.runAs.gid);
  const password = await ensurePassword(join(folder, 'postgres.password'));
  return open(
    { host, data: join(folder, 'data'), password, appPassword: password, log: join(folder, 'postgres.log') },
    'tool',
    folder,
    say,
  );
}
