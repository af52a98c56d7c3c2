import { CAPS } from '@marquee/contracts';
import type { Db } from '#src/data/database.ts';
import type { EpisodeNumber, Move } from './renumber.ts';
import type { EpisodeRow, SeasonRecord, SeriesRecord } from './series-record.ts';

export interface StoredSeries {
  mediumId: number;
  source: string;
  contentHash: string;
}

/** Rows of episodes that one statement writes, and that one reads to make progress equal to them. */
const WRITTEN_AT_ONCE = 2_000;
const SETTLED_AT_ONCE = 10_000;

/** Returns for how many members a statement has time, of series with at most so many episodes. */
const membersFor = (rows: number, longest: number): number => Math.max(1, Math.floor(rows / longest));

type FactsRow = Omit<SeriesRecord, 'seasons' | 'episodes'> & { content_hash: string };

/**
 * Writes what is known of series. Use in a transaction.
 *
 * Triggers keep `user_series` and the mark of a series equal to the episodes that a member has seen
 * (`user_episodes_settle_insert`, `user_episodes_settle_update`, `user_episodes_settle_delete`), refuse more episodes than
 * CAPS allows (`user_episodes_cap`), and move everything when a title is merged (`media_merged_episodes`).
 */
export const createSeriesRepository = (db: Db) => ({
  /** Locks what is stored of these series, so that no other source writes them meanwhile. */
  lockFacts(mediumIds: readonly number[]): Promise<StoredSeries[]> {
    return db.$queryRaw`
      SELECT medium_id AS "mediumId", source, content_hash AS "contentHash" FROM series_facts
       WHERE medium_id = ANY (${[...mediumIds]}::int[]) ORDER BY medium_id FOR UPDATE`;
  },

  /** A fact that the new source lacks keeps its value. */
  async saveFacts(rows: readonly FactsRow[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO series_facts AS known (medium_id, source, status, network, last_air_date, as_of, content_hash)
      SELECT medium_id, source, status, network, last_air_date, as_of, content_hash
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (medium_id int, source text, status text, network text,
          last_air_date date, as_of date, content_hash text)
      ON CONFLICT (medium_id) DO UPDATE SET source = excluded.source, status = COALESCE(excluded.status, known.status),
        network = COALESCE(excluded.network, known.network),
        last_air_date = COALESCE(excluded.last_air_date, known.last_air_date),
        as_of = COALESCE(excluded.as_of, known.as_of), content_hash = excluded.content_hash`;
  },

  listNumbers(mediumIds: readonly number[]): Promise<(EpisodeNumber & { mediumId: number })[]> {
    return db.$queryRaw`
      SELECT medium_id AS "mediumId", season::int AS season, episode::int AS episode FROM episodes
       WHERE medium_id = ANY (${[...mediumIds]}::int[])`;
  },

  async replaceSeasons(
    mediumIds: readonly number[],
    seasons: readonly (Pick<SeasonRecord, 'season' | 'first_air_date'> & { medium_id: number })[],
  ): Promise<void> {
    const rows = JSON.stringify(seasons);
    await db.$executeRaw`
      DELETE FROM seasons WHERE medium_id = ANY (${[...mediumIds]}::int[]) AND (medium_id, season) NOT IN (
        SELECT medium_id, season FROM jsonb_to_recordset(${rows}::jsonb) AS r (medium_id int, season smallint))`;
    await db.$executeRaw`
      INSERT INTO seasons AS known (medium_id, season, first_air_date)
      SELECT medium_id, season, first_air_date
        FROM jsonb_to_recordset(${rows}::jsonb) AS r (medium_id int, season smallint, first_air_date date)
      ON CONFLICT (medium_id, season) DO UPDATE SET first_air_date = excluded.first_air_date
       WHERE known.first_air_date IS DISTINCT FROM excluded.first_air_date`;
  },

  async replaceEpisodes(
    mediumIds: readonly number[],
    episodes: readonly (EpisodeRow & { medium_id: number })[],
  ): Promise<void> {
    const rows = JSON.stringify(episodes);
    await db.$executeRaw`
      DELETE FROM episodes WHERE medium_id = ANY (${[...mediumIds]}::int[]) AND (medium_id, season, episode) NOT IN (
        SELECT medium_id, season, episode
          FROM jsonb_to_recordset(${rows}::jsonb) AS r (medium_id int, season smallint, episode smallint))`;
    await db.$executeRaw`
      INSERT INTO episodes AS known (medium_id, season, episode, name, air_date, air_at, airs_on, runtime_minutes, source_id,
        source_season, source_episode)
      SELECT medium_id, season, episode, name, air_date, air_at, airs_on, runtime_minutes, source_id, source_season,
        source_episode
        FROM jsonb_to_recordset(${rows}::jsonb) AS r (medium_id int, season smallint, episode smallint, name text,
          air_date date, air_at timestamptz, airs_on date, runtime_minutes int, source_id text, source_season int,
          source_episode int)
      ON CONFLICT (medium_id, season, episode) DO UPDATE SET name = excluded.name, air_date = excluded.air_date,
        air_at = excluded.air_at, airs_on = excluded.airs_on, runtime_minutes = excluded.runtime_minutes,
        source_id = excluded.source_id, source_season = excluded.source_season, source_episode = excluded.source_episode
       WHERE (known.name, known.air_date, known.air_at, known.airs_on, known.runtime_minutes, known.source_id,
              known.source_season, known.source_episode)
         IS DISTINCT FROM (excluded.name, excluded.air_date, excluded.air_at, excluded.airs_on, excluded.runtime_minutes,
              excluded.source_id, excluded.source_season, excluded.source_episode)`;
  },

  /**
   * Says, until the transaction ends, that the catalogue moves episodes and no member does, so that triggers take no mark away.
   */
  async keepMarks(): Promise<void> {
    await db.$executeRaw`SELECT set_config('marquee.moves_episodes', 'on', true)`;
  },

  /** Moves what members have seen of a series to its new numbers, in steps that a statement has time for. */
  async moveSeen(mediumId: number, moves: readonly Move[]): Promise<void> {
    const rows = moves.map(({ from, to }) => ({
      season: from.season,
      episode: from.episode,
      to_season: to.season,
      to_episode: to.episode,
    }));
    for (let after = 0; ; ) {
      const users = await db.$queryRaw<{ id: number }[]>`
        SELECT DISTINCT user_id AS id FROM user_episodes WHERE medium_id = ${mediumId} AND user_id > ${after}::int
         ORDER BY user_id LIMIT ${membersFor(WRITTEN_AT_ONCE, moves.length)}`;
      const last = users.at(-1);
      if (last === undefined) break;
      // Sorting reads every deleted row before the first is inserted, whose place another row may have had.
      await db.$executeRaw`
        WITH move AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS r (season smallint, episode smallint, to_season smallint, to_episode smallint)),
        gone AS (
          DELETE FROM user_episodes AS told USING move
           WHERE told.user_id = ANY (${users.map(({ id }) => id)}::int[]) AND told.medium_id = ${mediumId}
             AND told.season = move.season AND told.episode = move.episode
          RETURNING told.*, move.to_season, move.to_episode)
        INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
        SELECT user_id, medium_id, to_season, to_episode, seen_on, plays, days, marked_at FROM gone
         ORDER BY user_id, to_season, to_episode
        ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
          SET seen_on = GREATEST(kept.seen_on, excluded.seen_on), marked_at = GREATEST(kept.marked_at, excluded.marked_at),
              days = marquee_join_days(kept.days, excluded.days),
              plays = GREATEST(kept.plays, excluded.plays, cardinality(marquee_join_days(kept.days, excluded.days)))`;
      after = last.id;
    }
    await db.userEpisodeUndo.deleteMany({ where: { mediumId } });
  },

  /**
   * Marks the aired episodes up to the season that a member told before the catalogue knew the episodes, in steps that a
   * statement has time for. A member for whom there are more than an account may have keeps the mark alone, so that no other member's
   * account stops an import.
   * @param longest the number of episodes of the longest of the series.
   */
  async carryOverSeasons(mediumIds: readonly number[], longest: number): Promise<void> {
    for (let after = { mediumId: 0, userId: 0 }; ; ) {
      const pairs = await db.$queryRaw<{ mediumId: number; userId: number }[]>`
        SELECT medium_id AS "mediumId", user_id AS "userId" FROM user_medium_seen
         WHERE medium_id = ANY (${[...mediumIds]}::int[]) AND up_to_season IS NOT NULL
           AND (medium_id, user_id) > (${after.mediumId}::int, ${after.userId}::int)
         ORDER BY medium_id, user_id LIMIT ${membersFor(WRITTEN_AT_ONCE, longest)}`;
      const last = pairs.at(-1);
      if (last === undefined) return;
      await db.$executeRaw`
        INSERT INTO user_episodes (user_id, medium_id, season, episode, seen_on, days)
        SELECT user_id, medium_id, season, episode, seen_on,
               CASE WHEN seen_on IS NULL THEN '{}'::date[] ELSE ARRAY[seen_on] END
          FROM (
            SELECT mark.user_id, mark.medium_id, known.season, known.episode, mark.seen_on,
                   count(*) OVER (PARTITION BY mark.user_id) AS more
              FROM unnest(${pairs.map(({ userId }) => userId)}::int[], ${pairs.map(({ mediumId }) => mediumId)}::int[])
                     AS pair (user_id, medium_id)
              JOIN user_medium_seen AS mark USING (user_id, medium_id)
              JOIN episodes AS known ON known.medium_id = mark.medium_id AND known.season BETWEEN 1 AND mark.up_to_season
               AND COALESCE(known.air_at <= now(), known.airs_on <= current_date)) AS told
         WHERE more + (SELECT count(*) FROM user_episodes AS mine WHERE mine.user_id = told.user_id) <= ${CAPS.episodes}
        ON CONFLICT DO NOTHING`;
      after = last;
    }
  },

  /**
   * Makes the progress of members equal to the new episodes of these series, in steps that a statement has time for.
   * @param longest the number of episodes of the longest of the series, where it is known.
   */
  async settle(mediumIds: readonly number[], longest = 100): Promise<void> {
    for (let after = { mediumId: 0, userId: 0 }; ; ) {
      const pairs = await db.$queryRaw<{ mediumId: number; userId: number }[]>`
        SELECT medium_id AS "mediumId", user_id AS "userId" FROM user_series
         WHERE medium_id = ANY (${[...mediumIds]}::int[])
           AND (medium_id, user_id) > (${after.mediumId}::int, ${after.userId}::int)
         ORDER BY medium_id, user_id LIMIT ${membersFor(SETTLED_AT_ONCE, longest)}`;
      const last = pairs.at(-1);
      if (last === undefined) return;
      await db.$executeRaw`
        SELECT marquee_settle_series(${pairs.map(({ userId }) => userId)}::int[],
          ${pairs.map(({ mediumId }) => mediumId)}::int[], false)`;
      after = last;
    }
  },

  /** Deletes what a source wrote of other series than these. Returns the ids of their titles. */
  async forgetOthers(source: string, mediumIds: readonly number[]): Promise<number[]> {
    const gone = await db.$queryRaw<{ medium_id: number }[]>`
      DELETE FROM series_facts WHERE source = ${source} AND medium_id <> ALL (${[...mediumIds]}::int[])
      RETURNING medium_id`;
    const ids = gone.map(({ medium_id }) => medium_id);
    await db.season.deleteMany({ where: { mediumId: { in: ids } } });
    await db.episode.deleteMany({ where: { mediumId: { in: ids } } });
    return ids;
  },
});

export type SeriesRepository = ReturnType<typeof createSeriesRepository>;
