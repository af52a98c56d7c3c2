import { CAPS } from '@marquee/contracts/constants';
import type { Db } from '#src/data/database.ts';
import type { KnownEpisode, PlacedEpisode } from './matching/told-episodes.ts';

interface Ref {
  userId: number;
  id: number;
}

export interface NewEpisode extends PlacedEpisode {
  mediumId: number;
}

/** Writes what an import says of episodes, with the journal that restores what was there before. */
export const createImportEpisodesRepository = (db: Db) => ({
  /** Returns the episodes of those of the titles that are series. A series of which no episode is known has none. */
  async listKnown(mediumIds: readonly number[]): Promise<Map<number, KnownEpisode[]>> {
    if (mediumIds.length === 0) return new Map();
    const rows = await db.$queryRaw<(KnownEpisode & { mediumId: number; isKnown: boolean })[]>`
      SELECT media.id AS "mediumId", COALESCE(known.season, 0)::int AS season, COALESCE(known.episode, 0)::int AS episode,
             known.name, COALESCE(known.air_at <= now(), known.airs_on <= current_date, false) AS "hasAired",
             known.medium_id IS NOT NULL AS "isKnown"
        FROM media LEFT JOIN episodes AS known ON known.medium_id = media.id
       WHERE media.id = ANY (${[...mediumIds]}::int[]) AND media.type = 'series'
       ORDER BY 1, 2, 3`;
    const series = new Map<number, KnownEpisode[]>();
    for (const { mediumId, isKnown, ...episode } of rows) {
      const episodes = series.get(mediumId) ?? [];
      series.set(mediumId, episodes);
      if (isKnown) episodes.push(episode);
    }
    return series;
  },

  /** Returns how many further episodes the account may have, and how many of them the catalogue need not know. */
  async findRoom(userId: number): Promise<{ episodes: number; unknown: number }> {
    const [row] = await db.$queryRaw<{ episodes: number | null; unknown: number | null }[]>`
      SELECT sum(episodes)::int AS episodes, sum(unknown)::int AS unknown FROM user_series WHERE user_id = ${userId}`;
    return {
      episodes: CAPS.episodes - (row?.episodes ?? 0),
      unknown: CAPS.unknownEpisodes - (row?.unknown ?? 0),
    };
  },

  /** Returns those of the episodes that the account has already, as texts `medium:season:episode`. */
  async listMarked(userId: number, mediumIds: readonly number[]): Promise<Set<string>> {
    const rows = await db.userEpisode.findMany({
      where: { userId, mediumId: { in: [...mediumIds] } },
      select: { mediumId: true, season: true, episode: true },
    });
    return new Set(rows.map(({ mediumId, season, episode }) => `${mediumId}:${season}:${episode}`));
  },

  /**
   * Adds the days and views of episodes. Triggers make the progress of the series equal to them (`marquee_settle_series`), and
   * a series with a whole season leaves Watch Later, which the journal notes too.
   */
  async save({ userId, id }: Ref, episodes: readonly NewEpisode[]): Promise<void> {
    const mediumIds = [...new Set(episodes.map(({ mediumId }) => mediumId))];
    await db.$executeRaw`
      SELECT marquee_follow_series(${userId}, id) FROM unnest(${mediumIds}::int[]) AS id ORDER BY id`;
    const wished = await db.$queryRaw<{ ref: string; before: object }[]>`
      SELECT entry.list_id || ':' || entry.medium_id AS ref, to_jsonb(entry) AS before
        FROM user_list_media AS entry JOIN user_lists AS list ON list.id = entry.list_id
       WHERE list.owner_id = ${userId} AND list.list_type = 'watch_later' AND entry.medium_id = ANY (${mediumIds}::int[])`;
    await db.$executeRaw`
      WITH wanted AS MATERIALIZED (
        SELECT "mediumId" AS medium_id, season, episode, days, plays, at AS marked_at
          FROM jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb)
            AS given ("mediumId" int, season smallint, episode smallint, days date[], plays smallint, at timestamptz)),
      old AS (SELECT mine.* FROM user_episodes AS mine
                JOIN wanted USING (medium_id, season, episode) WHERE mine.user_id = ${userId} FOR UPDATE OF mine),
      locked AS (SELECT count(*) FROM old),
      written AS (
        INSERT INTO user_episodes AS saved (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
        SELECT ${userId}, medium_id, season, episode, (SELECT max(day) FROM unnest(days) AS day), plays, days,
               COALESCE(marked_at, now())
          FROM wanted, locked ORDER BY medium_id, season, episode
        ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
          SET days = marquee_join_days(saved.days, excluded.days),
              plays = GREATEST(saved.plays, excluded.plays, cardinality(marquee_join_days(saved.days, excluded.days))),
              seen_on = GREATEST(saved.seen_on, excluded.seen_on)
          WHERE excluded.plays > saved.plays OR NOT excluded.days <@ saved.days
        RETURNING *),
      changed AS (
        SELECT written.medium_id || ':' || written.season || ':' || written.episode AS ref, to_jsonb(old) AS before,
               to_jsonb(written) AS after
          FROM written LEFT JOIN old USING (medium_id, season, episode))
      INSERT INTO user_import_changes AS known (user_id, import_id, kind, ref, before, after)
      SELECT ${userId}, ${id}, 'episode', ref, before, after FROM changed
      ON CONFLICT (user_id, import_id, kind, ref) DO UPDATE SET after = excluded.after`;
    await db.$executeRaw`
      INSERT INTO user_import_changes (user_id, import_id, kind, ref, before)
      SELECT ${userId}, ${id}, 'entry', ref, before
        FROM jsonb_to_recordset(${JSON.stringify(wished)}::jsonb) AS wished (ref text, before jsonb)
       WHERE NOT EXISTS (SELECT 1 FROM user_list_media AS entry
                          WHERE entry.list_id = (before->>'list_id')::int AND entry.medium_id = (before->>'medium_id')::int)
      ON CONFLICT DO NOTHING`;
  },

  /**
   * Stores whether series are being watched, where the account has an episode of them. What another product says replaces no
   * state that the member chose here.
   */
  async saveStates(
    { userId, id }: Ref,
    states: readonly { medium_id: number; state: string }[],
    isOwn: boolean,
  ): Promise<void> {
    await db.$executeRaw`
      WITH wanted AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb) AS given (medium_id int, state text)),
      old AS (SELECT mine.medium_id, mine.state FROM user_series AS mine JOIN wanted USING (medium_id)
               WHERE mine.user_id = ${userId} AND mine.state <> wanted.state AND (${isOwn} OR mine.state = 'watching')
                 FOR UPDATE OF mine),
      locked AS (SELECT count(*) FROM old),
      written AS (
        UPDATE user_series AS mine SET state = wanted.state FROM wanted, locked
         WHERE mine.user_id = ${userId} AND mine.medium_id = wanted.medium_id AND mine.medium_id IN (SELECT medium_id FROM old)
        RETURNING mine.medium_id, mine.state)
      INSERT INTO user_import_changes AS known (user_id, import_id, kind, ref, before, after)
      SELECT ${userId}, ${id}, 'state', medium_id::text, jsonb_build_object('state', old.state),
             jsonb_build_object('state', written.state)
        FROM written JOIN old USING (medium_id)
      ON CONFLICT (user_id, import_id, kind, ref) DO UPDATE SET after = excluded.after`;
  },
});

export type ImportEpisodesRepository = ReturnType<typeof createImportEpisodesRepository>;
