import type { EpisodeNumber, SaveWatching, SeriesStatus } from '@marquee/contracts';
import { EPISODE_PLAYS_MAX } from '@marquee/contracts';
import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { BegunSeries, Clock, EpisodeCounts } from '#src/titles/users/progress.ts';
import type { AlikeChanges, EpisodeChange } from './undo.ts';

/** The mark of a series as an undo keeps it. */
type StoredMark = Record<'seen_on' | 'plays' | 'up_to_season' | 'by_episodes' | 'created_at', unknown>;

/** What a change of episodes changes besides: what the member said of the series, its mark, and its place in Watch Later. */
export interface Surroundings {
  state: SaveWatching['state'] | null;
  mark: StoredMark | null;
  later: { position: number; createdAt: string } | null;
}

export interface Change {
  /** Tells a repeated call from another one. */
  request: string;
  episodes: AlikeChanges[];
  before: Surroundings;
  after: Surroundings;
}

/** An episode that the catalogue knows or that the member has seen. */
export interface EpisodeRow extends EpisodeNumber {
  isKnown: boolean;
  name: string | null;
  /** Days and minutes since 1970. */
  day: number | null;
  minute: number | null;
  airsOn: number | null;
  runtimeMinutes: number | null;
  seenOn: string | null;
  plays: number;
}

export interface SeriesFacts {
  type: 'movie' | 'series';
  status: SeriesStatus | null;
  network: string | null;
  asOf: string | null;
  /** The show of TVmaze that the series is. */
  showId: number | null;
  summary: string | null;
  source: string | null;
}

/**
 * An undo holds for so long, and a member has at most so many. The bytes, compressed, are those of some 30,000 episodes of which
 * no two are alike; a change that needs more cannot be undone.
 */
const UNDOS = { minutes: 10, most: 50, bytes: 1_000_000 };
const undoableSince = (): Prisma.Sql => Prisma.sql`now() - ${UNDOS.minutes}::int * interval '1 minute'`;

const DAY = Prisma.sql`DATE '1970-01-01'`;
/** The row of an episode as `SeenEpisode`. */
const stored = (row: string): Prisma.Sql => {
  const column = (name: string) => Prisma.raw(`${row}.${name}`);
  return Prisma.sql`jsonb_build_object('seen_on', ${column('seen_on')}, 'plays', ${column('plays')},
    'days', to_jsonb(${column('days')}), 'marked_at', ${column('marked_at')})`;
};
const hasAired = (row: string, { now, today }: Clock): Prisma.Sql =>
  Prisma.sql`COALESCE(${Prisma.raw(row)}.air_at <= ${new Date(now)}, ${Prisma.raw(row)}.airs_on <= ${DAY} + ${today}::int, false)`;

