// Measures memory and load time of a snapshot by number of titles, each number in a separate process.
import { readFileSync } from 'node:fs';
import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import pg from 'pg';
import { ask, measuredEnv, start, stop } from './processes.ts';

const MB = 1_048_576;

/**
 * SQL for the columns that differ in the n-th copy of a title, by table. `{t}` is the highest id of table t.
 */
const COPIED: Record<string, Record<string, string>> = {
  media: {
    id: 'id + n * {media}',
    external_id: "external_id || '-' || n",
    title: "title || ' ' || n",
    popularity: 'popularity / (n + 1)',
  },
  people: { id: 'id + n * {people}', external_id: "external_id || '-' || n" },
  media_genres: { medium_id: 'medium_id + n * {media}' },
  credits: { medium_id: 'medium_id + n * {media}', person_id: 'person_id + n * {people}' },
  provider_medium: { id: 'id + n * {provider_medium}', medium_id: 'medium_id + n * {media}' },
};

/** Fills a database with about `titles` titles: the demo catalogue, and copies of its titles and people. */
async function fill(serverUrl: string, titles: number): Promise<string> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS scale_titles`);
  await admin.query(`CREATE DATABASE scale_titles`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/scale_titles';
  await deployMigrations(url.href);
  const prisma = connectDatabase(url.href);
  await ensureSeed(prisma, { demo: true });
  await prisma.$disconnect();

  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const highest = new Map<string, number>();
    for (const table of ['media', 'people', 'provider_medium']) {
      const { rows } = await client.query<{ id: number }>(`SELECT max(id) AS id FROM ${table}`);
      highest.set(table, rows[0]?.id ?? 0);
    }
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM media');
    const copies = Math.ceil(titles / (rows[0]?.count ?? 1)) - 1;
    for (const [table, changed] of Object.entries(COPIED)) {
      const columns = await client.query<{ name: string }>(
        'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
        [table],
      );
      const names = columns.rows.map(({ name }) => name);
      const values = names.map((name) =>
        (changed[name] ?? `"${name}"`).replace(/\{(\w+)\}/g, (_, other) => String(highest.get(other))),
      );
      await client.query(
        `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join()})
         SELECT ${values.join()} FROM ${table}, generate_series(1, $1::int) AS n`,
        [copies],
      );
    }
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
  return url.href;
}

/** Returns the highest memory of the process since its start, in bytes. Null without /proc. */
function readPeakBytes(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  } catch {
    return null;
  }
}

/**
 * Returns a table row: titles, snapshot size, load time, memory after the start and peak during a rebuild.
 */
export async function measureTitles(serverUrl: string, titles: number): Promise<string> {
  const databaseUrl = await fill(serverUrl, titles);
  const started = performance.now();
  const server = await start('./server.ts', measuredEnv(databaseUrl));
  const { child } = server;
  const { rssBytes, snapshotBytes } = await ask(child, {});
  const seconds = (performance.now() - started) / 1_000;
  await ask(child, { refresh: true });
  const peak = readPeakBytes(child.pid);
  await stop(server);
  const cells = [
    titles.toLocaleString('en'),
    (snapshotBytes / MB).toFixed(0),
    (snapshotBytes / titles).toFixed(0),
    seconds.toFixed(1),
    (rssBytes / MB).toFixed(0),
    peak === null ? '' : (peak / MB).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

export const TITLES_HEADER =
  '| titles | snapshot MB | bytes a title | start s | memory after the start MB | peak of a swap MB |\n|--:|--:|--:|--:|--:|--:|';
