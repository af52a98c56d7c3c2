import type { RatingColumns } from '@marquee/recommender';
import type { TrainingRatingsRepository } from './ratings.repository.ts';

/** Reads all ratings as columns by catalogue index. Leaves out ratings of titles that are not in `ids`. */
export async function readRatings(
  repository: TrainingRatingsRepository,
  ids: Int32Array,
): Promise<RatingColumns> {
  const indexOf = new Map(Array.from(ids, (id, index) => [id, index]));
  const pages: RatingColumns[] = [];
  for await (const page of repository.readRatings()) {
    const known = page.media.flatMap((id, at) => (indexOf.has(id) ? [at] : []));
    pages.push({
      users: Int32Array.from(known, (at) => page.users[at] ?? 0),
      items: Int32Array.from(known, (at) => indexOf.get(page.media[at] ?? 0) ?? 0),
      ratings: Float32Array.from(known, (at) => page.ratings[at] ?? 0),
    });
  }
  const size = pages.reduce((sum, { users }) => sum + users.length, 0);
  const all = { users: new Int32Array(size), items: new Int32Array(size), ratings: new Float32Array(size) };
  let at = 0;
  for (const page of pages) {
    all.users.set(page.users, at);
    all.items.set(page.items, at);
    all.ratings.set(page.ratings, at);
    at += page.users.length;
  }
  return all;
}
