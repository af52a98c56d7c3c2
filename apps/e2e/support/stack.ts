// The product as `npm start` runs it, as a child on ports and data of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

/** What the machine or a `.env` may set, and a journey must not find. Empty is how one says "not set". */
const UNSET = Object.fromEntries(
  [
    ...['NODE_ENV', 'HOST', 'WEB_ORIGIN', 'API_ORIGIN', 'CORS_ORIGINS', 'TRUST_PROXY', 'SUPPORT_EMAIL'],
    ...['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'MAIL_FROM', 'STRIPE_API_BASE', 'TRIAL_DAYS', 'BOT_CHECK'],
    ...['JWT_SECRET', 'ALTCHA_KEY', 'PUBLIC_CLIENT_TOKEN', 'METRICS_TOKEN', 'MAIL_GATHER_SECONDS'],
  ].map((name) => [name, '']),
);

/** Names and numbers of the ports a stack listens on, as it takes them from the environment. */
export type Ports = Record<'PORT' | 'STRIPE_PORT' | 'SMTP_PORT' | 'MAIL_UI_PORT', string>;

/** A free port for each of a stack's servers. */
export async function findPorts(): Promise<Ports> {
  const [PORT = '', STRIPE_PORT = '', SMTP_PORT = '', MAIL_UI_PORT = ''] = await findFree(4);
  return { PORT, STRIPE_PORT, SMTP_PORT, MAIL_UI_PORT };
}

/** Ports on loopback that nobody listens on at this moment. */
export async function findFree(count: number): Promise<string[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port on loopback');
      return { server, port: String(address.port) };
    }),
  );
  // Held all at once, so that they differ.
  await Promise.all(held.map(({ server }) => once(server.close(), 'close')));
  return held.map(({ port }) => port);
}

/** A folder for a stack's data, which PostgreSQL's own user may enter where root runs the journeys. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

export const removeDataDir = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Starts the local stack's process; `output` grows with what it says. */
export function launch(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/api/src/local.ts')],
    // The channel lets it end with us, however we go.
    { cwd: ROOT, env: { ...process.env, ...UNSET, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const told = { output: '', errors: '' };
  child.stdout?.on('data', (chunk) => {
    told.output += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    told.output += String(chunk);
    told.errors += String(chunk);
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, told, ended };
}

export interface Stack {
  /** Where the web app and the API are. */
  origin: string;
  /** Where the mail inbox's page and REST are. */
  inbox: string;
  /** All that the process has said. */
  output: () => string;
  /** Ends it as Ctrl-C does. */
  stop: () => Promise<void>;
  /** Ends it without a word of warning. */
  kill: () => Promise<void>;
}

/** Starts a stack on the folder and waits until it says that it is ready. */
export async function startStack(dataDir: string, ports: Ports): Promise<Stack> {
  // Every journey signs up from this one address.
  const { child, told, ended } = launch({ ...ports, DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const origin = `http://127.0.0.1:${ports.PORT}`;
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isReady()); await sleep(100)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await kill();
    throw new Error(`The stack did not start:\n${told.output}`);
  }
  return {
    origin,
    inbox: `http://127.0.0.1:${ports.MAIL_UI_PORT}`,
    output: () => told.output,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
    kill,
  };
}
