import type { Db } from '#src/data/database.ts';
import type { EpisodeNumber, Move } from './renumber.ts';
import type { EpisodeRow, SeasonRecord, SeriesRecord } from './series-record.ts';

export interface StoredSeries {
  mediumId: number;
  source: string;
  contentHash: string;
}

/** Episodes of members that one transaction changes, so that a member whose row is locked waits for a moment only. */
const FOLLOWED_AT_ONCE = 2_000;

/** How a series has changed, for the members who have seen some of it. */
export interface SeriesChange {
  mediumId: number;
  moves: readonly Move[];
  /** Whether its episodes became known, so that "seen up to season" becomes episodes. */
  carriesOver: boolean;
}

type FactsRow = Omit<SeriesRecord, 'seasons' | 'episodes'> & { content_hash: string };

/**
 * Writes what is known of series. Use in a transaction.
 *
 * Triggers keep `user_series` and the mark of a series equal to the episodes that a member has seen
 * (`user_episodes_settle_insert`, `user_episodes_settle_update`, `user_episodes_settle_delete`), refuse more episodes than
 * CAPS allows, and let members follow when a title is merged (`media_merged_episodes`).
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

  /** @param mediumIds the series of which stored episodes may be deleted. */
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
   * Lets a job change what members have seen of these series (`followSeries`), because for thousands of members that takes longer
   * than a transaction may. Until then they are read as they were.
   */
  async queueChanges(changes: readonly SeriesChange[]): Promise<void> {
    const rows = changes.map(({ mediumId, moves, carriesOver }) => ({
      medium_id: mediumId,
      carries_over: carriesOver,
      moves: moves.map(({ from, to }) => ({ ...from, to_season: to.season, to_episode: to.episode })),
    }));
    await db.$executeRaw`
      SELECT marquee_queue_change(medium_id, moves, carries_over, NULL)
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (medium_id int, moves jsonb, carries_over boolean)`;
  },

  /** Returns the oldest change for which members wait, and some of these members; undefined where none waits. */
  async findChange(): Promise<{ id: number; mediumId: number; userIds: number[] } | undefined> {
    const [change] = await db.$queryRaw<{ id: number; mediumId: number; episodes: number }[]>`
      SELECT id, medium_id AS "mediumId",
             (SELECT count(*)::int FROM episodes WHERE episodes.medium_id IN (change.medium_id, change.into_id)) AS episodes
        FROM series_changes AS change ORDER BY id LIMIT 1`;
    if (change === undefined) return undefined;
    const { id, mediumId, episodes } = change;
    const members = await db.userSeriesChange.findMany({
      where: { changeId: id },
      select: { userId: true },
      orderBy: { userId: 'asc' },
      take: Math.max(1, Math.floor(FOLLOWED_AT_ONCE / Math.max(1, episodes))),
    });
    return { id, mediumId, userIds: members.map(({ userId }) => userId) };
  },

  async deleteChange(id: number): Promise<void> {
    await db.seriesChange.deleteMany({ where: { id, members: { none: {} } } });
  },

  /** Makes what members have seen of a series follow its changes. The members are locked in order. */
  async follow(mediumId: number, userIds: readonly number[]): Promise<void> {
    await db.$executeRaw`
      SELECT marquee_follow_series(id, ${mediumId}) FROM unnest(${[...userIds]}::int[]) AS id`;
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
