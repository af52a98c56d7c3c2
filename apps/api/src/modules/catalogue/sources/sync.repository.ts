import type { MediumType, SyncPhase } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { IdRecord } from '#src/modules/catalogue/catalogue.repository.ts';

/** One source in one country. */
export interface Listing {
  source: string;
  country: string;
}

export interface StagedLine {
  type: MediumType;
  external_id: string;
  /** A line of the feed as JSON. The value is null when the source does not list the title. */
  line: string | null;
}

/** A staged line with the stored state of its title. */
export interface StoredLine extends StagedLine {
  /** Id of the stored title with this key, or null for a new key. The title may belong to another source. */
  medium_id: number | null;
  /**
   * Hash of the last written line. The hash is null when this source never listed the title in this country.
   */
  content_hash: string | null;
  is_listed: boolean;
}

export interface MatchedTitle {
  id: number;
  /** The feed or source that owns the row. */
  source: string;
  external_id: string;
  /** The names of the sources on the network that list the title in any country. */
  listed_by: string[];
}

export const createSyncRepository = (db: Db) => ({
  ensure: ({ source, country }: Listing) =>
    db.sourceSync.upsert({
      where: { source_country: { source, country } },
      create: { source, country },
      update: {},
    }),

  /** Returns the cursor of the next run, or null before the first run. */
  findCursor: async ({ source, country }: Listing): Promise<string | null> => {
    const where = { source_country: { source, country } };
    return (await db.sourceSync.findUnique({ where, select: { cursor: true } }))?.cursor ?? null;
  },

  async update(
    { source, country }: Listing,
    data: {
      phase?: SyncPhase;
      isFull?: boolean;
      cursor?: string | null;
      position?: string | null;
      nextCursor?: string | null;
      startedAt?: Date;
      finishedAt?: Date;
      fullAt?: Date;
      failure?: string | null;
    },
  ): Promise<void> {
    await db.sourceSync.update({ where: { source_country: { source, country } }, data });
  },

  /** Writes lines to the staging table. A later line of a title replaces a staged line of this title. */
  async stage({ source, country }: Listing, lines: readonly StagedLine[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO source_lines (source, country, type, external_id, line)
      SELECT ${source}, ${country}, type, external_id, line
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r (type medium_type, external_id text, line text)
      ON CONFLICT (source, country, type, external_id) DO UPDATE SET line = excluded.line`;
  },

  async clear({ source, country }: Listing): Promise<void> {
    await db.sourceLine.deleteMany({ where: { source, country } });
  },

  /** Stages the removal of every listed title that a full run did not find. */
  async stageMissing({ source, country }: Listing): Promise<void> {
    await db.$executeRaw`
      INSERT INTO source_lines (source, country, type, external_id, line)
      SELECT source, country, type, external_id, NULL FROM source_titles
       WHERE source = ${source} AND country = ${country} AND delisted_at IS NULL
      ON CONFLICT DO NOTHING`;
  },

  /**
   * Returns a page of listed titles that the staged lines remove. The page starts after the key `after`, in the order
   * of the keys.
   */
  listRemoved: ({ source, country }: Listing, after: StagedLine | null, limit: number) => db.$queryRaw<
    StagedLine[]
  >`
    SELECT l.type::text AS type, l.external_id, l.line
      FROM source_lines l JOIN source_titles t USING (source, country, type, external_id)
     WHERE l.source = ${source} AND l.country = ${country} AND l.line IS NULL AND t.delisted_at IS NULL
       AND (${after === null} OR (l.type, l.external_id) > (${after?.type ?? 'movie'}::medium_type, ${after?.external_id ?? ''}))
     ORDER BY l.type, l.external_id LIMIT ${limit}`,

  /** Counts the listed titles, and the listed titles that the staged lines remove. */
  async count({ source, country }: Listing): Promise<{ listed: number; removed: number }> {
    const [row] = await db.$queryRaw<{ listed: number; removed: number }[]>`
      SELECT
        (SELECT count(*)::int FROM source_titles
          WHERE source = ${source} AND country = ${country} AND delisted_at IS NULL) AS listed,
        (SELECT count(*)::int FROM source_lines l JOIN source_titles t USING (source, country, type, external_id)
          WHERE l.source = ${source} AND l.country = ${country} AND l.line IS NULL AND t.delisted_at IS NULL) AS removed`;
    return row ?? { listed: 0, removed: 0 };
  },

  /** Refreshes the planner's statistics of the tables that only a sync fills. */
  async analyze(): Promise<void> {
    await db.$executeRaw`ANALYZE source_lines`;
    await db.$executeRaw`ANALYZE source_titles`;
    await db.$executeRaw`ANALYZE medium_ids`;
  },

  /** Returns the next staged lines in the order of their keys. */
  nextLines: ({ source, country }: Listing, limit: number) => db.$queryRaw<StoredLine[]>`
    SELECT l.type::text AS type, l.external_id, l.line, t.content_hash,
      t.content_hash IS NOT NULL AND t.delisted_at IS NULL AS is_listed,
      COALESCE(t.medium_id,
        (SELECT other.medium_id FROM source_titles other WHERE other.source = l.source AND other.type = l.type
           AND other.external_id = l.external_id LIMIT 1),
        (SELECT m.id FROM media m WHERE m.source = l.source AND m.type = l.type AND m.external_id = l.external_id)
      ) AS medium_id
      FROM source_lines l LEFT JOIN source_titles t USING (source, country, type, external_id)
     WHERE l.source = ${source} AND l.country = ${country}
     ORDER BY l.type, l.external_id LIMIT ${limit}`,

  findByIds: (ids: readonly IdRecord[]) => db.$queryRaw<(IdRecord & { medium_id: number })[]>`
    SELECT i.scheme, i.type::text AS type, i.value, i.medium_id FROM medium_ids i
      JOIN jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) AS r (scheme text, type medium_type, value text)
      USING (scheme, type, value)`,

  listMatched: (mediumIds: readonly number[]) => db.$queryRaw<MatchedTitle[]>`
    SELECT m.id, m.source, m.external_id,
      ARRAY(SELECT DISTINCT s.source FROM source_titles s WHERE s.medium_id = m.id AND s.delisted_at IS NULL) AS listed_by
      FROM media m WHERE m.id = ANY (${[...mediumIds]}::int[])`,

  /** Returns the listed keys that this source has for these titles in the country. */
  listKeysOf: ({ source, country }: Listing, mediumIds: readonly number[]) =>
    db.sourceTitle.findMany({
      where: { source, country, mediumId: { in: [...mediumIds] }, delistedAt: null },
      select: { type: true, externalId: true, mediumId: true },
    }),

  async saveTitles(
    { source, country }: Listing,
    titles: readonly { type: MediumType; external_id: string; medium_id: number; content_hash: string }[],
  ): Promise<void> {
    await db.$executeRaw`
      INSERT INTO source_titles (source, country, type, external_id, medium_id, content_hash)
      SELECT ${source}, ${country}, type, external_id, medium_id, content_hash
        FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb)
          AS r (type medium_type, external_id text, medium_id int, content_hash text)
      ON CONFLICT (source, country, type, external_id) DO UPDATE
        SET medium_id = excluded.medium_id, content_hash = excluded.content_hash, delisted_at = NULL`;
  },

  /**
   * Removes titles and their offers from the listing of this source in this country. Other sources write their
   * offers again in their next run.
   * @param live the sources on the network. Their titles are delisted when no source lists them any more.
   */
  async removeTitles(
    { source, country }: Listing,
    lines: readonly StagedLine[],
    live: readonly string[],
  ): Promise<void> {
    await db.$executeRaw`
      WITH gone AS (
        UPDATE source_titles t SET delisted_at = now()
          FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r (type medium_type, external_id text)
         WHERE t.source = ${source} AND t.country = ${country} AND t.type = r.type AND t.external_id = r.external_id
           AND t.delisted_at IS NULL
        RETURNING t.medium_id),
      offers AS (
        UPDATE provider_medium o SET delisted_at = now() FROM gone
         WHERE o.medium_id = gone.medium_id AND o.origin = ${source} AND o.country = ${country}
           AND o.delisted_at IS NULL),
      others AS (
        UPDATE source_titles t SET content_hash = '' FROM gone
         WHERE t.medium_id = gone.medium_id AND t.source <> ${source} AND t.country = ${country})
      UPDATE media m SET delisted_at = now() FROM gone
       WHERE m.id = gone.medium_id AND m.source = ANY (${[...live]}::text[]) AND m.delisted_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM source_titles t WHERE t.medium_id = m.id AND t.delisted_at IS NULL
           AND NOT (t.source = ${source} AND t.country = ${country}))`;
  },

  /** Sets the check date of offers when their title is unchanged. */
  async touchOffers(
    { source, country }: Listing,
    mediumIds: readonly number[],
    checkedAt: Date,
  ): Promise<void> {
    await db.$executeRaw`
      UPDATE provider_medium SET checked_at = ${checkedAt}
       WHERE medium_id = ANY (${[...mediumIds]}::int[]) AND origin = ${source} AND country = ${country}
         AND delisted_at IS NULL`;
  },

  async deleteLines({ source, country }: Listing, lines: readonly StagedLine[]): Promise<void> {
    await db.$executeRaw`
      DELETE FROM source_lines l
       USING jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS r (type medium_type, external_id text)
       WHERE l.source = ${source} AND l.country = ${country} AND l.type = r.type AND l.external_id = r.external_id`;
  },
});

export type SyncRepository = ReturnType<typeof createSyncRepository>;
