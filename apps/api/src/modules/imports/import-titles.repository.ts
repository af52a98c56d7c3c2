import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { EpisodeHint } from './files/episode.ts';
import type { Match } from './matching/confidence.ts';
import type { TitleFacts } from './matching/merge-facts.ts';
import { type Fact, sparse, type TitleHint } from './records.ts';

export interface NewRow {
  seq: number;
  key: string;
  hint: TitleHint;
  fact: Fact;
  list: number | null;
}

export interface StoredTitle {
  id: number;
  hint: unknown;
  rows: { fact: unknown; list: number | null }[];
}

/** The change to one title when the import is confirmed. */
export interface TitleChange {
  rating: 'new' | 'changed' | 'kept' | 'none';
  current: number | null;
  seen: boolean;
  hidden: boolean;
  /** How many episodes were seen. Of these, `unknown` have numbers that the catalogue does not know; `nameless` are no numbers. */
  episodes?: number;
  unknown?: number;
  nameless?: number;
  /** Some of both. */
  unfit?: EpisodeHint[];
}

export interface MatchedTitle extends Match {
  id: number;
  facts: TitleFacts;
  change: TitleChange | null;
}

export interface PreviewTitle {
  id: number;
  hint: unknown;
  facts: unknown;
  choices: unknown;
  change: unknown;
  entries: number;
  mediumId: number | null;
  confidence: number;
}

interface Ref {
  userId: number;
  id: number;
}

/** The work to which an unknown title belongs: that of its siblings, for example the series of its episodes. */
const WORK = Prisma.sql`CASE WHEN (hint->>'siblings')::int > 0 THEN hint->'alternatives'->>-1 END`;

/**
 * An import with this many entries, and with this share of all stored entries, changes what the planner should expect.
 * PostgreSQL's own analysis begins at the same share, but up to a minute later.
 */
const ANALYZED_FROM = { entries: 1_000, share: 0.1 };

/** What a row takes beside the columns that are measured. */
const ROW_BYTES = 40;

const CONDITIONS = {
  matched: Prisma.sql`match = 'matched'`,
  doubtful: Prisma.sql`match = 'doubtful'`,
  unmatched: Prisma.sql`match = 'unmatched'`,
  changes: Prisma.sql`match = 'matched' AND (change IS NOT NULL OR jsonb_array_length(facts->'lists') > 0)`,
};

/** Lists unknown titles, with one line for all episodes of an unknown series. */
async function listWorks(
  db: Db,
  where: Prisma.Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ titles: PreviewTitle[]; total: number }> {
  const found = await db.$queryRaw<(PreviewTitle & { total: number })[]>`
    SELECT first.id, CASE WHEN work.name IS NULL THEN first.hint ELSE first.hint || jsonb_build_object('title', work.name) END AS hint,
           first.facts, first.choices, first.change, work.entries, first.medium_id AS "mediumId", first.confidence, work.total
      FROM (SELECT ${WORK} AS name, min(id) AS id, sum(entries)::int AS entries, count(*) OVER ()::int AS total
              FROM user_import_titles WHERE ${where} GROUP BY coalesce(${WORK}, key), ${WORK}
             ORDER BY sum(entries) DESC, min(id) LIMIT ${limit} OFFSET ${offset}) AS work
      JOIN user_import_titles AS first ON ${where} AND first.id = work.id
     ORDER BY work.entries DESC, first.id`;
  return { titles: found, total: found[0]?.total ?? 0 };
}

