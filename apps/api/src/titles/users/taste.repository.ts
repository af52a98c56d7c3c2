import type { WrongOfferKind } from '@marquee/contracts';
import type { Read } from '#src/data/reader.ts';

/** What a user said of one of several tastes. */
export interface SaidTaste {
  id: number;
  name: string | null;
  dismissed: boolean;
  /** The medium ids of its titles at that time. */
  titles: number[];
}

/** A series of which the user has seen an episode, with the next one. Days and minutes are since 1970. */
export interface BegunRow {
  id: number;
  state: 'watching' | 'on_hold' | 'dropped';
  seen: number;
  /** `YYYY-MM-DD` */
  last_seen_on: string | null;
  /** When the user last marked an episode, in milliseconds since 1970. */
  marked_at: number;
  season: number | null;
  episode: number | null;
  name: string | null;
  day: number | null;
  airs_on: number | null;
  minute: number | null;
  runtime_minutes: number | null;
}

/** All data of a user that affects replies. Titles are medium ids. */
export interface TasteRow {
  /** Rated titles, the last rated title first. `ratings` has the same order. */
  rated: number[];
  ratings: number[];
  /** Hidden titles, the last hidden title first. */
  hidden: number[];
  /** Titles in Watch Later or in a custom list of the user, the last added title first. */
  wished: number[];
  /** Titles in Haven't Watched. */
  unseen: number[];
  /** The last `ANSWERS` titles that the user rated or put into Haven't Watched, the last one first. */
  answers: number[];
  /**
   * Titles that the user saw, rated ones too: those that a media server reported, the last one first, then those of
   * imports, the most played one first.
   */
  seen: number[];
  /** Of `seen`, in the same order: days since 1900-01-01, views, and the last season. -1 where it is unknown. */
  seen_days: number[];
  seen_plays: number[];
  seen_seasons: number[];
  begun: BegunRow[];
  time_zone: string | null;
  /** What the user said of their tastes, the last first. */
  said_tastes: SaidTaste[];
  genres: number[];
  providers: number[];
  unavailable_titles: boolean;
  country: string;
  /** Ids of offers that the user reported as wrong. `wrong_kinds` has the same order. */
  wrong_offers: number[];
  wrong_kinds: WrongOfferKind[];
  all_streaming: string | null;
  media_type: string | null;
}

/** So many answers say which titles the deck asks for next. */
const ANSWERS = 20;

const TASTE = {
  name: 'taste',
  text: `
      SELECT r.rated, r.ratings, u.unavailable_titles, u.country, u.time_zone,
        COALESCE((SELECT json_agg(json_build_object('id', mine.medium_id, 'state', mine.state, 'seen', mine.seen,
            'last_seen_on', mine.last_seen_on, 'marked_at', (extract(epoch FROM mine.marked_at) * 1000)::bigint,
            'season', next.season, 'episode', next.episode, 'name', next.name,
            'day', next.air_date - DATE '1970-01-01', 'airs_on', next.airs_on - DATE '1970-01-01',
            'minute', (extract(epoch FROM next.air_at) / 60)::int, 'runtime_minutes', next.runtime_minutes) ORDER BY mine.medium_id)
          FROM user_series mine LEFT JOIN episodes next ON (next.medium_id, next.season, next.episode)
            = (mine.medium_id, mine.next_season, mine.next_episode)
          WHERE mine.user_id = u.id), '[]') AS begun,
        ARRAY(SELECT provider_medium_id FROM user_wrong_offers WHERE user_id = u.id
          ORDER BY provider_medium_id) AS wrong_offers,
        ARRAY(SELECT kind::text FROM user_wrong_offers WHERE user_id = u.id
          ORDER BY provider_medium_id) AS wrong_kinds,
        ARRAY(SELECT medium_id FROM user_medium_hiddens WHERE user_id = u.id
          ORDER BY created_at DESC, medium_id) AS hidden,
        ARRAY(SELECT m.medium_id FROM user_lists l JOIN user_list_media m ON m.list_id = l.id
          WHERE l.owner_id = u.id AND l.list_type <> 'havent_watched'
          GROUP BY m.medium_id ORDER BY max(m.id) DESC) AS wished,
        ARRAY(SELECT m.medium_id FROM user_lists l JOIN user_list_media m ON m.list_id = l.id
          WHERE l.owner_id = u.id AND l.list_type = 'havent_watched') AS unseen,
        ARRAY(SELECT medium_id FROM (
          (SELECT medium_id, updated_at AS at FROM user_medium_ratings WHERE user_id = u.id
            ORDER BY updated_at DESC, medium_id LIMIT ${ANSWERS})
          UNION ALL
          (SELECT m.medium_id, m.created_at FROM user_lists l JOIN user_list_media m ON m.list_id = l.id
            WHERE l.owner_id = u.id AND l.list_type = 'havent_watched'
            ORDER BY m.created_at DESC, m.medium_id LIMIT ${ANSWERS})) AS answered
          GROUP BY medium_id ORDER BY max(at) DESC, medium_id LIMIT ${ANSWERS}) AS answers,
        s.seen, s.seen_days, s.seen_plays, s.seen_seasons,
        COALESCE((SELECT json_agg(json_build_object('id', group_id, 'name', name, 'dismissed', dismissed,
            'titles', medium_ids) ORDER BY updated_at DESC, group_id)
          FROM taste_groups WHERE user_id = u.id), '[]') AS said_tastes,
        ARRAY(SELECT genre_id FROM user_medium_genres WHERE user_id = u.id ORDER BY genre_id) AS genres,
        ARRAY(SELECT provider_id FROM user_medium_providers WHERE user_id = u.id ORDER BY provider_id) AS providers,
        (SELECT value FROM user_preferences WHERE user_id = u.id AND key = 'filter_all_streaming_services') AS all_streaming,
        (SELECT value FROM user_preferences WHERE user_id = u.id AND key = 'filter_media_type') AS media_type
      FROM users u,
        LATERAL (SELECT COALESCE(array_agg(medium_id ORDER BY updated_at DESC, medium_id), '{}') AS rated,
          COALESCE(array_agg(rating ORDER BY updated_at DESC, medium_id), '{}') AS ratings
          FROM user_medium_ratings WHERE user_id = u.id) r,
        LATERAL (SELECT COALESCE(array_agg(medium_id), '{}') AS seen,
          COALESCE(array_agg(COALESCE(seen_on - DATE '1900-01-01', -1)), '{}') AS seen_days,
          COALESCE(array_agg(COALESCE(plays, -1)), '{}') AS seen_plays,
          COALESCE(array_agg(COALESCE(up_to_season::int, -1)), '{}') AS seen_seasons
          FROM (SELECT medium_id, seen_on, plays, up_to_season FROM user_medium_seen WHERE user_id = u.id
            ORDER BY CASE WHEN medium_id NOT IN (
              SELECT medium_id FROM watch_events WHERE user_id = u.id AND undone_at IS NULL)
              THEN COALESCE(plays, 1) END DESC NULLS FIRST, seen_on DESC NULLS LAST, medium_id) AS known) s
      WHERE u.id = $1`,
};

export const createTasteRepository = (read: Read) => ({
  /** Returns null when the user does not exist. */
  async findTaste(userId: number): Promise<TasteRow | null> {
    const [row] = await read<TasteRow>(TASTE, [userId]);
    return row ?? null;
  },
});

export type TasteRepository = ReturnType<typeof createTasteRepository>;
