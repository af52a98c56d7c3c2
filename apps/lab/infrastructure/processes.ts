// Runs server.ts and worker.ts as child processes of a test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@marquee/api/src/env.ts';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { findFreePort } from '@marquee/local/src/ports.ts';

const START_TIMEOUT_MS = 120_000;
const source = join(import.meta.dirname, '../../api/src');

export interface ProductProcess {
  origin: string;
  /** The whole output of the process. */
  output(): string;
  /** Starts the process on its port and waits until it is ready. Can be called again after `stop`. */
  start(): Promise<void>;
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

function createProcess(
  script: string,
  port: number,
  readyPath: string,
  env: Record<string, string>,
): ProductProcess {
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  const isReady = (): Promise<boolean> => {
    if (child?.exitCode !== null) throw new Error(`it ended with ${child?.exitCode}`);
    return fetch(`${origin}${readyPath}`).then(
      (reply) => reply.ok,
      () => false,
    );
  };

  return {
    origin,
    output: () => output,
    async start() {
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(source, script)], {
        // The processes of one test load the same modules, so cache the compiled code.
        env: childEnv({ NODE_COMPILE_CACHE: join(tmpdir(), 'marquee-compile-cache'), ...env }),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => {
          output += String(chunk);
        });
      try {
        await waitFor(`${script} to be ready`, isReady, START_TIMEOUT_MS);
      } catch (error) {
        throw new Error(`${script} is not ready:\n${output}`, { cause: error });
      }
    },
    async stop() {
      if (!child || child.exitCode !== null) return child?.exitCode ?? null;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
    kill: () => void child?.kill('SIGKILL'),
  };
}

/** Creates an API process with a free port, without starting it. */
export async function createApi(env: Record<string, string>): Promise<ProductProcess> {
  const port = await findFreePort();
  return createProcess('server.ts', port, '/readyz', { ...env, PORT: String(port) });
}

/** Creates a worker process with a free port for its operator pages, without starting it. */
export async function createWorker(env: Record<string, string>): Promise<ProductProcess> {
  const port = await findFreePort();
  return createProcess('worker.ts', port, '/livez', { ...env, OPERATIONS_PORT: String(port) });
}
