import type { Award } from '@marquee/contracts';
import type { MediumType, OfferKind, Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import { createSeriesRepository } from './series/series.repository.ts';

/** The source of names that an operator added (`pnpm marquee catalogue enrich`). */
const ENRICHMENT = 'enrichment';

/** Delay of the job that looks for titles that users wait for. */
const MATCH_DELAY_SECONDS = 30;

/** One title to write; `content_hash` is the hash of its feed line. */
export interface TitleRecord {
  source: string;
  type: MediumType;
  external_id: string;
  title: string;
  release_year: number | null;
  runtime_minutes: number | null;
  seasons: number | null;
  age_rating: string | null;
  overview: string | null;
  video_url: string | null;
  poster_url: string | null;
  backdrop_url: string | null;
  critical_rating: number | null;
  votes: number | null;
  popularity: number;
  countries: string[];
  language: string | null;
  themes: string[];
  loved_with: string[];
  credits_scene: string | null;
  content_hash: string;
}

export interface PersonRecord {
  source: string;
  external_id: string;
  full_name: string;
}

export interface OfferRecord {
  medium_id: number;
  provider_id: number;
  kind: OfferKind;
  country: string;
  quality: string;
  url: string;
  price_cents: number;
  currency: string;
  source: string;
  /** The feed or source that wrote the offer last. A feed file delists only its own offers. */
  origin: string;
  /** When the source first listed the offer. Null means the time of the first write. */
  first_seen_at: string | null;
  checked_at: string;
  /** Whether the offer itself names the day of `checked_at`. */
  has_own_day: boolean;
  leaving_on: string | null;
}

/** A public id of a title. */
export interface IdRecord {
  scheme: 'imdb' | 'tmdb' | 'tvdb';
  type: MediumType;
  value: string;
}

/** The name of a title in one language. */
export interface NameRecord {
  medium_id: number;
  language: string;
  title: string;
  /** The feed or source of the name. */
  source: string;
}

/** The offers that a batch replaces. `country` is null for all countries. */
export interface OfferScope {
  medium_id: number;
  origin: string;
  country: string | null;
}

export interface GenreLink {
  medium_id: number;
  genre_id: number;
  position: number;
}

export interface CreditRecord {
  medium_id: number;
  role: 'director' | 'cast';
  position: number;
  person_id: number;
  character: string | null;
}

/**
 * Writes batches with one statement per table and one JSON parameter. Use in a transaction, so that a batch is
 * written completely or not at all.
 */
export const createCatalogueRepository = (db: Db) => ({
  series: createSeriesRepository(db),

  /** Returns every title of a source, including delisted titles. */
  listFingerprints(source: string) {
    return db.medium.findMany({
      where: { source },
      select: { id: true, type: true, externalId: true, contentHash: true, delistedAt: true },
    });
  },

  /** Creates missing genres. Returns genre ids by genre title in lower case. */
  async ensureGenres(titles: readonly string[]): Promise<Map<string, number>> {
    await db.$executeRaw`
      INSERT INTO genres (title) SELECT DISTINCT ON (title::citext) title FROM unnest(${[...titles]}::text[]) AS title
      ON CONFLICT DO NOTHING`;
    const rows = await db.genre.findMany();
    return new Map(rows.map(({ id, title }) => [title.toLowerCase(), id]));
  },

  /** Adds missing tags to the suggestions for ratings. Returns all tags in lower case. */
  async ensureTags(tags: readonly string[]): Promise<Set<string>> {
    await db.$executeRaw`
      INSERT INTO system_medium_tags (tag) SELECT DISTINCT ON (tag::citext) tag FROM unnest(${[...tags]}::text[]) AS tag
      ON CONFLICT DO NOTHING`;
    const rows = await db.systemMediumTag.findMany();
    return new Set(rows.map(({ tag }) => tag.toLowerCase()));
  },

  listProviders() {
    return db.mediumProvider.findMany({ select: { id: true, slug: true, searchUrlTemplate: true } });
  },

  async createProviders(providers: readonly Prisma.MediumProviderCreateManyInput[]): Promise<void> {
    await db.mediumProvider.createMany({ data: [...providers], skipDuplicates: true });
  },

  findPeople(
    source: string,
    externalIds: readonly string[],
  ): Promise<{ id: number; externalId: string; fullName: string }[]> {
    return db.$queryRaw`
      SELECT id, external_id AS "externalId", full_name AS "fullName" FROM people
       WHERE source = ${source} AND external_id = ANY (${[...externalIds]}::text[])`;
  },

  /** Creates or renames people. Returns their ids. */
  savePeople(
    people: readonly PersonRecord[],
  ): Promise<{ id: number; source: string; external_id: string }[]> {
    return db.$queryRaw`
      INSERT INTO people (source, external_id, full_name, updated_at)
      SELECT source, external_id, full_name, now()
        FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS r (source text, external_id text, full_name text)
      ON CONFLICT (source, external_id) DO UPDATE SET full_name = excluded.full_name, updated_at = now()
      RETURNING id, source, external_id`;
  },

  /** Creates or changes titles and clears `delisted_at`. Returns the ids of the titles. */
  saveTitles(
    titles: readonly TitleRecord[],
  ): Promise<{ id: number; source: string; type: MediumType; external_id: string }[]> {
    return db.$queryRaw`
      INSERT INTO media (source, type, external_id, title, release_year, runtime_minutes, seasons, age_rating, overview,
        video_url, poster_url, backdrop_url, critical_rating, votes, popularity, countries, language, themes,
        loved_with, credits_scene, content_hash, updated_at)
      SELECT source, type, external_id, title, release_year, runtime_minutes, seasons, age_rating, overview,
        video_url, poster_url, backdrop_url, critical_rating, votes, popularity, countries, language, themes,
        loved_with, credits_scene, content_hash, now()
        FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS r (source text, type medium_type,
          external_id text, title text, release_year int, runtime_minutes int, seasons int, age_rating text,
          overview text, video_url text, poster_url text, backdrop_url text, critical_rating smallint, votes int,
          popularity float8, countries text[], language text, themes text[], loved_with text[],
          credits_scene text, content_hash text)
      ON CONFLICT (source, type, external_id) DO UPDATE SET
        title = excluded.title, release_year = excluded.release_year, runtime_minutes = excluded.runtime_minutes,
        seasons = excluded.seasons, age_rating = excluded.age_rating, overview = excluded.overview,
        video_url = excluded.video_url, poster_url = excluded.poster_url, backdrop_url = excluded.backdrop_url,
        critical_rating = excluded.critical_rating, votes = excluded.votes, popularity = excluded.popularity,
        countries = excluded.countries, language = excluded.language, themes = excluded.themes,
        loved_with = excluded.loved_with, credits_scene = excluded.credits_scene,
        content_hash = excluded.content_hash, delisted_at = NULL, updated_at = now()
      RETURNING id, source, type::text AS type, external_id`;
  },

  /** Returns how many of the keys are neither those of a title of their source nor ids of IMDb. */
  async countUnknownKeys(keys: readonly { source: string; key: string }[]): Promise<number> {
    const [row] = await db.$queryRaw<{ unknown: number }[]>`
      SELECT count(*)::int AS unknown FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS r (source text, key text)
       WHERE NOT EXISTS (SELECT 1 FROM media m WHERE m.external_id = r.key AND m.source = r.source)
         AND NOT EXISTS (SELECT 1 FROM medium_ids i WHERE i.scheme = 'imdb' AND i.value = r.key)`;
    return row?.unknown ?? 0;
  },

  /** Deletes genres and credits of titles before new rows are inserted. */
  async clearLinks(mediumIds: readonly number[]): Promise<void> {
    const mediumId = { in: [...mediumIds] };
    await db.mediumGenre.deleteMany({ where: { mediumId } });
    await db.credit.deleteMany({ where: { mediumId } });
  },

  async addGenres(links: readonly GenreLink[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO media_genres (medium_id, genre_id, position)
      SELECT * FROM unnest(${links.map((link) => link.medium_id)}::int[],
        ${links.map((link) => link.genre_id)}::int[], ${links.map((link) => link.position)}::smallint[])`;
  },

  async addCredits(credits: readonly CreditRecord[]): Promise<void> {
    await db.$executeRaw`
      INSERT INTO credits (medium_id, role, position, person_id, character)
      SELECT * FROM unnest(${credits.map((credit) => credit.medium_id)}::int[],
        ${credits.map((credit) => credit.role)}::credit_role[],
        ${credits.map((credit) => credit.position)}::smallint[],
        ${credits.map((credit) => credit.person_id)}::int[],
        ${credits.map((credit) => credit.character)}::text[])`;
  },

  /**
   * Updates the facts of titles that belong to another source. A fact that the feed line lacks keeps its stored value.
   */
  async mergeFacts(titles: readonly (TitleRecord & { id: number })[]): Promise<void> {
    if (titles.length === 0) return;
    await db.$executeRaw`
      UPDATE media SET title = r.title, release_year = COALESCE(r.release_year, media.release_year),
        runtime_minutes = COALESCE(r.runtime_minutes, media.runtime_minutes),
        seasons = COALESCE(r.seasons, media.seasons), age_rating = COALESCE(r.age_rating, media.age_rating),
        overview = COALESCE(r.overview, media.overview), video_url = COALESCE(r.video_url, media.video_url),
        poster_url = COALESCE(r.poster_url, media.poster_url),
        backdrop_url = COALESCE(r.backdrop_url, media.backdrop_url),
        critical_rating = COALESCE(r.critical_rating, media.critical_rating),
        votes = GREATEST(r.votes, media.votes), popularity = GREATEST(r.popularity, media.popularity),
        countries = CASE WHEN cardinality(r.countries) > 0 THEN r.countries ELSE media.countries END,
        language = COALESCE(r.language, media.language),
        -- Editors know a title's themes better than keywords do.
        themes = CASE WHEN cardinality(media.themes) > 0 THEN media.themes ELSE r.themes END,
        loved_with = CASE WHEN cardinality(r.loved_with) > 0 THEN r.loved_with ELSE media.loved_with END,
        credits_scene = COALESCE(r.credits_scene, media.credits_scene),
        delisted_at = NULL, updated_at = now()
        FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS r (id int, title text, release_year int,
          runtime_minutes int, seasons int, age_rating text, overview text, video_url text, poster_url text,
          backdrop_url text, critical_rating smallint, votes int, popularity float8, countries text[], language text,
          themes text[], loved_with text[], credits_scene text)
       WHERE media.id = r.id`;
  },

  /**
   * Queues one job for all batches of the next seconds, which looks for titles that users wait for. A statement of its
   * own, because jobs use the catalogue.
   */
  async queueMatching(): Promise<void> {
    await db.$executeRaw`
      INSERT INTO outbox (kind, payload, dedupe_key, available_at)
      VALUES ('match_waiting', '{}', 'match_waiting', now() + ${MATCH_DELAY_SECONDS}::int * interval '1 second')
      ON CONFLICT (dedupe_key)
        WHERE dedupe_key IS NOT NULL AND handed_at IS NULL AND done_at IS NULL AND dead_at IS NULL
      DO NOTHING`;
  },

  async relist(mediumIds: readonly number[]): Promise<void> {
    if (mediumIds.length === 0) return;
    await db.medium.updateMany({
      where: { id: { in: [...mediumIds] }, delistedAt: { not: null } },
      data: { delistedAt: null },
    });
  },

  /**
   * Stores public ids of titles. Skips an id that belongs to another title.
   * @param doubles keys that mean the titles. The IMDb ids among them are not those of the titles, which have others.
   */
  async saveIds(
    ids: readonly (IdRecord & { medium_id: number })[],
    doubles: readonly { type: MediumType; keys: string[]; medium_id: number }[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const owners = new Set(ids.flatMap(({ scheme, medium_id }) => (scheme === 'imdb' ? [medium_id] : [])));
    const wrong = doubles
      .filter(({ medium_id }) => owners.has(medium_id))
      .flatMap(({ type, keys, medium_id }) => keys.map((value) => ({ type, value, medium_id })));
    if (wrong.length > 0)
      await db.$executeRaw`
        DELETE FROM medium_ids AS known
         USING jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) AS r (type medium_type, value text, medium_id int)
         WHERE known.scheme = 'imdb' AND known.type = r.type AND known.value = r.value
           AND known.medium_id = r.medium_id`;
    await db.$executeRaw`
      INSERT INTO medium_ids (scheme, type, value, medium_id)
      SELECT scheme, type, value, medium_id FROM jsonb_to_recordset(${JSON.stringify(ids)}::jsonb)
        AS r (scheme text, type medium_type, value text, medium_id int)
      ON CONFLICT DO NOTHING`;
  },

  /** Merges the stored titles with these keys into the titles that name them. Merged titles stay merged. */
  async mergeDoubles(
    doubles: readonly { source: string; type: MediumType; keys: string[]; medium_id: number }[],
  ): Promise<void> {
    if (doubles.length === 0) return;
    await db.$executeRaw`
      SELECT marquee_merge_title(double.id, r.medium_id)
        FROM jsonb_to_recordset(${JSON.stringify(doubles)}::jsonb)
          AS r (source text, type medium_type, keys text[], medium_id int)
        JOIN media AS double ON double.source = r.source AND double.type = r.type
         AND double.external_id = ANY (r.keys) AND double.merged_into IS NULL
       ORDER BY double.id`;
  },

  /**
   * Writes the names of titles whose facts a source writes. The names of other sources stay in the languages in which
   * this source has none.
   */
  async saveNames(
    titles: readonly Pick<NameRecord, 'medium_id' | 'source'>[],
    names: readonly NameRecord[],
  ): Promise<void> {
    if (titles.length === 0) return;
    await db.$executeRaw`
      DELETE FROM medium_titles AS old
       USING jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS r (medium_id int, source text)
       WHERE old.medium_id = r.medium_id AND old.source = r.source
         AND NOT EXISTS (
           SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS n (medium_id int, language text)
            WHERE n.medium_id = old.medium_id AND n.language = old.language)`;
    if (names.length === 0) return;
    await db.$executeRaw`
      INSERT INTO medium_titles (medium_id, language, title, source)
      SELECT medium_id, language, title, source
        FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
          AS r (medium_id int, language text, title text, source text)
      ON CONFLICT (medium_id, language) DO UPDATE SET title = excluded.title, source = excluded.source
        WHERE (medium_titles.title, medium_titles.source) IS DISTINCT FROM (excluded.title, excluded.source)`;
  },

  /** Removes the awards of titles without one of these ids of IMDb. Returns how many titles had some. */
  clearAwards(kept: readonly string[]): Promise<number> {
    return db.$executeRaw`
      UPDATE media SET awards = '[]'
       WHERE awards <> '[]' AND NOT EXISTS (SELECT 1 FROM medium_ids AS known
         WHERE known.medium_id = media.id AND known.scheme = 'imdb' AND known.value = ANY (${[...kept]}::text[]))`;
  },

  /** Writes the awards of titles, where they differ. Returns how many titles changed. */
  saveAwards(titles: readonly { imdb_id: string; awards: readonly Award[] }[]): Promise<number> {
    return db.$executeRaw`
      UPDATE media SET awards = r.awards
        FROM jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS r (imdb_id text, awards jsonb)
        JOIN medium_ids AS known ON known.scheme = 'imdb' AND known.value = r.imdb_id
       WHERE media.id = known.medium_id AND media.awards <> r.awards`;
  },

  /**
   * Adds names to the titles with these IMDb ids, in languages in which no feed and no source has a name.
   * @returns the number of changed names, and the ids that no title has.
   */
  async enrichNames(
    names: readonly { imdb_id: string; language: string; title: string }[],
  ): Promise<{ changed: number; unknown: string[] }> {
    const given = JSON.stringify(names);
    const changed = await db.$executeRaw`
      INSERT INTO medium_titles (medium_id, language, title, source)
      SELECT DISTINCT ON (known.medium_id, r.language) known.medium_id, r.language, r.title, ${ENRICHMENT}
        FROM jsonb_to_recordset(${given}::jsonb) AS r (imdb_id text, language text, title text)
        JOIN medium_ids AS known ON known.scheme = 'imdb' AND known.value = r.imdb_id
      ON CONFLICT (medium_id, language) DO UPDATE SET title = excluded.title
        WHERE medium_titles.source = ${ENRICHMENT} AND medium_titles.title <> excluded.title`;
    const rows = await db.$queryRaw<{ imdb_id: string }[]>`
      SELECT DISTINCT r.imdb_id FROM jsonb_to_recordset(${given}::jsonb) AS r (imdb_id text)
       WHERE NOT EXISTS (SELECT 1 FROM medium_ids AS known WHERE known.scheme = 'imdb' AND known.value = r.imdb_id)`;
    return { changed, unknown: rows.map(({ imdb_id }) => imdb_id) };
  },

  /**
   * Replaces the offers in `scope`. An offer missing in `offers` is delisted, not deleted, because
   * interactions refer to it.
   * @param scope an entry that names a country also delists offers of other origins. Country null means all
   * countries.
   * @param outrankedBy the origins with precedence, whose offers stay.
   */
  async saveOffers(
    scope: readonly OfferScope[],
    offers: readonly OfferRecord[],
    outrankedBy: readonly string[],
  ): Promise<void> {
    await db.$executeRaw`
      INSERT INTO provider_medium (medium_id, provider_id, kind, country, quality, url, price_cents, currency, source,
        origin, first_seen_at, checked_at, has_own_day, leaving_on)
      SELECT medium_id, provider_id, kind, country, quality, url, price_cents, currency, source, origin,
        COALESCE(first_seen_at, LEAST(checked_at, now())), checked_at, has_own_day, leaving_on
        FROM jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
          AS r (medium_id int, provider_id int, kind offer_kind, country text, quality text, url text, price_cents int,
            currency text, source text, origin text, first_seen_at timestamptz, checked_at timestamptz,
            has_own_day boolean, leaving_on date)
       WHERE NOT EXISTS (SELECT 1 FROM source_titles AS s WHERE s.medium_id = r.medium_id AND s.country = r.country
         AND s.delisted_at IS NULL AND s.source = ANY (${[...outrankedBy]}::text[]))
      ON CONFLICT (medium_id, provider_id, country, kind, quality) DO UPDATE SET url = excluded.url,
        price_cents = excluded.price_cents, currency = excluded.currency, source = excluded.source,
        origin = excluded.origin, checked_at = excluded.checked_at, has_own_day = excluded.has_own_day, leaving_on = excluded.leaving_on,
        -- Treat a delisted offer that is listed again as new.
        first_seen_at = CASE WHEN provider_medium.delisted_at IS NULL
          THEN LEAST(provider_medium.first_seen_at, excluded.first_seen_at) ELSE excluded.first_seen_at END,
        delisted_at = NULL`;
    if (scope.length === 0) return;
    await db.$executeRaw`
      UPDATE provider_medium AS offer SET delisted_at = now()
        FROM jsonb_to_recordset(${JSON.stringify(scope)}::jsonb) AS s (medium_id int, origin text, country text)
       WHERE offer.medium_id = s.medium_id AND offer.delisted_at IS NULL
         AND (s.country IS NULL OR s.country = offer.country)
         AND (offer.origin = s.origin
           OR (s.country IS NOT NULL AND offer.origin <> ALL (${[...outrankedBy]}::text[])))
         AND NOT EXISTS (
           SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
               AS r (medium_id int, provider_id int, kind offer_kind, country text, quality text)
            WHERE r.medium_id = offer.medium_id AND r.provider_id = offer.provider_id AND r.kind = offer.kind
              AND r.country = offer.country AND r.quality = offer.quality AND offer.origin = s.origin)`;
  },

  /**
   * Delists titles that the feed does not contain, and their offers. A title stays listed while a source on the network
   * lists it.
   */
  async delistTitles(ids: readonly number[]): Promise<void> {
    await db.$executeRaw`
      UPDATE media SET delisted_at = now()
       WHERE id = ANY (${[...ids]}::int[]) AND delisted_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM source_titles s WHERE s.medium_id = media.id AND s.delisted_at IS NULL)`;
    await db.$executeRaw`
      UPDATE provider_medium AS offer SET delisted_at = now() FROM media AS m
       WHERE m.id = offer.medium_id AND m.id = ANY (${[...ids]}::int[]) AND offer.delisted_at IS NULL
         AND (offer.origin = m.source OR m.delisted_at IS NOT NULL)`;
  },

  /** Sets the check date of offers without a day of their own when their title is unchanged. Keeps a later stored date. */
  async touchOffers(mediumIds: readonly number[], checkedAt: Date): Promise<void> {
    await db.$executeRaw`
      UPDATE provider_medium AS offer SET checked_at = ${checkedAt} FROM media AS m
       WHERE m.id = offer.medium_id AND m.id = ANY (${[...mediumIds]}::int[]) AND offer.origin = m.source
         AND NOT offer.has_own_day AND offer.delisted_at IS NULL AND offer.checked_at < ${checkedAt}`;
  },

  /** Refreshes the planner's statistics of the tables that an import fills. */
  async analyze(): Promise<void> {
    // Use a separate statement per table, because the statement timeout applies to each statement.
    await db.$executeRaw`ANALYZE media`;
    await db.$executeRaw`ANALYZE people`;
    await db.$executeRaw`ANALYZE credits`;
    await db.$executeRaw`ANALYZE media_genres`;
    await db.$executeRaw`ANALYZE medium_titles`;
    await db.$executeRaw`ANALYZE medium_ids`;
    await db.$executeRaw`ANALYZE provider_medium`;
    await db.$executeRaw`ANALYZE episodes`;
  },

  /**
   * Returns whether a table that an import fills has never been analyzed. This happens when an import is
   * killed near its end.
   */
  async lacksStatistics(): Promise<boolean> {
    const [row] = await db.$queryRaw<{ lacking: boolean }[]>`
      SELECT bool_or(last_analyze IS NULL AND last_autoanalyze IS NULL) AS lacking FROM pg_stat_user_tables
       WHERE relname IN ('media', 'people', 'credits', 'media_genres', 'medium_ids', 'provider_medium')`;
    return row?.lacking ?? false;
  },
});

export type CatalogueRepository = ReturnType<typeof createCatalogueRepository>;
