import { Prisma } from '@marquee/prisma';
import { AppError } from '#src/core/errors.ts';
import type { Db } from '#src/data/database.ts';

export interface PersonRow {
  id: number;
  fullName: string;
  imageUrl: string | null;
}

/** Names with a lower word similarity differ by more than one typo. */
const SIMILARITY = '0.2';
const SIMILAR_MAX = 500;

/**
 * Every word of the query (at least one) begins a word of the name. The trigram index serves the first condition for
 * one word at a time, since it does not support LIKE ALL.
 */
const matches = (words: readonly string[]) =>
  Prisma.join(
    words.map(
      (word) => Prisma.sql`p.search_name LIKE ${`%${word}%`} AND ' ' || p.search_name LIKE ${`% ${word}%`}`,
    ),
    ' AND ',
  );

/** Every word of the query is a whole word of the name. */
const holdsAll = (words: readonly string[]) =>
  Prisma.join(
    words.map((word) => Prisma.sql`' ' || p.search_name || ' ' LIKE ${`% ${word} %`}`),
    ' AND ',
  );

/** Directors count twice as much as cast. */
const CREDIT_FAME = Prisma.sql`CASE c.role WHEN 'director' THEN 2 ELSE 1 END * m.popularity`;

/**
 * Popularity of the people in `found` with a listed title; others are left out. A lateral join, because the planner
 * cannot estimate the matches: a subquery was computed once for every person.
 */
const JOIN_FAME = Prisma.sql`
  JOIN LATERAL (SELECT sum(${CREDIT_FAME}) AS fame FROM credits c JOIN media m ON m.id = c.medium_id
                 WHERE c.person_id = found.id AND m.delisted_at IS NULL) AS known ON known.fame IS NOT NULL`;

export const createPeopleRepository = (db: Db) => ({
  /** The words of a query in the form of `search_name`: without accents, case and punctuation, so without wildcards. */
  async toWords(query: string): Promise<string[]> {
    const [row] = await db.$queryRaw<{ text: string }[]>`SELECT marquee_search_text(${query}::text) AS text`;
    return row?.text.split(' ').filter(Boolean) ?? [];
  },

  /**
   * All people with a listed title, best known first. One pass over all credits sums popularity and counts. Summing
   * per person, as for the few matches of a name, took ten times as long.
   */
  async listAll({ offset, limit }: { offset: number; limit: number }) {
    const rows = await db.$queryRaw<(Partial<PersonRow> & { total: number })[]>`
      WITH known AS (
        SELECT c.person_id, sum(${CREDIT_FAME}) AS fame
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

  /**
   * Order: the exact name, names with all words of the query, names with words that begin like them. Within each,
   * best known first. The position of a word does not matter, since users search by surname too.
   */
  async list(words: readonly string[], { offset, limit }: { offset: number; limit: number }) {
    const text = words.join(' ');
    const [people, [counted]] = await Promise.all([
      db.$queryRaw<PersonRow[]>`
        WITH found AS (
          SELECT p.id, p.full_name, p.image_url,
                 CASE WHEN p.search_name = ${text} THEN 0
                      WHEN ${holdsAll(words)} THEN 1
                      ELSE 2 END AS distance
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

  /**
   * Names similar to the query, best known first. Call it in a transaction, since it sets a threshold until the
   * transaction ends.
   */
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
