import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/data/database.ts';
import type { TitleHint } from '../records.ts';
import type { Candidate } from './confidence.ts';
import { spellingsOf } from './title-key.ts';
import type { Played } from './unfinished.ts';

/** Maximum number of similar titles per hint. More titles would not fit on a screen. */
const SIMILAR = 4;
const LOWEST_SIMILARITY = 0.45;

export interface FoundCandidate extends Candidate {
  /** The index of the hint that this candidate may match. */
  at: number;
}

const COLUMNS = Prisma.sql`media.id AS "mediumId", media.title, media.release_year AS year, media.type::text AS type,
  media.external_id AS "externalId", media.popularity`;

/**
 * Finds titles of the catalogue by Marquee's id, by public id (`medium_ids`) and by the search text of the title or of a
 * name in another language. A candidate has the name by which it was found.
 */
export const createTitleLookupRepository = (db: Db) => ({
  async listCandidates(hints: readonly TitleHint[]): Promise<FoundCandidate[]> {
    const ids = hints.flatMap((hint, at) => [
      ...(hint.mediumId !== null ? [{ at, by: 'medium', id: String(hint.mediumId) }] : []),
      ...(hint.imdbId !== null ? [{ at, by: 'imdb', id: hint.imdbId }] : []),
      ...(hint.tmdbId !== null ? [{ at, by: 'tmdb', id: String(hint.tmdbId) }] : []),
      ...(hint.tvdbId !== null ? [{ at, by: 'tvdb', id: String(hint.tvdbId) }] : []),
    ]);
    const texts = hints.flatMap((hint, at) => spellingsOf(hint).map((wanted) => ({ at, ...wanted })));
    const byId = await db.$queryRaw<FoundCandidate[]>`
      SELECT wanted.at, wanted.by, ${COLUMNS}, 1::float8 AS similarity
        FROM jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) AS wanted (at int, by text, id text)
        JOIN media ON wanted.by = 'imdb' AND media.external_id = wanted.id AND media.merged_into IS NULL
       UNION ALL
      SELECT wanted.at, wanted.by, ${COLUMNS}, 1::float8
        FROM jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) AS wanted (at int, by text, id text)
        JOIN medium_ids AS known ON known.scheme = wanted.by AND known.value = wanted.id
         AND known.type IN ('movie', 'series')
        JOIN media ON media.id = known.medium_id
       UNION ALL
      SELECT wanted.at, wanted.by, ${COLUMNS}, 1::float8
        FROM jsonb_to_recordset(${JSON.stringify(ids.filter(({ by }) => by === 'medium'))}::jsonb)
          AS wanted (at int, by text, id int)
        JOIN media AS named ON named.id = wanted.id
        JOIN media ON media.id = COALESCE(named.merged_into, named.id)`;
    // Compute the search text of each wanted title once. The search text of `media` comes from an index.
    const byText = await db.$queryRaw<FoundCandidate[]>`
      WITH wanted AS MATERIALIZED (
        SELECT at, by, marquee_search_text(text) AS searched
          FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS given (at int, by text, text text)),
      found AS MATERIALIZED (
        SELECT ${COLUMNS}, marquee_search_text(media.title) AS searched FROM media
         WHERE marquee_search_text(media.title) = ANY (ARRAY(SELECT searched FROM wanted WHERE searched <> ''))
           AND media.merged_into IS NULL
        UNION ALL
        SELECT media.id, name.title, media.release_year, media.type::text, media.external_id, media.popularity,
               marquee_search_text(name.title)
          FROM medium_titles AS name JOIN media ON media.id = name.medium_id
         WHERE marquee_search_text(name.title) = ANY (ARRAY(SELECT searched FROM wanted WHERE searched <> '')))
      SELECT wanted.at, wanted.by, found."mediumId", found.title, found.year, found.type, found."externalId",
             found.popularity, 1::float8 AS similarity
        FROM wanted JOIN found ON found.searched = wanted.searched`;
    return [...byId, ...byText];
  },

  /** Returns the countries of each title. */
  async listCountries(mediumIds: readonly number[]): Promise<Map<number, readonly string[]>> {
    const rows = await db.medium.findMany({
      where: { id: { in: [...mediumIds] } },
      select: { id: true, countries: true },
    });
    return new Map(rows.map(({ id, countries }) => [id, countries]));
  },

  /** Returns what each title is and how long it takes. */
  async listPlayed(mediumIds: readonly number[]): Promise<Map<number, Played>> {
    const rows = await db.medium.findMany({
      where: { id: { in: [...mediumIds] } },
      select: { id: true, type: true, runtimeMinutes: true },
    });
    return new Map(rows.map(({ id, ...played }) => [id, played]));
  },

  /** Returns which of the titles their source lists. */
  async listListed(mediumIds: readonly number[]): Promise<Set<number>> {
    const rows = await db.medium.findMany({
      where: { id: { in: [...mediumIds] }, delistedAt: null },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  },

  /**
   * Finds titles with a similar spelling in any language, each once. Call this function only for hints without another
   * candidate.
   */
  listSimilar: (hints: readonly { at: number; title: string }[]): Promise<FoundCandidate[]> => db.$queryRaw`
    WITH wanted AS MATERIALIZED (
      SELECT at, marquee_search_text(title) AS searched
        FROM jsonb_to_recordset(${JSON.stringify(hints)}::jsonb) AS given (at int, title text))
    SELECT wanted.at, 'similar' AS by, found.*
      FROM wanted, LATERAL (
        SELECT * FROM (
          SELECT DISTINCT ON (named."mediumId") named.* FROM (
            SELECT ${COLUMNS}, similarity(marquee_search_text(media.title), wanted.searched)::float8 AS similarity
              FROM media WHERE marquee_search_text(media.title) % wanted.searched AND media.merged_into IS NULL
            UNION ALL
            SELECT media.id, name.title, media.release_year, media.type::text, media.external_id, media.popularity,
                   similarity(marquee_search_text(name.title), wanted.searched)::float8
              FROM medium_titles AS name JOIN media ON media.id = name.medium_id AND media.merged_into IS NULL
             WHERE marquee_search_text(name.title) % wanted.searched) AS named
           WHERE named.similarity >= ${LOWEST_SIMILARITY}::float8
           ORDER BY named."mediumId", named.similarity DESC, named.title) AS best
         ORDER BY best.similarity DESC, best.popularity DESC, best."mediumId" LIMIT ${SIMILAR}) AS found`,
});

export type TitleLookupRepository = ReturnType<typeof createTitleLookupRepository>;
