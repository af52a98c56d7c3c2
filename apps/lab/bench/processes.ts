// Starts the measured processes and requests their figures over IPC.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { generateSecrets } from '@marquee/api/src/env-secrets.ts';

export interface Answer {
  address: string;
  /** Processor time of all threads since the start of the process, in milliseconds. */
  cpuMs: number;
  /** Processor time of the thread that answers calls, in milliseconds. */
  threadMs: number;
  rssBytes: number;
  snapshotBytes: number;
  tokens?: string[];
  /** Bytes allocated on the heap since the question `allocations: 'start'`. */
  allocatedBytes?: number;
  /** The score of each title of a user, by id. */
  scores?: Record<number, number>;
}

export interface Measurable {
  child: ChildProcess;
  address: string;
}

export async function ask(child: ChildProcess, question: object): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  child.send(question);
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('the measured process has ended; see the output above');
    });
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
    return answer;
  } finally {
    answered.abort();
  }
}

/** Forks a server such as `./server.ts`, without the environment variables of this process. */
export async function start(
  file: string,
  env: Record<string, string> = {},
  execArgv: readonly string[] = [],
): Promise<Measurable> {
  const child = fork(new URL(file, import.meta.url), { env: { PATH: '', ...env }, execArgv: [...execArgv] });
  const { address } = await ask(child, {});
  return { child, address };
}

export async function stop({ child }: Measurable): Promise<void> {
  child.disconnect();
  await once(child, 'exit');
}

/**
 * Returns the environment of a measured server. Rate limits and bot check are off, because both would refuse
 * the load.
 */
export const measuredEnv = (databaseUrl: string): Record<string, string> => ({
  ...generateSecrets(),
  DATABASE_URL: databaseUrl,
  RATE_LIMIT: 'off',
  BOT_CHECK: 'off',
  NODE_ENV: 'test',
  TRIAL_DAYS: '30',
  // All measured users.
  CACHE_USERS: '10000',
});
