// Measures ratings per second by the number of listening processes. PostgreSQL serializes commits with a
// NOTIFY.

import { openDatabase } from '@marquee/api/src/data/database.ts';
import { createListener } from '@marquee/api/src/data/listener.ts';
import { createRunNamed } from '@marquee/api/src/data/named-statements.ts';
import { createMemberRepositories } from '@marquee/api/src/repositories.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import pg from 'pg';
import { TITLES } from './scale-data.ts';

const WRITERS = 8;
const SECONDS = 8;

async function rateFor(url: string, members: number): Promise<{ perSecond: number; p99: number }> {
  const { prisma, pool } = openDatabase(url, WRITERS);
  const { ratings } = createMemberRepositories(prisma, createRunNamed(pool));
  const random = createRandom(WRITERS);
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const start = performance.now();
      await ratings.save(1 + random.below(members), 1 + random.below(TITLES), random.below(11), null);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  // Prisma, which has sent nothing, would not end the pool.
  await pool.end();
  const sorted = times.toSorted((a, b) => a - b);
  return { perSecond: times.length / SECONDS, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

async function setTriggers(url: string, isOn: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER TABLE user_medium_ratings ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER USER`);
  await client.end();
}

/** Returns a table row for each number of listeners, and one row without notifications. */
export async function measureNotify(url: string, members: number): Promise<string[]> {
  const rows: string[] = [];
  const add = (listeners: string, heard: string, { perSecond, p99 }: { perSecond: number; p99: number }) =>
    rows.push(`| ${listeners} | ${perSecond.toFixed(0)} | ${p99.toFixed(1)} | ${heard} |`);
  await setTriggers(url, false);
  add('no notifications', '0', await rateFor(url, members));
  await setTriggers(url, true);
  for (const count of [0, 1, 10, 100]) {
    let heard = 0;
    const listeners = Array.from({ length: count }, () =>
      createListener({
        url,
        channels: { marquee_user: () => heard++ },
        onLost: () => undefined,
        onListening: () => undefined,
        onError: () => undefined,
      }),
    );
    await Promise.all(listeners.map((listener) => listener.start()));
    const rate = await rateFor(url, members);
    add(String(count), (heard / SECONDS).toFixed(0), rate);
    await Promise.all(listeners.map((listener) => listener.close()));
  }
  return rows;
}

export const NOTIFY_HEADER =
  '| listening processes | ratings a second | p99 ms | notifications received a second |\n|---|--:|--:|--:|';