export const createEpisodesRepository = (db: Db) => ({
  /** Locks the user until the transaction ends, so that the changes of a user run one after another. */
  async lockUser(userId: number): Promise<void> {
    await db.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  },

  /** Lets the episodes of the user follow what the catalogue has changed in a series, if that is still to come. */
  async followChanges(userId: number, mediumId: number): Promise<void> {
    await db.$executeRaw`SELECT marquee_follow_series(${userId}, ${mediumId})`;
  },

  async findReader(userId: number): Promise<{ timeZone: string | null; hideSpoilers: boolean }> {
    const user = await db.user.findUnique({
      where: { id: userId },
      select: { timeZone: true, hideSpoilers: true },
    });
    return user ?? { timeZone: null, hideSpoilers: true };
  },

  /** Returns null for an unknown title. A source that was read since and told nothing new still knows the same. */
  async findFacts(mediumId: number): Promise<SeriesFacts | null> {
    const [row] = await db.$queryRaw<SeriesFacts[]>`
      SELECT m.type::text AS type, f.status, f.network, f.source, show.id AS "showId",
             CASE WHEN m.overview IS NULL THEN show.summary END AS summary,
             GREATEST(f.as_of, (SELECT max(finished_at)::date FROM source_syncs WHERE source = f.source))::text AS "asOf"
        FROM media m LEFT JOIN series_facts f ON f.medium_id = m.id LEFT JOIN tvmaze_shows show ON show.medium_id = m.id
       WHERE m.id = ${mediumId}`;
    return row ?? null;
  },

  async listSeasons(mediumId: number): Promise<Map<number, string | null>> {
    const rows = await db.$queryRaw<{ season: number; day: string | null }[]>`
      SELECT season::int AS season, first_air_date::text AS day FROM seasons WHERE medium_id = ${mediumId}`;
    return new Map(rows.map(({ season, day }) => [season, day]));
  },

  /** Returns the episodes in order. PostgreSQL writes them as one JSON, which is read much faster than 700 rows. */
  async listEpisodes(userId: number, mediumId: number): Promise<EpisodeRow[]> {
    const [found] = await db.$queryRaw<{ rows: EpisodeRow[] | null }[]>`
      SELECT json_agg(one ORDER BY season, episode) AS rows FROM (
      SELECT season::int AS season, episode::int AS episode, known.medium_id IS NOT NULL AS "isKnown", known.name,
             known.air_date - ${DAY} AS day, known.airs_on - ${DAY} AS "airsOn",
             (extract(epoch FROM known.air_at) / 60)::int AS minute, known.runtime_minutes AS "runtimeMinutes",
             mine.seen_on::text AS "seenOn", COALESCE(mine.plays, 0)::int AS plays
        FROM (SELECT * FROM episodes WHERE medium_id = ${mediumId}) AS known
        FULL JOIN (SELECT * FROM user_episodes WHERE user_id = ${userId} AND medium_id = ${mediumId}) AS mine
          USING (season, episode)) AS one`;
    return found?.rows ?? [];
  },

  /** Returns how far the user is in a series, as the database has it now. */
  async findProgress(
    userId: number,
    mediumId: number,
    clock: Clock,
  ): Promise<{ begun: BegunSeries; counts: EpisodeCounts }> {
    const [row] = await db.$queryRaw<
      (EpisodeCounts & {
        state: BegunSeries['state'];
        seen: number;
        lastSeenOn: string | null;
        next: BegunSeries['next'];
      })[]
    >`
      SELECT COALESCE(mine.state, 'watching') AS state, COALESCE(mine.seen, 0)::int AS seen,
             mine.last_seen_on::text AS "lastSeenOn", counted.total, counted.aired,
             COALESCE(facts.status IN ('ended', 'canceled'), false) AS ended, next.next
        FROM (SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${hasAired('known', clock)}))::int AS aired
                FROM episodes AS known WHERE medium_id = ${mediumId} AND season > 0) AS counted
        LEFT JOIN series_facts AS facts ON facts.medium_id = ${mediumId}
        LEFT JOIN user_series AS mine ON mine.user_id = ${userId} AND mine.medium_id = ${mediumId}
        LEFT JOIN LATERAL (
          SELECT json_build_object('season', season, 'episode', episode, 'name', name, 'day', air_date - ${DAY},
                   'airsOn', airs_on - ${DAY}, 'minute', (extract(epoch FROM air_at) / 60)::int) AS next
            FROM episodes AS known
           WHERE medium_id = ${mediumId} AND season > 0
             AND (mine.user_id IS NULL OR (season, episode) = (mine.next_season, mine.next_episode))
           ORDER BY season, episode LIMIT 1) AS next ON true`;
    const { total, aired, ended, ...begun } = row ?? {
      total: 0,
      aired: 0,
      ended: false,
      state: 'watching' as const,
      seen: 0,
      lastSeenOn: null,
      next: null,
    };
    return { begun, counts: { total, aired, ended } };
  },

  /** Returns the known aired episodes of the same kind, regular or special, up to this one. */
  listUpTo(mediumId: number, { season, episode }: EpisodeNumber, clock: Clock): Promise<EpisodeNumber[]> {
    const seasons = season === 0 ? Prisma.sql`known.season = 0` : Prisma.sql`known.season > 0`;
    return db.$queryRaw`
      SELECT season::int AS season, episode::int AS episode FROM episodes AS known
       WHERE medium_id = ${mediumId} AND ${seasons} AND (season, episode) <= (${season}::int, ${episode}::int)
         AND ${hasAired('known', clock)}`;
  },

  /** Returns the episodes of the same kind up to this one that the user has seen. */
  listSeenUpTo(
    userId: number,
    mediumId: number,
    { season, episode }: EpisodeNumber,
  ): Promise<EpisodeNumber[]> {
    const seasons = season === 0 ? Prisma.sql`season = 0` : Prisma.sql`season > 0`;
    return db.$queryRaw`
      SELECT season::int AS season, episode::int AS episode FROM user_episodes
       WHERE user_id = ${userId} AND medium_id = ${mediumId} AND ${seasons}
         AND (season, episode) <= (${season}::int, ${episode}::int)`;
  },

  /**
   * Returns whether the episode has not aired, as the catalogue knows it. One that the catalogue does not know has not while one
   * of the same kind before it is to come.
   */
  async isToCome(mediumId: number, { season, episode }: EpisodeNumber, clock: Clock): Promise<boolean> {
    const seasons = season === 0 ? Prisma.sql`known.season = 0` : Prisma.sql`known.season > 0`;
    const rows = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM episodes AS known
       WHERE medium_id = ${mediumId} AND ${seasons} AND (season, episode) <= (${season}::int, ${episode}::int)
         AND NOT ${hasAired('known', clock)}
         AND ((season, episode) = (${season}::int, ${episode}::int) OR NOT EXISTS (
           SELECT 1 FROM episodes AS same
            WHERE same.medium_id = ${mediumId} AND same.season = ${season} AND same.episode = ${episode}))
       LIMIT 1`;
    return rows.length > 0;
  },

  /**
   * Marks episodes as seen. One that is seen already gets a later day, if the user names one: of a view without a day, or else
   * of the last view, so that the last day is the same in whatever order calls come. With `again` it gets a further view, once a
   * day.
   * @param isNamed whether the user named the day.
   */
  async mark(
    userId: number,
    mediumId: number,
    episodes: readonly EpisodeNumber[],
    { day, isNamed, again }: { day: string | null; isNamed: boolean; again: boolean },
  ): Promise<EpisodeChange[]> {
    const date = Prisma.sql`${day}::date`;
    const onConflict = again
      ? Prisma.sql`
          UPDATE SET plays = kept.plays + 1, days = marquee_join_days(kept.days, excluded.days), marked_at = now(),
                     seen_on = GREATEST(kept.seen_on, excluded.seen_on)
           WHERE NOT ${date} = ANY (kept.days) AND kept.plays < ${EPISODE_PLAYS_MAX}`
      : Prisma.sql`
          UPDATE SET seen_on = excluded.seen_on,
                     days = marquee_join_days(excluded.days,
                       CASE WHEN cardinality(kept.days) < kept.plays THEN kept.days
                            ELSE array_remove(kept.days, (SELECT max(day) FROM unnest(kept.days) AS day)) END)
           WHERE ${isNamed} AND (kept.seen_on IS NULL OR excluded.seen_on > kept.seen_on)`;
    return db.$queryRaw<EpisodeChange[]>`
      WITH given AS (
        SELECT DISTINCT season, episode
          FROM jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) AS r (season smallint, episode smallint)),
      old AS (
        SELECT mine.* FROM user_episodes AS mine JOIN given USING (season, episode)
         WHERE mine.user_id = ${userId} AND mine.medium_id = ${mediumId}),
      saved AS (
        INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, days)
        SELECT ${userId}, ${mediumId}, season, episode, ${date},
               CASE WHEN ${date} IS NULL THEN '{}'::date[] ELSE ARRAY[${date}] END
          FROM given ORDER BY season, episode
        ON CONFLICT (user_id, medium_id, season, episode) DO ${onConflict}
        RETURNING *)
      SELECT season::int AS season, episode::int AS episode,
             CASE WHEN old.user_id IS NOT NULL THEN ${stored('old')} END AS before, ${stored('saved')} AS after
        FROM saved LEFT JOIN old USING (season, episode)`;
  },

  async unmark(
    userId: number,
    mediumId: number,
    episodes: readonly EpisodeNumber[],
  ): Promise<EpisodeChange[]> {
    return db.$queryRaw<EpisodeChange[]>`
      DELETE FROM user_episodes AS mine
       USING (SELECT DISTINCT season, episode FROM jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb)
                AS r (season smallint, episode smallint)) AS given
       WHERE mine.user_id = ${userId} AND mine.medium_id = ${mediumId}
         AND mine.season = given.season AND mine.episode = given.episode
      RETURNING mine.season::int AS season, mine.episode::int AS episode, ${stored('mine')} AS before, NULL AS after`;
  },

  /** Restores the episodes that are still as the change left them. Returns what that changed. */
  async restore(
    userId: number,
    mediumId: number,
    changes: readonly EpisodeChange[],
  ): Promise<EpisodeChange[]> {
    return db.$queryRaw<EpisodeChange[]>`
      WITH change AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          AS r (season smallint, episode smallint, before jsonb, after jsonb)),
      due AS MATERIALIZED (
        SELECT change.season, change.episode, NULLIF(change.before, 'null') AS before,
               CASE WHEN mine.user_id IS NOT NULL THEN ${stored('mine')} END AS now
          FROM change LEFT JOIN user_episodes AS mine
            ON mine.user_id = ${userId} AND mine.medium_id = ${mediumId}
           AND mine.season = change.season AND mine.episode = change.episode
         WHERE CASE WHEN mine.user_id IS NOT NULL THEN ${stored('mine')} END - 'marked_at'
               IS NOT DISTINCT FROM NULLIF(change.after, 'null') - 'marked_at'),
      gone AS (
        DELETE FROM user_episodes AS mine USING due
         WHERE due.before IS NULL AND mine.user_id = ${userId} AND mine.medium_id = ${mediumId}
           AND mine.season = due.season AND mine.episode = due.episode),
      back AS (
        INSERT INTO user_episodes AS kept (user_id, medium_id, season, episode, seen_on, plays, days, marked_at)
        SELECT ${userId}, ${mediumId}, season, episode, (before->>'seen_on')::date, (before->>'plays')::smallint,
               ARRAY(SELECT day::date FROM jsonb_array_elements_text(before->'days') WITH ORDINALITY AS d (day, place)
                      ORDER BY place),
               (before->>'marked_at')::timestamptz
          FROM due WHERE before IS NOT NULL ORDER BY season, episode
        ON CONFLICT (user_id, medium_id, season, episode) DO UPDATE
          SET seen_on = excluded.seen_on, plays = excluded.plays, days = excluded.days, marked_at = excluded.marked_at)
      SELECT season::int AS season, episode::int AS episode, now AS before, before AS after FROM due`;
  },

  /** Returns what else a change of episodes may change. */
  async findSurroundings(userId: number, mediumId: number): Promise<Surroundings> {
    const series = await db.userSeries.findUnique({
      where: { userId_mediumId: { userId, mediumId } },
      select: { state: true },
    });
    const later = await db.userListMedium.findFirst({
      where: { mediumId, list: { ownerId: userId, listType: 'watch_later' } },
      select: { position: true, createdAt: true },
    });
    const [mark] = await db.$queryRaw<{ stored: StoredMark }[]>`
      SELECT to_jsonb(mark) - 'user_id' - 'medium_id' AS stored FROM user_medium_seen AS mark
       WHERE user_id = ${userId} AND medium_id = ${mediumId}`;
    return {
      state: SERIES_STATES.find((state) => state === series?.state) ?? null,
      mark: mark?.stored ?? null,
      later: later && { position: later.position, createdAt: later.createdAt.toISOString() },
    };
  },

  /** Sets what the user says of a series. Without a seen episode there is nothing to say. */
  async setState(userId: number, mediumId: number, state: SaveWatching['state']): Promise<void> {
    await db.userSeries.updateMany({ where: { userId, mediumId, NOT: { state } }, data: { state } });
  },

  /** Gives the series the mark that it had. */
  async restoreMark(userId: number, mediumId: number, mark: StoredMark): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_medium_seen (user_id, medium_id, seen_on, plays, up_to_season, by_episodes, created_at)
      SELECT ${userId}, ${mediumId}, seen_on, plays, up_to_season, by_episodes, created_at
        FROM jsonb_populate_record(NULL::user_medium_seen, ${JSON.stringify(mark)}::jsonb)
      ON CONFLICT (user_id, medium_id) DO UPDATE
        SET seen_on = excluded.seen_on, plays = excluded.plays, up_to_season = excluded.up_to_season,
            by_episodes = excluded.by_episodes, created_at = excluded.created_at`;
  },

  /** Puts the series back into Watch Later, where it was. */
  async putBack(
    userId: number,
    mediumId: number,
    { position, createdAt }: { position: number; createdAt: string },
  ): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_list_media (list_id, medium_id, position, added_by_id, created_at)
      SELECT id, ${mediumId}, ${position}, ${userId}, ${createdAt}::timestamptz FROM user_lists
       WHERE owner_id = ${userId} AND list_type = 'watch_later' ON CONFLICT DO NOTHING`;
  },

  async takeFromLater(userId: number, mediumId: number): Promise<void> {
    await db.userListMedium.deleteMany({
      where: { mediumId, list: { ownerId: userId, listType: 'watch_later' } },
    });
  },

  /** Deletes what can no longer be undone, and of the rest all but the newest, so many and so many bytes at most. */
  async pruneUndos(userId: number): Promise<void> {
    await db.$executeRaw`
      DELETE FROM user_episode_undos AS undo USING (
        SELECT code, count(*) OVER newer AS place, sum(pg_column_size(changes)) OVER newer AS bytes
          FROM user_episode_undos WHERE user_id = ${userId} WINDOW newer AS (ORDER BY created_at DESC, code)) AS kept
       WHERE undo.user_id = ${userId} AND undo.code = kept.code
         AND (created_at < ${undoableSince()} OR place > ${UNDOS.most} OR kept.bytes > ${UNDOS.bytes})`;
  },

  async addUndo(userId: number, mediumId: number, code: string, change: Change): Promise<void> {
    await db.$executeRaw`
      INSERT INTO user_episode_undos (user_id, code, medium_id, changes)
      VALUES (${userId}, ${code}, ${mediumId}, ${JSON.stringify(change)}::jsonb)`;
  },

  /** Returns the code of the last change by the same request, or null. */
  async findUndo(userId: number, mediumId: number, request: string): Promise<string | null> {
    const [row] = await db.$queryRaw<{ code: string }[]>`
      SELECT code FROM user_episode_undos
       WHERE user_id = ${userId} AND medium_id = ${mediumId} AND changes->>'request' = ${request}
         AND created_at >= ${undoableSince()}
       ORDER BY created_at DESC LIMIT 1`;
    return row?.code ?? null;
  },

  /** Returns a change and forgets it, so that it is undone once. */
  async takeUndo(userId: number, mediumId: number, code: string): Promise<Change | null> {
    const [row] = await db.$queryRaw<{ changes: Change }[]>`
      DELETE FROM user_episode_undos
       WHERE user_id = ${userId} AND medium_id = ${mediumId} AND code = ${code} AND created_at >= ${undoableSince()}
      RETURNING changes`;
    return row?.changes ?? null;
  },

  /** Marks the aired episodes of the seasons from 1 up to this one, which the catalogue knows. */
  async markSeasons(
    userId: number,
    mediumId: number,
    upTo: number,
    day: string | null,
    clock: Clock,
  ): Promise<void> {
    const episodes = await db.$queryRaw<EpisodeNumber[]>`
      SELECT season::int AS season, episode::int AS episode FROM episodes AS known
       WHERE medium_id = ${mediumId} AND season BETWEEN 1 AND ${upTo} AND ${hasAired('known', clock)}`;
    if (episodes.length > 0)
      await this.mark(userId, mediumId, episodes, { day, isNamed: day !== null, again: false });
    await db.$executeRaw`SELECT marquee_settle_series(ARRAY[${userId}::int], ARRAY[${mediumId}::int], true)`;
  },

  async hasEpisodes(userId: number, mediumId: number): Promise<boolean> {
    return (await db.userSeries.count({ where: { userId, mediumId } })) > 0;
  },

  /** Returns the number of aired episodes of each series that the user has not seen. */
  async countBehind(
    userId: number,
    mediumIds: readonly number[],
    clock: Clock,
  ): Promise<Map<number, number>> {
    const rows = await db.$queryRaw<{ id: number; behind: number }[]>`
      SELECT known.medium_id AS id, count(*)::int AS behind FROM episodes AS known
       WHERE known.medium_id = ANY (${[...mediumIds]}::int[]) AND known.season > 0 AND ${hasAired('known', clock)}
         AND NOT EXISTS (
           SELECT 1 FROM user_episodes AS mine WHERE (mine.user_id, mine.medium_id, mine.season, mine.episode)
             = (${userId}, known.medium_id, known.season, known.episode))
       GROUP BY known.medium_id`;
    return new Map(rows.map(({ id, behind }) => [id, behind]));
  },
});

const SERIES_STATES = ['watching', 'on_hold', 'dropped'] as const;

export type EpisodesRepository = ReturnType<typeof createEpisodesRepository>;
