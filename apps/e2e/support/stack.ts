// Runs `npm start` as a child process with its own ports and data.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const STOP_TIMEOUT_MS = 20_000;

/**
 * Variables of the machine or of a `.env` file that the stack must not read. The stack ignores a variable
 * with an empty value.
 */
const UNSET = Object.fromEntries(
  [
    ...['NODE_ENV', 'HOST', 'WEB_ORIGIN', 'API_ORIGIN', 'CORS_ORIGINS', 'TRUST_PROXY', 'SUPPORT_EMAIL'],
    ...[
      'DATABASE_URL',
      'REDIS_URL',
      'SMTP_URL',
      'MAIL_FROM',
      'STRIPE_API_BASE',
      'TRIAL_DAYS',
      'BOT_CHECK',
      'BILLING',
    ],
    ...['JWT_SECRET', 'ALTCHA_KEY', 'PUBLIC_CLIENT_TOKEN', 'METRICS_TOKEN', 'OPERATIONS_PORT'],
    ...['MAIL_GATHER_SECONDS', 'EMAIL_PROOF'],
  ].map((name) => [name, '']),
);

/** The ports of a stack, by the name of their environment variable. */
export type Ports = Record<'PORT' | 'STRIPE_PORT' | 'SMTP_PORT' | 'MAIL_UI_PORT', string>;

/** Finds a free port for each server of a stack. */
export async function findPorts(): Promise<Ports> {
  const [PORT = '', STRIPE_PORT = '', SMTP_PORT = '', MAIL_UI_PORT = ''] = await findFree(4);
  return { PORT, STRIPE_PORT, SMTP_PORT, MAIL_UI_PORT };
}

/** Linux gives connections ports from 32,768 on, which one could take before the stack listens. */
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000];

async function holdPort(): Promise<{ server: Server; port: string }> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // Another error would come for every port.
        if (error.code !== 'EADDRINUSE') throw error;
        return false;
      },
    );
    if (isFree) return { server, port: String(port) };
  }
}

export async function findFree(count: number): Promise<string[]> {
  const held = await Promise.all(Array.from({ length: count }, holdPort));
  // All servers listen at the same time, so that their ports differ.
  await Promise.all(held.map(({ server }) => once(server.close(), 'close')));
  return held.map(({ port }) => port);
}

/**
 * Makes a folder for a stack's data. The mode allows PostgreSQL's user to open the folder when root runs the
 * journeys.
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

export const removeDataDir = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Makes a folder with a copy of the data of a stack that has stopped. */
export async function copyDataDir(from: string): Promise<string> {
  const folder = await makeDataDir();
  // `cp` keeps the owner of the files, who is PostgreSQL's user when root runs the journeys.
  if (process.platform === 'win32') await cp(from, folder, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, folder]);
  return folder;
}

/** Starts the local stack's process. `output` collects what the process prints. */
export function launch(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/local/src/start.ts')],
    // The IPC channel stops the stack when this process ends for any reason.
    { cwd: ROOT, env: { ...process.env, ...UNSET, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const printed = { output: '', errors: '' };
  child.stdout?.on('data', (chunk) => {
    printed.output += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    printed.output += String(chunk);
    printed.errors += String(chunk);
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, printed, ended };
}

/** All journeys sign up from one IP address, so rate limits are off. A hash of the default cost takes 0.2 s of a processor. */
const FOR_JOURNEYS = { RATE_LIMIT: 'off', PASSWORD_COST: '4' };

/**
 * Loads the demo catalogue into this folder. The stacks of journeys start with copies of it, because loading takes half a
 * minute of a processor.
 * @returns what the process has printed.
 */
export async function loadCatalogue(dataDir: string): Promise<string> {
  const { child, printed, ended } = launch({ ...(await findPorts()), ...FOR_JOURNEYS, DATA_DIR: dataDir });
  const hasEnded = ended.then(() => true);
  while (!/titles loaded/.test(printed.output))
    if (await Promise.race([hasEnded, sleep(100, false)]))
      throw new Error(`The catalogue was not loaded:\n${printed.output}`);
  child.kill('SIGTERM');
  await ended;
  return printed.output;
}

export interface Stack {
  /** Origin of the web app and the API. */
  origin: string;
  /** Origin of the mail inbox with its REST API. */
  inbox: string;
  /** Origin of the emulator of Stripe, with the hosted pages and control calls. */
  payments: string;
  /** Everything that the process has printed. */
  output: () => string;
  /** Sends SIGINT, as Ctrl-C does. */
  stop: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
}

/** Starts a stack with this data folder and waits until the stack is ready. `env` adds variables. */
export async function startStack(
  dataDir: string,
  ports: Ports,
  env: Record<string, string> = {},
): Promise<Stack> {
  const { child, printed, ended } = launch({ ...ports, ...FOR_JOURNEYS, DATA_DIR: dataDir, ...env });
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
  for (; !(await isReady()); await sleep(100))
    if (child.exitCode !== null) throw new Error(`The stack did not start:\n${printed.output}`);
  return {
    origin,
    inbox: `http://127.0.0.1:${ports.MAIL_UI_PORT}`,
    payments: `http://127.0.0.1:${ports.STRIPE_PORT}`,
    output: () => printed.output,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
    kill,
  };
}
