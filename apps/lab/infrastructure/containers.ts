// Runs the processes of built images with the settings of docker-compose.yml.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import type { Image } from './image.ts';

export const readProject = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
export const compose = parse(readProject('docker-compose.yml'), { merge: true });

/** The started processes that have not ended. */
const running = new Set<ReturnType<typeof spawn>>();

/** Kills the processes that a failed test did not stop. */
export function killProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

export function startIn(image: Image, command: string[], env: Record<string, string>) {
  const [, ...args] = command;
  const child = spawn(process.execPath, args, {
    cwd: join(image.root, image.workdir),
    // The process gets the variables of the image and the compose file, but no variable of this machine.
    env: { ...image.env, PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code;
  });
  return { child, exited, output: () => output };
}

/** Waits for a reply with this status. Without `status`, waits for any reply. */
export async function waitForReply(
  url: string,
  process: ReturnType<typeof startIn>,
  status?: number,
): Promise<void> {
  for (;;) {
    const seen = await fetch(url).then(
      (reply) => reply.status,
      () => null,
    );
    if (seen !== null && seen === (status ?? seen)) return;
    if (process.child.exitCode !== null || process.child.signalCode !== null)
      throw new Error(process.output());
    await sleep(100);
  }
}

/**
 * Creates a role whose password contains characters with a special meaning in addresses. Returns the
 * password, and an address without the password.
 */
export async function createRole(url: string): Promise<{ address: string; password: string }> {
  const name = `marquee_${randomBytes(4).toString('hex')}`;
  const password = `p@s:s/w?o#r%41d &$'"\\ é`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE ROLE ${name} SUPERUSER LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  await client.end();
  const address = new URL(url);
  address.username = name;
  address.password = '';
  return { address: address.href, password };
}

/**
 * Returns the settings of a compose file for an empty environment: replaces `${NAME:-value}` by the default.
 */
export const withoutEnv = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(/\$\{\w+:-(.*?)\}/, '$1')]),
  );
