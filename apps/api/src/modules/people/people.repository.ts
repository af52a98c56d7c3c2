import { Prisma } from '@marquee/prisma';
import type { Db } from '#src/database.ts';
import { AppError } from '#src/errors.ts';

export interface PersonRow {
  id: number;
  fullName: string;
  imageUrl: string | null;
}

/** Below this a name shares too few letters with the query to be it with one typo. */
const SIMILARITY = '0.2';
const SIMILAR_MAX = 500;

/**
 * Every word of the query, of which there is at least one, begins a word of the name. The first condition is the one
 * the trigram index serves, a word at a time: it knows no LIKE ALL.
 */
const matches = (words: readonly string[]) =>
  Prisma.join(
    words.map(
      (word) => Prisma.sql`p.search_name LIKE ${`%${word}%`} AND ' ' || p.search_name LIKE ${`% ${word}%`}`,
    ),
    ' AND ',
  );

/**
 * Fame of those among `found` who have a listed title; people without one are not shown. Lateral, because the
 * planner cannot know how many names match: as a table of its own it was worked out once for every person.
 */
const JOIN_FAME = Prisma.sql`
  JOIN LATERAL (SELECT sum(m.popularity) AS fame FROM credits c JOIN media m ON m.id = c.medium_id
                 WHERE c.person_id = found.id AND m.delisted_at IS NULL) AS known ON known.fame IS NOT NULL`;

export const createPeopleRepository = (db: Db) => ({
  /** The words of a query as `search_name` has them: without accents, case and punctuation (so no wildcards). */
  async toWords(query: string): Promise<string[]> {
    const [row] = await db.$queryRaw<{ text: string }[]>`SELECT marquee_search_text(${query}::text) AS text`;
    return row?.text.split(' ').filter(Boolean) ?? [];
  },

  /**
   * Everybody with a listed title, best known first. Fame is summed over all credits at once and serves the count
   * too: asked person by person, as for the few that a name finds, it took ten times as long.
   */
  async listAll({ offset, limit }: { offset: number; limit: number }) {
    const rows = await db.$queryRaw<(Partial<PersonRow> & { total: number })[]>`
      WITH known AS (
        SELECT c.person_id, sum(m.popularity) AS fame
          FROM credits c JOIN media m ON m.id = c.medium_id
         WHERE m.delisted_at IS NULL GROUP BY c.person_id),
      page AS (SELECT * FROM known ORDER BY fame DESC, person_id LIMIT ${limit} OFFSET ${offset})
      SELECT p.id, p.full_name AS "fullName", p.image_url AS "imageUrl", counted.total
        FROM (SELECT count(*)::int AS total FROM known) AS counted
        LEFT JOIN page ON true LEFT JOIN people p ON p.id = page.person_id
       ORDER BY page.fame DESC, p.id`;
    const people = rows.flatMap(({ id, fullName, imageUrl = null }) =>
      id && fullName ? { id, fullName, imageUrl } : [],
    );
    return { people, total: rows[0]?.total ?? 0 };
  },

  /** The exact name first, then names the query begins, then names that hold it, then the rest; fame within. */
  async list(words: readonly string[], { offset, limit }: { offset: number; limit: number }) {
    const text = words.join(' ');
    const [people, [counted]] = await Promise.all([
      db.$queryRaw<PersonRow[]>`
        WITH found AS (
          SELECT p.id, p.full_name, p.image_url,
                 CASE WHEN p.search_name = ${text} THEN 0
                      WHEN starts_with(p.search_name, ${text}) THEN 1
                      WHEN position(${` ${text}`} IN p.search_name) > 0 THEN 2
                      ELSE 3 END AS distance
            FROM people p WHERE ${matches(words)})
        SELECT found.id, found.full_name AS "fullName", found.image_url AS "imageUrl"
          FROM found ${JOIN_FAME}
         ORDER BY distance, known.fame DESC, found.id
         LIMIT ${limit} OFFSET ${offset}`,
      db.$queryRaw<{ total: number }[]>`
        SELECT count(*)::int AS total FROM people p
         WHERE ${matches(words)}
           AND EXISTS (SELECT 1 FROM credits c JOIN media m ON m.id = c.medium_id
                        WHERE c.person_id = p.id AND m.delisted_at IS NULL)`,
    ]);
    return { people, total: counted?.total ?? 0 };
  },

  /** Names that look like the query, best known first. Call it in a transaction: it sets a limit that ends with it. */
  async listSimilar(words: readonly string[]): Promise<(PersonRow & { searchName: string })[]> {
    await db.$queryRaw`SELECT set_config('pg_trgm.word_similarity_threshold', ${SIMILARITY}, true)`;
    return db.$queryRaw`
      WITH found AS (
        SELECT p.id, p.full_name, p.image_url, p.search_name
          FROM people p WHERE ${words.join(' ')}::text <% p.search_name
         ORDER BY word_similarity(${words.join(' ')}::text, p.search_name) DESC, p.id LIMIT ${SIMILAR_MAX})
      SELECT found.id, found.full_name AS "fullName", found.image_url AS "imageUrl",
             found.search_name AS "searchName"
        FROM found ${JOIN_FAME}
       ORDER BY known.fame DESC, found.id`;
  },

  async get(id: number): Promise<PersonRow> {
    const row = await db.person.findUnique({
      where: { id },
      select: { id: true, fullName: true, imageUrl: true },
    });
    if (!row) throw new AppError('not_found');
    return row;
  },
});

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;
