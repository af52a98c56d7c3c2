// Creates databases with generated members for `pnpm lab scale`, in SQL without triggers and foreign keys.

import { connectDatabase } from '@marquee/api/src/data/database.ts';
import { ensureSeed } from '@marquee/api/src/modules/catalogue/catalogue.ts';
import { deployMigrations } from '@marquee/prisma/deploy';
import pg from 'pg';

/** Number of titles. */
export const TITLES = 10_000;
/** A member has 20 to 50 ratings. */
const RATINGS = { min: 20, max: 50 } as const;
const MARK = 'scale_filled';

/**
 * The tables to which no other table refers. Their indexes and keys are built after the rows are inserted,
 * which is faster.
 */
const LEAVES = [
  'user_medium_ratings',
  'user_medium_hiddens',
  'user_medium_seen',
  'user_medium_providers',
  'user_medium_genres',
  'user_list_media',
  'user_preferences',
] as const;

/**
 * Returns SQL for the id of a member's n-th title. Titles with low ids are more frequent, and a member gets
 * each title once.
 */
const nthTitle = (n: string, most: number): string =>
  `${n} + floor((${TITLES} - ${most}) * power((${n} - 1 + random()) / ${most}, 3))::int`;

const MEDIA = `
  INSERT INTO media (source, type, external_id, title, release_year, popularity)
  SELECT 'scale', 'movie', n::text, 'Title ' || n, 1950 + n % 75, 1.0 / n FROM generate_series(1, ${TITLES}) AS n`;

/** The statements, each with a name for the output. $1 is the number of members, whose ids are 1 to $1. */
const STATEMENTS: [what: string, sql: string][] = [
  [
    'users',
    `INSERT INTO users (id, email, email_verified_at, display_name, password_hash, signup_step, trial_ends_at)
     SELECT n, 'scale' || n || '@example.com', now(), 'scale' || n, '-', 5, now() + interval '1 year'
     FROM generate_series(1, $1::int) AS n`,
  ],
  [
    'lists',
    `INSERT INTO user_lists (id, owner_id, list_type, name, media_count)
     SELECT 2 * n - 1, n, 'watch_later'::list_type, 'Watch Later', 5 FROM generate_series(1, $1::int) AS n
     UNION ALL
     SELECT 2 * n, n, 'havent_watched', 'Haven''t Watched', 3 FROM generate_series(1, $1::int) AS n`,
  ],
  [
    'list entries',
    `INSERT INTO user_list_media (list_id, medium_id, position, added_by_id)
     SELECT 2 * n - (nth <= 5)::int, ${nthTitle('nth', 8)}, nth * 1024, n
     FROM generate_series(1, 8) AS nth, generate_series(1, $1::int) AS n`,
  ],
  [
    'hides',
    `INSERT INTO user_medium_hiddens (user_id, medium_id)
     SELECT n, ${nthTitle('nth', 2)} FROM generate_series(1, 2) AS nth, generate_series(1, $1::int) AS n`,
  ],
  [
    'seen titles',
    `INSERT INTO user_medium_seen (user_id, medium_id)
     SELECT n, ${nthTitle('nth', 3)} FROM generate_series(1, 3) AS nth, generate_series(1, $1::int) AS n`,
  ],
  [
    'providers of members',
    `INSERT INTO user_medium_providers (user_id, provider_id)
     SELECT n, id FROM medium_providers, generate_series(1, $1::int) AS n WHERE (n + id) % 3 = 0`,
  ],
  [
    'genres of members',
    `INSERT INTO user_medium_genres (user_id, genre_id)
     SELECT n, id FROM genres, generate_series(1, $1::int) AS n WHERE (n * 7 + id) % 9 = 0`,
  ],
  [
    'saved filters',
    `INSERT INTO user_preferences (user_id, key, value)
     SELECT n, 'filter_all_streaming_services', 'true' FROM generate_series(1, $1::int) AS n`,
  ],
  [
    // Inserts the ratings day by day, so a member's ratings are on different table pages, as on a running
    // server.
    'ratings',
    `INSERT INTO user_medium_ratings (user_id, medium_id, rating, created_at, updated_at)
     SELECT n, ${nthTitle('nth', RATINGS.max)}, floor(random() * 11),
       now() - (${RATINGS.max + 1} - nth) * interval '1 day', now() - (${RATINGS.max + 1} - nth) * interval '1 day'
     FROM generate_series(1, ${RATINGS.max}) AS nth, generate_series(1, $1::int) AS n
     WHERE nth <= ${RATINGS.min} + n % ${RATINGS.max - RATINGS.min + 1}`,
  ],
];

/** Drops the keys and indexes of LEAVES. Returns the statements that build them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const keys = await client.query<{ drop: string; build: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS build
       FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid = ANY($1::regclass[])`,
    [LEAVES],
  );
  for (const { drop } of keys.rows) await client.query(drop);
  const indexes = await client.query<{ drop: string; build: string }>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS build
       FROM pg_index WHERE indrelid = ANY($1::regclass[])`,
    [LEAVES],
  );
  for (const { drop } of indexes.rows) await client.query(drop);
  return [...keys.rows, ...indexes.rows].map(({ build }) => build);
}

async function fill(url: string, members: number, say: (line: string) => void): Promise<void> {
  await deployMigrations(url);
  const prisma = connectDatabase(url);
  await ensureSeed(prisma, { demo: false });
  await prisma.$disconnect();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async (what: string, sql: string, values: unknown[] = []): Promise<void> => {
    const start = performance.now();
    const { rowCount } = await client.query(sql, values);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    say(`  ${what}: ${rowCount === null ? '' : `${rowCount.toLocaleString('en')} rows, `}${seconds} s`);
  };
  try {
    // Disable triggers, which would send a million notifications, and foreign keys.
    await client.query('SET session_replication_role = replica');
    await client.query("SET maintenance_work_mem = '1GB'");
    const builds = await dropIndexes(client);
    await timed('titles', MEDIA);
    for (const [what, sql] of STATEMENTS) await timed(what, sql, [members]);
    for (const build of builds) await timed(build.slice(0, 70), build);
    for (const table of ['users', 'user_lists'])
      await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`);
    await timed('VACUUM ANALYZE', 'VACUUM (ANALYZE)');
    await client.query(`CREATE TABLE ${MARK} ()`);
  } finally {
    await client.end();
  }
}

/** Returns the database with this number of members. Fills it when no earlier run has filled it. */
export async function ensureMembers(
  serverUrl: string,
  members: number,
  say: (line: string) => void,
): Promise<string> {
  const name = `scale_${members}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1 && (await isFilled(url.href))) {
      const applied = await deployMigrations(url.href);
      if (applied.length > 0) await vacuum(url.href);
      return url.href;
    }
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name}`);
    // Do not wait for the flush to disk, which takes equal time for every size and would hide differences.
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  } finally {
    await client.end();
  }
  say(`${members.toLocaleString('en')} members`);
  await fill(url.href, members, say);
  return url.href;
}

/** Reads every table and index once, so that the operating system caches the files as on a running server. */
export async function warm(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await client.query(
    `SELECT sum(pg_prewarm(oid::regclass, 'read')) FROM pg_class
      WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
  );
  await client.end();
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.end();
}

async function isFilled(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ filled: boolean }>(
      `SELECT to_regclass('${MARK}') IS NOT NULL AS filled`,
    );
    return rows[0]?.filled ?? false;
  } finally {
    await client.end();
  }
}