/** Reads and writes the rows and titles of an import, with the matched titles of the catalogue. */
export const createImportTitlesRepository = (db: Db) => ({
  /**
   * Adds rows, and the titles that the import does not have yet, numbered in the order of the file without gaps. Returns the
   * bytes that both take before PostgreSQL compresses them.
   */
  async addRows({ userId, id }: Ref, rows: readonly NewRow[]): Promise<number> {
    const given = rows.map(({ hint, fact, ...row }) => ({ ...row, hint: sparse(hint), fact: sparse(fact) }));
    const [size] = await db.$queryRaw<{ bytes: number }[]>`
      WITH given AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
          AS row (seq int, key text, hint jsonb, fact jsonb, list smallint)),
      named AS MATERIALIZED (
        SELECT given.key, known.key IS NULL AS is_new, min(seq) AS first, count(*)::int AS entries,
               (array_agg(given.hint ORDER BY seq))[1] AS hint
          FROM given LEFT JOIN user_import_titles AS known
            ON known.user_id = ${userId} AND known.import_id = ${id} AND known.key = given.key
         GROUP BY given.key, known.key),
      titles AS (
        INSERT INTO user_import_titles AS title (user_id, import_id, id, key, hint, entries)
        SELECT ${userId}, ${id}, row_number() OVER (PARTITION BY is_new ORDER BY first) + (
                 SELECT COALESCE(max(id), 0) FROM user_import_titles WHERE user_id = ${userId} AND import_id = ${id}),
               key, hint, entries
          FROM named
        ON CONFLICT (user_id, import_id, key) DO UPDATE SET entries = title.entries + excluded.entries),
      stored AS (
        INSERT INTO user_import_rows (user_id, import_id, seq, key, fact, list)
        SELECT ${userId}, ${id}, seq, key, fact, list FROM given)
      SELECT (COALESCE((SELECT sum(${ROW_BYTES} + pg_column_size(key) + pg_column_size(fact)) FROM given), 0)
            + COALESCE((SELECT sum(${ROW_BYTES} + pg_column_size(key) + pg_column_size(hint)) FROM named WHERE is_new), 0)
             )::int AS bytes`;
    return size?.bytes ?? 0;
  },

  /** Deletes the rows and titles of a failed import. */
  async deleteRows({ userId, id: importId }: Ref): Promise<void> {
    await db.userImportRow.deleteMany({ where: { userId, importId } });
    await db.userImportTitle.deleteMany({ where: { userId, importId } });
  },

  /**
   * Counts for each title the others with the same shortest alternative. First makes the titles of rows that a worker of the
   * previous version has read, since these rows have their hints themselves.
   */
  async completeTitles({ userId, id }: Ref): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_import_titles (user_id, import_id, id, key, hint, entries)
      SELECT ${userId}, ${id}, row_number() OVER (ORDER BY min(seq)) + (
               SELECT COALESCE(max(id), 0) FROM user_import_titles WHERE user_id = ${userId} AND import_id = ${id}),
             key, (array_agg(hint ORDER BY seq))[1], count(*)
        FROM user_import_rows WHERE user_id = ${userId} AND import_id = ${id} AND hint <> '{}'
       GROUP BY key
      ON CONFLICT (user_id, import_id, key) DO NOTHING`;
    await db.$executeRaw`
      UPDATE user_import_titles AS title SET hint = hint || jsonb_build_object('siblings', counted.titles - 1)
        FROM (SELECT hint->'alternatives'->>-1 AS work, count(*) AS titles FROM user_import_titles
               WHERE user_id = ${userId} AND import_id = ${id} AND hint->'alternatives'->>-1 IS NOT NULL
               GROUP BY 1 HAVING count(*) > 1) AS counted
       WHERE title.user_id = ${userId} AND title.import_id = ${id} AND title.hint->'alternatives'->>-1 = counted.work`;
  },

  /**
   * Refreshes the planner's statistics after a large import was read. Without them, PostgreSQL expects one row per import
   * and compares each title with every row, which takes longer than the statement timeout.
   */
  async analyze(entries: number): Promise<void> {
    const [table] = await db.$queryRaw<{ rows: number }[]>`
      SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = 'user_import_rows'::regclass`;
    if (entries < ANALYZED_FROM.entries || entries < ANALYZED_FROM.share * (table?.rows ?? 0)) return;
    await db.$executeRaw`ANALYZE (SKIP_LOCKED) user_import_rows (user_id, import_id, seq, key, list)`;
    await db.$executeRaw`ANALYZE (SKIP_LOCKED) user_import_titles (user_id, import_id, id, key, match, medium_id)`;
  },

  /** Returns the next titles with their rows, in order of id, beginning after the id `after`. */
  listTitles: ({ userId, id }: Ref, after: number, limit: number): Promise<StoredTitle[]> => db.$queryRaw`
    SELECT title.id, title.hint,
           (SELECT jsonb_agg(jsonb_build_object('fact', row.fact, 'list', row.list) ORDER BY row.seq)
              FROM user_import_rows AS row
             WHERE row.user_id = title.user_id AND row.import_id = title.import_id AND row.key = title.key) AS rows
      FROM user_import_titles AS title
     WHERE title.user_id = ${userId} AND title.import_id = ${id}
       AND title.id > ${after} AND title.id <= ${after + limit}
     ORDER BY title.id`,

  /** Returns the series that the import names with their year. */
  listSeries: ({ userId, id }: Ref): Promise<{ title: string; year: number }[]> => db.$queryRaw`
    SELECT DISTINCT hint->>'title' AS title, (hint->>'year')::int AS year FROM user_import_titles
     WHERE user_id = ${userId} AND import_id = ${id} AND hint->>'type' = 'series' AND hint->>'year' IS NOT NULL`,

  async saveMatches({ userId, id }: Ref, titles: readonly MatchedTitle[]): Promise<void> {
    const rows = titles.map(({ mediumId, facts, ...title }) => ({
      ...title,
      facts: sparse(facts),
      medium_id: mediumId,
    }));
    const ids = titles.map((title) => title.id);
    await db.$executeRaw`
      UPDATE user_import_titles AS title
         SET match = found.match, medium_id = found.medium_id, confidence = found.confidence,
             choices = found.choices, facts = found.facts, change = found.change
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS found (id int, match text, medium_id int, confidence float8, choices jsonb, facts jsonb, change jsonb)
       WHERE title.user_id = ${userId} AND title.import_id = ${id} AND title.id = found.id
         AND title.id BETWEEN ${Math.min(...ids)} AND ${Math.max(...ids)}`;
    // The title has the tags of all its rows now.
    if (titles.some(({ facts }) => facts.tags.length > 0))
      await db.$executeRaw`
        UPDATE user_import_rows AS row SET fact = row.fact - 'tags' FROM user_import_titles AS title
         WHERE title.user_id = ${userId} AND title.import_id = ${id} AND title.facts ? 'tags'
           AND title.id BETWEEN ${Math.min(...ids)} AND ${Math.max(...ids)}
           AND row.user_id = ${userId} AND row.import_id = ${id} AND row.key = title.key AND row.fact ? 'tags'`;
  },

  /** Returns the rating, view and hide that the account has for each title. */
  listCurrent: (
    userId: number,
    mediumIds: readonly number[],
  ): Promise<
    { mediumId: number; rating: number | null; ratedAt: Date | null; isSeen: boolean; isHidden: boolean }[]
  > =>
    db.$queryRaw`
      SELECT wanted.id AS "mediumId", rating.rating, rating.updated_at AS "ratedAt",
             seen.medium_id IS NOT NULL AS "isSeen", hidden.medium_id IS NOT NULL AS "isHidden"
        FROM unnest(${[...mediumIds]}::int[]) AS wanted (id)
        LEFT JOIN user_medium_ratings AS rating ON rating.user_id = ${userId} AND rating.medium_id = wanted.id
        LEFT JOIN user_medium_seen AS seen ON seen.user_id = ${userId} AND seen.medium_id = wanted.id
        LEFT JOIN user_medium_hiddens AS hidden ON hidden.user_id = ${userId} AND hidden.medium_id = wanted.id`,

  countAll: ({ userId, id }: Ref): Promise<number> =>
    db.userImportTitle.count({ where: { userId, importId: id } }),

  /** Counts the titles of the file, and what would change, where several of them can be one title of the catalogue. */
  async countTitles({ userId, id }: Ref) {
    const [row] = await db.$queryRaw<Record<string, number>[]>`
      WITH title AS (
        SELECT match, medium_id, key, hint, change, (facts->>'unfinished')::int AS unfinished
          FROM user_import_titles WHERE user_id = ${userId} AND import_id = ${id}),
      medium AS (
        SELECT bool_or(change->>'rating' = 'new') AS is_new, bool_or(change->>'rating' = 'changed') AS is_changed,
               bool_or(change->>'rating' = 'kept') AS is_kept, bool_or((change->>'hidden')::boolean) AS is_hidden,
               bool_or((change->>'seen')::boolean) AS is_seen
          FROM title WHERE match = 'matched' GROUP BY medium_id)
      SELECT count(*)::int AS titles,
             COALESCE(sum(unfinished), 0)::int AS unfinished,
             count(*) FILTER (WHERE match = 'matched')::int AS matched,
             count(*) FILTER (WHERE match = 'doubtful')::int AS doubtful,
             count(DISTINCT coalesce(${WORK}, key)) FILTER (WHERE match = 'unmatched')::int AS unmatched,
             (SELECT count(*)::int FROM medium WHERE is_new) AS ratings_new,
             (SELECT count(*)::int FROM medium WHERE is_changed) AS ratings_changed,
             (SELECT count(*)::int FROM medium WHERE is_kept AND NOT is_new AND NOT is_changed) AS ratings_kept,
             (SELECT count(*)::int FROM medium WHERE is_seen) AS seen,
             (SELECT count(*)::int FROM medium WHERE is_hidden) AS hidden,
             COALESCE(sum((change->>'episodes')::int) FILTER (WHERE match = 'matched'), 0)::int AS episodes,
             count(DISTINCT medium_id) FILTER (WHERE match = 'matched' AND change ? 'episodes')::int AS episode_series,
             COALESCE(sum((change->>'unknown')::int) FILTER (WHERE match = 'matched'), 0)::int AS episodes_unknown,
             COALESCE(sum((change->>'nameless')::int) FILTER (WHERE match = 'matched'), 0)::int AS episodes_left_out
        FROM title`;
    return row ?? {};
  },

  async listPreview(
    { userId, id }: Ref,
    show: keyof typeof CONDITIONS,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ titles: PreviewTitle[]; total: number }> {
    const where = Prisma.sql`user_id = ${userId} AND import_id = ${id} AND ${CONDITIONS[show]}`;
    if (show === 'unmatched') return listWorks(db, where, { limit, offset });
    const titles = await db.$queryRaw<PreviewTitle[]>`
      SELECT id, hint, facts, choices, change, entries, medium_id AS "mediumId", confidence
        FROM user_import_titles WHERE ${where} ORDER BY entries DESC, id LIMIT ${limit} OFFSET ${offset}`;
    const [count] = await db.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM user_import_titles WHERE ${where}`;
    return { titles, total: count?.total ?? 0 };
  },

  listMedia: (mediumIds: readonly number[]) =>
    db.medium.findMany({
      where: { id: { in: [...mediumIds] } },
      select: { id: true, title: true, releaseYear: true, type: true },
    }),

  /** Stores the choices of the member. Returns how many choices refer to a title of the import. */
  saveChoices: (
    { userId, id }: Ref,
    choices: readonly { id: number; medium_id: number | null }[],
  ): Promise<number> =>
    db.$executeRaw`
      UPDATE user_import_titles AS title
         SET medium_id = chosen.medium_id, match = CASE WHEN chosen.medium_id IS NULL THEN 'unmatched' ELSE 'matched' END
        FROM jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) AS chosen (id int, medium_id int)
       WHERE title.user_id = ${userId} AND title.import_id = ${id} AND title.id = chosen.id`,

  /**
   * Returns the facts of the next matched titles in order of medium id, beginning after `after`. All titles that match
   * one medium are on one page.
   */
  listMatched: (
    { userId, id }: Ref,
    after: number,
    limit: number,
  ): Promise<{ mediumId: number; hint: unknown; facts: unknown }[]> =>
    db.$queryRaw`
      SELECT medium_id AS "mediumId", hint, facts FROM user_import_titles
       WHERE user_id = ${userId} AND import_id = ${id} AND match = 'matched' AND medium_id IN (
         SELECT DISTINCT medium_id FROM user_import_titles
          WHERE user_id = ${userId} AND import_id = ${id} AND match = 'matched' AND medium_id > ${after}
          ORDER BY medium_id LIMIT ${limit})
       ORDER BY medium_id, id`,
});

export type ImportTitlesRepository = ReturnType<typeof createImportTitlesRepository>;
