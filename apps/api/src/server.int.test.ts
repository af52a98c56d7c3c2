import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { childEnv } from '#src/env.ts';
import { generateSecrets } from '#src/env-secrets.ts';
import { testDatabaseUrl } from '../test/database.ts';
import { findFreePort } from '../test/free-port.ts';
import { waitFor } from '../test/wait-for.ts';

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'server.ts')],
    {
      env: childEnv({
        ...generateSecrets(),
        PORT: String(port),
        RATE_LIMIT: 'off',
        DATABASE_URL: await testDatabaseUrl(),
      }),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return { child, port };
}

/** Sends a request. Returns the status and the header `connection` of the reply. */
function ask(agent: Agent, port: number, path: string): Promise<{ status: number; connection: string }> {
  return new Promise((resolve, reject) => {
    get({ agent, port, host: '127.0.0.1', path, headers: { connection: 'keep-alive' } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '' }),
      );
    }).once('error', reject);
  });
}

it('after SIGTERM, the server answers all requests of clients that stop when /readyz fails', async () => {
  const { child, port } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const answered: { status: number; connection: string }[] = [];
  const lost: unknown[] = [];
  let ready = true;
  let last = Number.NaN;
  /** Checks /readyz every 100 ms, as a load balancer does. */
  const look = async (): Promise<void> => {
    for (const prober = new Agent(); ready; await sleep(100))
      ready = (await ask(prober, port, '/readyz')).status === 200;
    last = answered.length;
  };
  const load = async (): Promise<void> => {
    while (ready) {
      await ask(agent, port, '/api/v1/plans').then(
        (answer) => answered.push(answer),
        (error: unknown) => lost.push(error),
      );
    }
  };
  try {
    await waitFor('the server', () =>
      ask(agent, port, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const under = [look(), ...Array.from({ length: 16 }, load)];
    await waitFor('some load', () => answered.length > 200);
    const before = answered.length;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.all(under);
    expect(lost).toEqual([]);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
    expect(last, 'answered while it was stopping').toBeGreaterThan(before);
    expect(answered.at(-1)?.connection).toBe('close');
    expect(await exit).toEqual([0, null]);
  } finally {
    agent.destroy();
    child.kill('SIGKILL');
  }
});
