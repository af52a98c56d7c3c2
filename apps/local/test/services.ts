// Provides PostgreSQL and Redis for integration tests. Uses the address in a variable, else a container, else
// a program of this machine.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFreePort } from '../src/ports.ts';
import { startTemporaryPostgres } from '../src/postgres.ts';
import { mayInstall, servicesWanted } from './settings.ts';

const compose = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8');

/** Returns the image of a service in docker-compose.yml. */
function imageOf(name: string): string {
  const image = new RegExp(`image: (${name}:\\S+)`).exec(compose)?.[1];
  if (!image) throw new Error(`docker-compose.yml names no image of ${name}`);
  return image;
}

export interface Service {
  url: string;
  /** A description of the service for the output. */
  origin: string;
  stop(): Promise<void>;
}

const say = (line: string): void => console.warn(line);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const nothing = async (): Promise<void> => undefined;

/** Returns whether a Docker daemon answers on one of the usual sockets within a second. */
async function hasDocker(): Promise<boolean> {
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')].filter(existsSync);
  for (const socketPath of sockets) {
    const answered = await new Promise<boolean>((resolve) => {
      const ping = request({ socketPath, path: '/_ping', timeout: 1000 }, (reply) => {
        reply.resume();
        resolve(reply.statusCode === 200);
      });
      ping.once('timeout', () => ping.destroy());
      ping.once('error', () => resolve(false));
      ping.end();
    });
    if (answered) return true;
  }
  return false;
}

async function startInDocker(start: () => Promise<Service>): Promise<Service | null> {
  if (servicesWanted === 'embedded') return null;
  if (servicesWanted === 'auto' && !(await hasDocker())) return null;
  try {
    return await start();
  } catch (error) {
    if (servicesWanted === 'containers') throw error;
    say(`Docker answers but starts no container (${reasonOf(error)}); using this machine`);
    return null;
  }
}

/** Starts PostgreSQL, or uses the given address. The role may create databases. */
export async function startPostgresService(given: string | null): Promise<Service> {
  if (given) return { url: given, origin: 'DATABASE_URL', stop: nothing };
  const contained = await startInDocker(async () => {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const container = await new PostgreSqlContainer(imageOf('postgres')).start();
    return {
      url: container.getConnectionUri(),
      origin: 'Docker',
      stop: async () => {
        await container.stop();
      },
    };
  });
  if (contained) return contained;
  const { adminUrl: url, stop } = await startTemporaryPostgres(say);
  return { url, origin: 'embedded', stop };
}

function isOnPath(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Returns whether the program can be started. Installs its Debian package when TEST_INSTALL is 1 and the user
 * is root.
 */
function ensureProgram(name: 'redis-server' | 'faketime'): boolean {
  if (isOnPath(name)) return true;
  if (!mayInstall || process.getuid?.() !== 0 || !isOnPath('apt-get')) return false;
  try {
    say(`Installing ${name} with apt-get`);
    const options = { stdio: 'pipe', timeout: 180_000 } as const;
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options);
  } catch (error) {
    say(`apt-get cannot install ${name}: ${reasonOf(error).split('\n')[0]}`);
  }
  return isOnPath(name);
}

export const ensureRedisServer = (): boolean => ensureProgram('redis-server');

/**
 * Returns the path of the library that changes the clock of a process. Null when this machine lacks the
 * library.
 */
export function ensureFaketime(): string | null {
  if (!ensureProgram('faketime')) return null;
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null;
}

/**
 * Starts the machine's redis-server under a shell. The shell stops the server when this process ends, even by
 * SIGKILL.
 */
export async function startLocalRedis(wanted?: number): Promise<Service> {
  const port = wanted ?? (await findFreePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const script = 'redis-server "$@" >/dev/null 2>&1 & read -r _; kill $!';
  const shell = spawn('/bin/sh', ['-c', script, 'marquee-redis', ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined); // Redis may not have started yet. The loop below retries.
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.connect();
        await client.ping();
        break;
      } catch (error) {
        if (attempt === 100) throw error;
        await sleep(50);
      }
    }
  } finally {
    client.disconnect();
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    origin: 'redis-server',
    stop: async () => {
      shell.stdin.end();
      await once(shell, 'close');
    },
  };
}

/**
 * Starts Redis, or uses the given address.
 * @returns null when this machine has no Redis. Tests that need Redis are then skipped.
 */
export async function startRedisService(given: string | null): Promise<Service | null> {
  if (given) return { url: given, origin: 'REDIS_URL', stop: nothing };
  const contained = await startInDocker(async () => {
    const { RedisContainer } = await import('@testcontainers/redis');
    const container = await new RedisContainer(imageOf('redis')).start();
    return {
      url: container.getConnectionUrl(),
      origin: 'Docker',
      stop: async () => {
        await container.stop();
      },
    };
  });
  if (contained) return contained;
  return ensureRedisServer() ? startLocalRedis() : null;
}
