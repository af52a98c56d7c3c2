import type { Award, CreditsScene } from '@marquee/contracts';
import type { MediumType, OfferKind } from '@marquee/prisma';
import type { Read } from '#src/data/reader.ts';

export interface TitleRow {
  id: number;
  title: string;
  /** Names by language. */
  titles: Record<string, string>;
  type: MediumType;
  release_year: number | null;
  imdb_id: string | null;
  runtime_minutes: number | null;
  seasons: number | null;
  age_rating: string | null;
  overview: string | null;
  video_url: string | null;
  poster_url: string | null;
  backdrop_url: string | null;
  critical_rating: number | null;
  popularity: number;
  countries: string[];
  language: string | null;
  /** Time of the import of the title, in seconds since 1970. */
  created: number;
  delisted: boolean;
  genres: number[];
  /** Slugs, the most important theme first. */
  themes: string[];
  /** The source and its key, by which other titles of the source name this one. */
  source: string;
  external_id: string;
  /** Keys of the same source or ids of IMDb, best first; a title of such a key may be missing. */
  loved_with: string[];
  credits_scene: CreditsScene | null;
  awards: Award[];
  credits: { role: 'director' | 'cast'; person_id: number; name: string; character: string | null }[];
  offers: {
    id: number;
    provider_id: number;
    kind: OfferKind;
    country: string;
    quality: string;
    url: string;
    price_cents: number;
    currency: string;
    source: string;
    first_seen_at: string;
    checked_at: string;
    /** The day, where only the day is known (packages/contracts/src/days.ts). */
    checked_on: string | null;
    leaving_on: string | null;
  }[];
}

/** The known episodes of a series, outside of season 0; see `SeriesColumns`. */
export interface SeriesRow {
  medium_id: number;
  total: number;
  aired: number;
  days: number[];
  minutes: number[];
  ended: boolean;
  season: number;
  episode: number;
  name: string | null;
  first_day: number | null;
  first_minute: number | null;
}

interface GenreRow {
  id: number;
  title: string;
}

interface ProviderRow {
  id: number;
  slug: string;
  name: string;
  image_url: string | null;
  featured: boolean;
}

interface StaffListRow {
  id: number;
  name: string;
  medium_ids: number[];
}

/** Reads the catalogue in batches for the snapshot. */
export const createSnapshotRepository = (read: Read) => ({
  /** Returns titles with ids above `after`, sorted by id. */
  listTitles(after: number, limit: number): Promise<TitleRow[]> {
    return read<TitleRow>(
      `
      SELECT m.id, m.title, m.type::text AS type, m.release_year, m.runtime_minutes, m.seasons, m.age_rating,
        m.overview, m.video_url, m.poster_url, m.backdrop_url, m.critical_rating, m.popularity, m.countries,
        m.language, m.themes,
        m.source, m.external_id, m.loved_with, m.credits_scene, m.awards,
        (SELECT min(i.value) FROM medium_ids i WHERE i.medium_id = m.id AND i.scheme = 'imdb') AS imdb_id,
        extract(epoch FROM m.created_at)::float8 AS created,
        m.delisted_at IS NOT NULL AS delisted,
        COALESCE((SELECT json_object_agg(n.language, n.title ORDER BY n.language) FROM medium_titles n
          WHERE n.medium_id = m.id), '{}') AS titles,
        ARRAY(SELECT g.genre_id FROM media_genres g WHERE g.medium_id = m.id ORDER BY g.position, g.genre_id) AS genres,
        COALESCE((SELECT json_agg(json_build_object('role', c.role, 'person_id', p.id, 'name', p.full_name,
            'character', c.character)
            ORDER BY c.role, c.position)
          FROM credits c JOIN people p ON p.id = c.person_id WHERE c.medium_id = m.id), '[]') AS credits,
        COALESCE((SELECT json_agg(json_build_object('id', o.id, 'provider_id', o.provider_id, 'url', o.url,
            'kind', o.kind, 'country', o.country, 'quality', o.quality,
            'price_cents', o.price_cents, 'currency', o.currency, 'source', o.source,
            'first_seen_at', to_char(o.first_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'checked_at', to_char(o.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'checked_on', CASE WHEN (o.checked_at AT TIME ZONE 'UTC')::time = '00:00'
              THEN to_char(o.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END,
            'leaving_on', o.leaving_on)
            ORDER BY o.country, o.kind, o.price_cents, p.position, o.provider_id, o.id)
          FROM provider_medium o JOIN medium_providers p ON p.id = o.provider_id
          WHERE o.medium_id = m.id AND o.delisted_at IS NULL
            AND (o.leaving_on IS NULL OR o.leaving_on >= current_date)), '[]') AS offers
      FROM media m WHERE m.id > $1 AND m.merged_into IS NULL ORDER BY m.id LIMIT $2`,
      [after, limit],
    );
  },

  /** Returns the counts of episodes of every series that has some, with its first episode. */
  listSeries(): Promise<SeriesRow[]> {
    return read<SeriesRow>(`
      SELECT counted.*, COALESCE(facts.status IN ('ended', 'canceled'), false) AS ended, first.*
        FROM (
          SELECT medium_id, count(*)::int AS total,
            count(*) FILTER (WHERE COALESCE(air_at <= now(), airs_on < current_date))::int AS aired,
            COALESCE(array_agg(airs_on - DATE '1970-01-01') FILTER (WHERE air_at IS NULL AND airs_on >= current_date),
              '{}') AS days,
            COALESCE(array_agg((extract(epoch FROM air_at) / 60)::int) FILTER (WHERE air_at > now()), '{}') AS minutes
            FROM episodes WHERE season > 0 GROUP BY medium_id) AS counted
        LEFT JOIN series_facts AS facts USING (medium_id)
        CROSS JOIN LATERAL (
          SELECT season, episode, name, air_date - DATE '1970-01-01' AS first_day,
            (extract(epoch FROM air_at) / 60)::int AS first_minute
            FROM episodes WHERE episodes.medium_id = counted.medium_id AND season > 0 ORDER BY season, episode LIMIT 1) AS first`);
  },

  /** Returns titles that were merged into another title. */
  listMerged(): Promise<{ id: number; merged_into: number }[]> {
    return read('SELECT id, merged_into FROM media WHERE merged_into IS NOT NULL ORDER BY id');
  },

  /** Returns addresses of portraits from sources, by person id. */
  async listPortraits(): Promise<Map<number, string>> {
    const rows = await read<{ id: number; image_url: string }>(
      'SELECT id, image_url FROM people WHERE image_url IS NOT NULL',
    );
    return new Map(rows.map(({ id, image_url }) => [id, image_url]));
  },

  listGenres(): Promise<GenreRow[]> {
    return read<GenreRow>('SELECT id, title FROM genres ORDER BY id');
  },

  listProviders(): Promise<ProviderRow[]> {
    return read<ProviderRow>(
      'SELECT id, slug, name, image_url, featured FROM medium_providers ORDER BY position, id',
    );
  },

  /** Returns the staff lists in order, each with its ordered title ids. */
  listStaffLists(): Promise<StaffListRow[]> {
    return read<StaffListRow>(
      `SELECT l.id, l.name,
        ARRAY(SELECT e.medium_id FROM user_list_media e WHERE e.list_id = l.id ORDER BY e.position, e.id) AS medium_ids
      FROM user_lists l WHERE l.list_type = 'staff' ORDER BY l.position, l.id`,
    );
  },
});

export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>;
