import type { Db } from '#src/data/database.ts';

/** What names a show of TVmaze in the catalogue. */
export interface ShowIds {
  id: number;
  imdb: string | null;
  tvdb: string | null;
}

export interface StoredShow {
  id: number;
  /** When TVmaze last changed the show, in Unix seconds, as of the last run that wrote it. */
  updated: number;
}

/** A series of the catalogue with a public id, of which no show is known. */
export interface Newcomer {
  mediumId: number;
  imdb: string | null;
  tvdb: string | null;
}

/** Which series a show means. */
export interface ShowMatch {
  id: number;
  mediumId: number;
  /** 3 when both ids name the series, 2 for the id of IMDb alone, 1 for that of TheTVDB. */
  evidence: number;
}

/** The show of a series, and what of it stands beside the catalogue's own facts. */
export interface ShowRow extends ShowMatch {
  updated: number;
  summary: string | null;
  poster_url: string | null;
}

/** Reads and writes which show of TVmaze a series is. Names never decide it. */
export const createShowsRepository = (db: Db) => ({
  /** Returns the series that the ids of these shows name. An id of IMDb comes before one of TheTVDB. */
  listMatches: (shows: readonly ShowIds[]): Promise<ShowMatch[]> => db.$queryRaw`
    SELECT DISTINCT ON (id) id, medium_id AS "mediumId", evidence FROM (
      SELECT r.id, known.medium_id, (sum(CASE known.scheme WHEN 'imdb' THEN 2 ELSE 1 END))::int AS evidence
        FROM jsonb_to_recordset(${JSON.stringify(shows)}::jsonb) AS r (id int, imdb text, tvdb text)
        JOIN medium_ids AS known ON known.type = 'series'
         AND (known.scheme, known.value) IN (('imdb', r.imdb), ('tvdb', r.tvdb))
       GROUP BY r.id, known.medium_id) AS named
     ORDER BY id, evidence DESC, medium_id`,

  /** Returns those of the shows that are stored. */
  listStored: (ids: readonly number[]): Promise<StoredShow[]> =>
    db.tvmazeShow.findMany({ where: { id: { in: [...ids] } }, select: { id: true, updated: true } }),

  /** Returns all stored shows in the order of their ids. */
  listAll: (): Promise<StoredShow[]> =>
    db.tvmazeShow.findMany({ select: { id: true, updated: true }, orderBy: { id: 'asc' } }),

  /** Returns the series without a show that the catalogue got since then, in the order of their ids. */
  listNewcomers: (since: Date, after: number, limit: number): Promise<Newcomer[]> => db.$queryRaw`
    SELECT media.id AS "mediumId", max(known.value) FILTER (WHERE known.scheme = 'imdb') AS imdb,
           max(known.value) FILTER (WHERE known.scheme = 'tvdb') AS tvdb
      FROM media JOIN medium_ids AS known ON known.medium_id = media.id AND known.scheme IN ('imdb', 'tvdb')
     WHERE media.type = 'series' AND media.merged_into IS NULL AND media.created_at >= ${since} AND media.id > ${after}
       AND NOT EXISTS (SELECT 1 FROM tvmaze_shows AS show WHERE show.medium_id = media.id)
     GROUP BY media.id ORDER BY media.id LIMIT ${limit}`,

  /** Returns the shows of these series. */
  listOwners: (mediumIds: readonly number[]): Promise<{ id: number; mediumId: number; evidence: number }[]> =>
    db.tvmazeShow.findMany({
      where: { mediumId: { in: [...mediumIds] } },
      select: { id: true, mediumId: true, evidence: true },
    }),

  /** Notes that the ids of these shows name no series any more. Another show may then take their place. */
  async loosen(shows: readonly StoredShow[]): Promise<void> {
    await db.$executeRaw`
      UPDATE tvmaze_shows AS show SET evidence = 0, updated = r.updated
        FROM jsonb_to_recordset(${JSON.stringify(shows)}::jsonb) AS r (id int, updated int) WHERE show.id = r.id`;
  },

  /** Writes shows, each of which is the only one of its series from now on. */
  async save(shows: readonly ShowRow[]): Promise<void> {
    const rows = JSON.stringify(shows);
    await db.$executeRaw`
      DELETE FROM tvmaze_shows AS show USING jsonb_to_recordset(${rows}::jsonb) AS r (id int, "mediumId" int)
       WHERE show.medium_id = r."mediumId" AND show.id <> r.id`;
    await db.$executeRaw`
      INSERT INTO tvmaze_shows AS show (id, medium_id, evidence, updated, summary, poster_url)
      SELECT id, "mediumId", evidence, updated, summary, poster_url
        FROM jsonb_to_recordset(${rows}::jsonb)
          AS r (id int, "mediumId" int, evidence smallint, updated int, summary text, poster_url text)
      ON CONFLICT (id) DO UPDATE SET medium_id = excluded.medium_id, evidence = excluded.evidence,
        updated = excluded.updated, summary = excluded.summary, poster_url = excluded.poster_url`;
  },

  /**
   * Counts the staged shows, and those that have less than half of the episodes that they brought before. A list that lost so
   * many is a fault of the source.
   */
  async countShrunken(source: string): Promise<{ staged: number; shrunken: number }> {
    const [row] = await db.$queryRaw<{ staged: number; shrunken: number }[]>`
      SELECT count(*)::int AS staged,
             count(*) FILTER (WHERE jsonb_array_length(line.line::jsonb->'episode_list') * 2 < (
               SELECT count(*) FROM episodes WHERE episodes.medium_id = show.medium_id))::int AS shrunken
        FROM source_lines AS line LEFT JOIN tvmaze_shows AS show ON show.id = line.external_id::int
       WHERE line.source = ${source}`;
    return row ?? { staged: 0, shrunken: 0 };
  },

  /** Returns how many episodes the catalogue has of each series. */
  countEpisodes: (
    source: string,
    mediumIds: readonly number[],
  ): Promise<{ mediumId: number; episodes: number }[]> => db.$queryRaw`
    SELECT facts.medium_id AS "mediumId", count(*)::int AS episodes
      FROM series_facts AS facts JOIN episodes USING (medium_id)
     WHERE facts.source = ${source} AND facts.medium_id = ANY (${[...mediumIds]}::int[])
     GROUP BY facts.medium_id`,
});

export type ShowsRepository = ReturnType<typeof createShowsRepository>;
