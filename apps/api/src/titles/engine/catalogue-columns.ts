import type { Catalogue } from '@marquee/recommender';
import type { SnapshotData } from './snapshot-data.ts';

/** Converts the columns of the snapshot to the `Catalogue` of the recommender. */
export const toCatalogue = (data: SnapshotData, franchise: Int32Array): Catalogue => ({
  size: data.size,
  ids: data.ids,
  type: data.type,
  year: data.year,
  popularity: data.popularity,
  genres: data.genres,
  directors: data.directors,
  cast: data.cast,
  franchise,
  countries: data.countries,
  runtime: data.runtime,
  ageLevel: data.ageLevel,
});
