// Starts HAProxy on loopback with the configuration of docker-compose.yml.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';
import { compose } from './containers.ts';

export const hasHaproxy = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/**
 * Returns the configuration with these servers instead of Docker's host names. Adds a page with the state of
 * the servers.
 */
function configure(port: number, origins: readonly string[]): string {
  const servers = origins.map((origin, at) => `  server api${at} ${new URL(origin).host}`);
  const text: string = compose.configs.proxy.content;
  return text
    .replace(/^resolvers[\s\S]*?(?=^frontend)/m, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}\n  stats enable\n  stats uri /haproxy`)
    .replace(' resolvers docker init-addr none', '')
    .replace(/^ *server-template .*$/m, servers.join('\n'));
}

/** Starts HAProxy in front of the origins. */
export async function startHaproxy(origins: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const port = await findFreePort();
  writeFileSync(file, configure(port, origins));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const origin = `http://127.0.0.1:${port}`;
  /** Returns whether HAProxy sends requests to the server. */
  const isUp = async (target: string): Promise<boolean> => {
    const table = await fetch(`${origin}/haproxy;csv`).then((reply) => reply.text());
    const row = table.split('\n').find((line) => line.startsWith(`api,api${origins.indexOf(target)},`));
    return row?.split(',')[17]?.startsWith('UP') ?? false;
  };
  await waitFor('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended at its start:\n${output}`);
    return fetch(`${origin}/livez`).then(
      (reply) => reply.ok,
      () => false,
    );
  });
  return {
    origin,
    isUp,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
