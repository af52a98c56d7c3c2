import type { Db } from '#src/data/database.ts';

/** An episode of a series that the user has begun. Days and minutes are since 1970. */
export interface CalendarEpisode {
  mediumId: number;
  season: number;
  episode: number;
  name: string | null;
  day: number | null;
  minute: number | null;
  plays: number;
  source: string | null;
}

/** An evening that a round decided, at its time. */
export interface DecidedRound {
  id: number;
  mediumId: number;
  at: Date;
}

export const createCalendarRepository = (db: Db) => ({
  /** Returns the episodes whose day or instant lies within these days, or a day before or after them. */
  listEpisodes(userId: number, from: string, to: string): Promise<CalendarEpisode[]> {
    return db.$queryRaw`
      SELECT known.medium_id AS "mediumId", known.season::int AS season, known.episode::int AS episode, known.name,
             known.air_date - DATE '1970-01-01' AS day, (extract(epoch FROM known.air_at) / 60)::int AS minute,
             COALESCE(mine.plays, 0)::int AS plays, facts.source
        FROM user_series AS series
        JOIN episodes AS known USING (medium_id)
        LEFT JOIN series_facts AS facts USING (medium_id)
        LEFT JOIN user_episodes AS mine ON (mine.user_id, mine.medium_id, mine.season, mine.episode)
          = (series.user_id, known.medium_id, known.season, known.episode)
       WHERE series.user_id = ${userId} AND series.seen > 0 AND series.state <> 'dropped'
         AND COALESCE((known.air_at AT TIME ZONE 'UTC')::date, known.air_date) BETWEEN ${from}::date - 1 AND ${to}::date + 1`;
  },

  listRounds(userId: number, from: string, to: string): Promise<DecidedRound[]> {
    return db.$queryRaw`
      SELECT round.id, round.winner_id AS "mediumId", COALESCE(round.decided_at, round.created_at) AS at
        FROM round_members AS member JOIN rounds AS round ON round.id = member.round_id
       WHERE member.user_id = ${userId} AND member.removed_at IS NULL AND round.winner_id IS NOT NULL
         AND COALESCE(round.decided_at, round.created_at) BETWEEN ${from}::date - 1 AND ${to}::date + 2
       ORDER BY round.id`;
  },
});

export type CalendarRepository = ReturnType<typeof createCalendarRepository>;
