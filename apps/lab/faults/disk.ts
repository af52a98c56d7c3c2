import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@marquee/api/test/wait-for.ts';
import pg from 'pg';
import { createVerdict, type Fault } from './fault.ts';
import { awaitRecovery, runUnderLoad } from './under-load.ts';
import { startWorld, type World } from './world.ts';

const FULL_MS = { short: 1_500, full: 10_000 } as const;
const LOG_DISK = '128k';
const LOG_TIMEOUT_MS = 60_000;
/** Size for a PostgreSQL cluster with the short catalogue and some WAL segments. */
const DATA_DISK = '400m';
/**
 * Number of WAL switches. Each WAL file has 16 MB, so this number of files does not fit into the free space.
 */
const WAL_SWITCHES = 12;
const NOT_ROOT = 'only root can mount a small disk';

interface SmallDisk {
  path: string;
  fill(): void;
  /** Deletes the file that `fill` wrote. */
  clear(): void;
  unmount(): void;
}

/** Mounts a tmpfs of this size; null when this process may not mount it. */
function mountDisk(path: string, size: string): SmallDisk | null {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'marquee-faults', path], {
      stdio: 'pipe',
    });
  } catch {
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let block = Buffer.alloc(65_536); block.length > 0; ) {
          try {
            writeSync(file, block);
          } catch {
            block = block.subarray(0, Math.floor(block.length / 2));
          }
        }
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', path]),
  };
}

/** Returns the variables of a demonstration. Under the rules of production, the process writes a log. */
const inProduction = ({ origin, env }: World) => ({
  NODE_ENV: 'production',
  WEB_ORIGIN: origin,
  BOT_CHECK: 'altcha',
  MAIL_FROM: 'Marquee <hello@marquee.example>',
  GOOGLE_API_BASE: '',
  DATABASE_URL: env.DATABASE_URL ?? '',
});

export const logDiskFull: Fault = {
  name: 'disk-full-log',
  cause: 'the disk behind the log of the API is full, also at its start',
  promise: 'no call fails; lines of the log that find no room are written later or dropped',
  async run(world, size) {
    const disk = mountDisk(join(world.folder, 'log-disk'), LOG_DISK);
    if (!disk) return NOT_ROOT;
    const log = join(disk.path, 'api.log');
    const { api } = world;
    try {
      disk.fill();
      await api.stop();
      api.start(inProduction(world), log);
      await awaitRecovery(world);
      return await runUnderLoad(world, async ({ tally }) => {
        const verdict = createVerdict();
        await sleep(FULL_MS[size]);
        verdict.expect(readFileSync(log).length === 0, 'the disk was not full');
        disk.clear();
        const recoveries = [await awaitRecovery(world)];
        // A notification makes the process build a new snapshot and write a log line about it.
        await world.prisma.$executeRaw`SELECT pg_notify('marquee_catalogue', '')`;
        const countLines = () => readFileSync(log, 'utf8').split('\n').length - 1 || null;
        const lines = await waitFor('the log to be written again', countLines, LOG_TIMEOUT_MS);
        verdict.expect(tally.count('ratings', 'lost') === 0, 'calls were lost');
        return { recoveries, found: [`${lines} lines written afterwards`], broken: verdict.broken };
      });
    } finally {
      await api.stop();
      disk.unmount();
      api.start();
      await awaitRecovery(world);
    }
  },
};

/**
 * Requests new WAL files until the disk is full, which ends the server.
 * @returns whether the server ended.
 */
async function fillWal(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let time = 0; time < WAL_SWITCHES; time++) {
      await client.query('CREATE TEMPORARY TABLE IF NOT EXISTS nothing (id int)');
      await client.query("SELECT pg_logical_emit_message(false, 'faults', 'x'), pg_switch_wal()");
    }
    return false;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A refused upload is answered by one of these. An earlier file of the member may still be read. */
const UPLOAD_STATUSES = [202, 422, 429, 503];
const UPLOAD_BYTES = 2 * 2 ** 20;

/** Uploads files of all members in turn until `isOver`. Returns how many got which status. */
async function uploadUntil(
  { origin, members }: World,
  isOver: () => boolean,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (let turn = 0; !isOver(); turn++) {
    const { status } = await fetch(`${origin}/api/v1/user/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${members[turn % members.length]?.token}`,
        'content-type': 'application/octet-stream',
      },
      body: randomBytes(UPLOAD_BYTES),
    });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

export const dataDiskFull: Fault = {
  name: 'disk-full-database',
  cause: 'the disk of PostgreSQL is full: first tables cannot grow, then its write-ahead log',
  promise: 'writes are 503 while the disk is full, and succeed when there is room again',
  async run({ folder }, size) {
    const disk = mountDisk(join(folder, 'data-disk'), DATA_DISK);
    if (!disk) return NOT_ROOT;
    const small = await startWorld('short', () => undefined, join(disk.path, 'data'));
    try {
      return await runUnderLoad(small, async () => {
        const verdict = createVerdict();
        let isOver = false;
        disk.fill();
        const uploading = uploadUntil(small, () => isOver);
        await sleep(FULL_MS[size]);
        const hasEnded = await fillWal(small.postgres.url);
        await sleep(FULL_MS[size]);
        isOver = true;
        const uploads = await uploading;
        for (const status of uploads.keys())
          verdict.expect(UPLOAD_STATUSES.includes(status), `an upload was answered ${status}`);
        disk.clear();
        const recoveries = [await awaitRecovery(small)];
        return {
          recoveries,
          broken: verdict.broken,
          found: [
            `uploads: ${[...uploads].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
            `PostgreSQL ${hasEnded ? 'ended when its write-ahead log found no room' : 'ran on'}`,
          ],
        };
      });
    } finally {
      await small.close();
      disk.unmount();
    }
  },
};
