import { createRandom, type Random } from '@marquee/api/test/random.ts';
import pg from 'pg';

/** Number of users whose requests are measured. The other users only add data. */
export const ACTIVE = 1_000;
/** Ratings of each of these users, unless a benchmark says otherwise. */
export const RATINGS_OF_ACTIVE = 60;
const RATINGS_OF_OTHERS = 10;
const BATCH = 50_000;
const PEOPLE_AT_ONCE = 2_000;

interface Columns {
  users: number[];
  media: number[];
  ratings: number[];
}

/** Returns random ratings of a user with a favorite and a disliked genre. */
function inventRatings(
  random: Random,
  media: readonly { id: number; genre: number }[],
  count: number,
): Map<number, number> {
  const [liked, disliked] = [random.pick(media).genre, random.pick(media).genre];
  const ratings = new Map<number, number>();
  while (ratings.size < Math.min(count, media.length / 2)) {
    const medium = media[random.famous(media.length)];
    if (!medium) break;
    const middle = medium.genre === liked ? 9 : medium.genre === disliked ? 3 : 6.5;
    ratings.set(
      medium.id,
      Math.max(0, Math.min(10, Math.round(middle + 2 * (random.next() + random.next() - 1)))),
    );
  }
  return ratings;
}

/** Creates members with providers, genres and ratings. Returns their ids in order, measured members first. */
export async function inventUsers(
  databaseUrl: string,
  count: number,
  ratingsOfActive = RATINGS_OF_ACTIVE,
): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const random = createRandom(count);
    const ids: number[] = [];
    // Insert in batches, because each email takes a lock until its statement ends, and the server's lock
    // table is limited.
    for (let from = 1; from <= count; from += PEOPLE_AT_ONCE) {
      const people = await client.query<{ id: number }>(
        `INSERT INTO users (email, display_name, password_hash, signup_step, trial_ends_at)
         SELECT 'bench' || n || '@example.com', 'bench' || n, '-', 5, now() + interval '1 year'
         FROM generate_series($1::int, $2::int) n RETURNING id`,
        [from, Math.min(count, from + PEOPLE_AT_ONCE - 1)],
      );
      for (const { id } of people.rows) ids.push(id);
    }
    await client.query(
      `INSERT INTO user_medium_providers (user_id, provider_id)
       SELECT u.id, p.id FROM users u JOIN medium_providers p ON (u.id + p.id) % 3 = 0 ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO user_medium_genres (user_id, genre_id)
       SELECT u.id, g.id FROM users u JOIN genres g ON (u.id * 7 + g.id) % 9 = 0 ON CONFLICT DO NOTHING`,
    );
    const media = await client.query<{ id: number; genre: number }>(
      `SELECT m.id, COALESCE((SELECT genre_id FROM media_genres WHERE medium_id = m.id ORDER BY position LIMIT 1), 0) AS genre
       FROM media m ORDER BY m.popularity DESC, m.id LIMIT 20000`,
    );
    let columns: Columns = { users: [], media: [], ratings: [] };
    const flush = async (): Promise<void> => {
      await client.query(
        `INSERT INTO user_medium_ratings (user_id, medium_id, rating)
         SELECT * FROM unnest($1::int[], $2::int[], $3::smallint[])`,
        [columns.users, columns.media, columns.ratings],
      );
      columns = { users: [], media: [], ratings: [] };
    };
    for (const [at, id] of ids.entries()) {
      for (const [mediumId, rating] of inventRatings(
        random,
        media.rows,
        at < ACTIVE ? ratingsOfActive : RATINGS_OF_OTHERS,
      )) {
        columns.users.push(id);
        columns.media.push(mediumId);
        columns.ratings.push(rating);
      }
      if (columns.users.length >= BATCH) await flush();
    }
    await flush();
    await client.query('ANALYZE');
    return ids;
  } finally {
    await client.end();
  }
}
