import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@marquee/api/src/env.ts';

const STOP_TIMEOUT_MS = 5_000;

export interface Helper {
  /** Sends SIGTERM, and SIGKILL after five seconds. */
  stop(): Promise<void>;
}

interface HelperOptions {
  /** The arguments of Node: the script and its arguments. */
  args: string[];
  env?: Record<string, string>;
  /** A file for the output. Default: the output of this process. */
  log?: string;
  /** Called when the process exits without `stop`. */
  onExit?: (code: number | null) => void;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Starts a Node process that ends with this process and does not receive Ctrl-C from the terminal. */
export function startHelper({ args, env = {}, log, onExit }: HelperOptions): Helper {
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'follow-parent.ts'), ...args],
    {
      env: childEnv(env),
      detached: process.platform !== 'win32',
      stdio: ['ignore', log ? 'pipe' : 'inherit', log ? 'pipe' : 'inherit', 'ipc'],
    },
  );
  if (log) {
    const file = createWriteStream(log, { flags: 'a' });
    child.stdout?.pipe(file);
    child.stderr?.pipe(file);
  }
  let isStopping = false;
  child.once('exit', (code) => {
    if (!isStopping) onExit?.(code);
  });
  return {
    stop: () => {
      isStopping = true;
      return stop(child);
    },
  };
}
