// Runs the product as `npm start` does, on an empty data folder, for the benchmarks of the whole stack.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '@marquee/api/src/env.ts';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';
import { authentication } from '@marquee/api/src/http/authentication.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { joinPostgres } from '@marquee/local/src/postgres.ts';
import Fastify from 'fastify';
import { listTree, nameOf } from './process-tree.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const secrets = generateSecrets();

export interface Stack {
  /** The process of npm. Its descendants are the whole product. */
  pid: number;
  /** The process of the API. */
  apiPid: number;
  address: string;
  /** The database, with the role of the product and with the superuser. */
  database: { url: string; adminUrl: string };
  stop(): Promise<void>;
}

export async function waitFor(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 10 * 60_000; !(await isDone()); await sleep(500))
    if (performance.now() > end) throw new Error(`${what} took more than ten minutes`);
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the stack, and resolves when it answers.
 * @param settings environment variables besides ports, secrets and data folder.
 * @param onSpawn receives the process of npm before the stack answers.
 */
export async function startStack(
  settings: Record<string, string>,
  onSpawn: (pid: number) => void = () => undefined,
): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-stack-'));
  // The user of the embedded PostgreSQL must be able to enter the folder.
  await chmod(dataDir, 0o755);
  const port = String(await findFreePort());
  const ports = {
    PORT: port,
    STRIPE_PORT: String(await findFreePort()),
    SMTP_PORT: String(await findFreePort()),
    MAIL_UI_PORT: String(await findFreePort()),
  };
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: childEnv({ ...secrets, ...ports, DATA_DIR: dataDir, BOT_CHECK: 'off', ...settings }),
    stdio: 'ignore',
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm did not start');
  onSpawn(pid);
  const address = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  };
  try {
    await waitFor('the start', () => isReady(address));
    const apiPid = listTree(pid).find((each) => nameOf(each) === 'API');
    if (apiPid === undefined) throw new Error('the stack has no process of the API');
    const { url, adminUrl } = await joinPostgres(dataDir, console.warn);
    return { pid, apiPid, address, database: { url, adminUrl }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns access tokens of the users, signed with the secret of the stack. */
export async function issueTokens(userIds: readonly number[]): Promise<string[]> {
  const app = Fastify();
  await app.register(authentication, {
    secret: secrets.JWT_SECRET,
    publicClientToken: 'none',
    metricsToken: null,
    users: { findAccess: async () => null },
    keys: { find: async () => null },
    limits: { takeCall: () => undefined, charge: () => undefined },
    readGuest: () => null,
  });
  return userIds.map((id) => app.issueToken(id, 0));
}
