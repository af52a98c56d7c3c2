// Starts the embedded PostgreSQL as `npm start` does: with full durability, and with a restart when it ends.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import { type LocalPostgres, startPostgres } from '@marquee/local/src/postgres.ts';
import pg from 'pg';

export interface PostgresServer extends Pick<LocalPostgres, 'url' | 'stop'> {
  /** PostgreSQL's data folder. */
  data: string;
  /** Sends SIGKILL to the server process. Resolves when sessions are possible again. */
  killAndAwaitRestart(): Promise<void>;
  /** Sends SIGSTOP to all processes of the server. */
  freeze(): void;
  thaw(): void;
}

const RESTART_TIMEOUT_MS = 120_000;

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the ids of a process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        return Number(rest.split(' ')[1]) === pid;
      } catch {
        return false; // The process has ended since the folder was read.
      }
    });
  return [pid, ...children.map(Number)];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export async function startPostgresServer(
  folder: string,
  say: (line: string) => void,
): Promise<PostgresServer> {
  const { adminUrl: url, stop } = await startPostgres(folder, say);
  const [row] = await query(url, 'SHOW data_directory');
  const data = String(row?.data_directory);
  const pidOf = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  let frozen: number[] = [];
  return {
    url,
    data,
    async stop() {
      signal(frozen, 'SIGCONT');
      await stop();
    },
    async killAndAwaitRestart() {
      const pid = pidOf();
      process.kill(pid, 'SIGKILL');
      await sleep(50);
      await waitFor(
        'PostgreSQL to run again',
        () =>
          query(url, 'SELECT 1').then(
            () => true,
            () => false,
          ),
        RESTART_TIMEOUT_MS,
      );
    },
    freeze() {
      frozen = familyOf(pidOf());
      signal(frozen, 'SIGSTOP');
    },
    thaw() {
      signal(frozen, 'SIGCONT');
      frozen = [];
    },
  };
}
