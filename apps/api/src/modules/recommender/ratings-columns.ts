import type { RatingColumns } from '@marquee/recommender';
import type { ModelsRepository } from './models.repository.ts';

/** All ratings as columns over catalogue indexes; those of titles the catalogue does not hold are left out. */
export async function readRatings(
  models: Pick<ModelsRepository, 'readRatings'>,
  ids: Int32Array,
): Promise<RatingColumns> {
  const indexOf = new Map(Array.from(ids, (id, index) => [id, index]));
  const pages: RatingColumns[] = [];
  for await (const page of models.readRatings()) {
    const known = page.media.flatMap((id, at) => (indexOf.has(id) ? [at] : []));
    pages.push({
      people: Int32Array.from(known, (at) => page.people[at] ?? 0),
      items: Int32Array.from(known, (at) => indexOf.get(page.media[at] ?? 0) ?? 0),
      ratings: Float32Array.from(known, (at) => page.ratings[at] ?? 0),
    });
  }
  const size = pages.reduce((sum, { people }) => sum + people.length, 0);
  const all = { people: new Int32Array(size), items: new Int32Array(size), ratings: new Float32Array(size) };
  let at = 0;
  for (const page of pages) {
    all.people.set(page.people, at);
    all.items.set(page.items, at);
    all.ratings.set(page.ratings, at);
    at += page.people.length;
  }
  return all;
}
