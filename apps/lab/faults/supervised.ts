// Runs a process and restarts it when it ends, as the restart policy of docker-compose.yml does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnv } from '@marquee/api/src/env.ts';

const source = join(import.meta.dirname, '../../api');
const followParent = join(import.meta.dirname, '../../local/src/follow-parent.ts');
/** Docker waits 0.1 s before the first restart. */
const RESTART_AFTER_MS = 100;

export interface Supervised {
  pid(): number;
  /** One line with the exit code or signal for each time that the process ended without `kill` or `stop`. */
  crashes: string[];
  /** Sends SIGKILL, and resolves when the process has ended. The process is restarted afterwards. */
  kill(): Promise<void>;
  /** Sends SIGKILL, without a restart. */
  stop(): Promise<void>;
  /** Starts the process after `stop`. The changed variables apply until the next `start`. */
  start(changes?: Record<string, string>, output?: string): void;
}

interface Options {
  /** Path of the script, relative to apps/api. */
  script: string;
  env: Record<string, string>;
  /** The file for standard output and errors. */
  log: string;
}

export function supervise({ script, env, log }: Options): Supervised {
  let child: ChildProcess | undefined;
  let isWanted = false;
  let given: { changes: Record<string, string>; output: string } = { changes: {}, output: log };
  const killed = new WeakSet<ChildProcess>();

  function launch(): void {
    const [output, errors] = [openSync(given.output, 'a'), openSync(log, 'a')];
    const launched = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--import', followParent, join(source, script)],
      {
        cwd: source,
        env: childEnv({ ...env, ...given.changes }),
        stdio: ['ignore', output, errors, 'ipc'],
      },
    );
    closeSync(output);
    closeSync(errors);
    child = launched;
    launched.once('exit', (code, signal) => {
      if (!killed.has(launched)) supervised.crashes.push(`${script} ended with ${signal ?? code}`);
      void sleep(RESTART_AFTER_MS).then(() => {
        if (isWanted && child === launched) launch();
      });
    });
  }

  async function end(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    killed.add(child);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const supervised: Supervised = {
    crashes: [],
    pid: () => child?.pid ?? 0,
    kill: end,
    async stop() {
      isWanted = false;
      await end();
    },
    start(changes = {}, output = log) {
      isWanted = true;
      given = { changes, output };
      launch();
    },
  };
  return supervised;
}
