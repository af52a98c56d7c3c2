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
  themes: data.themes,
  themeGroup: data.themeGroup,
  lovedWith: data.lovedWith,
  directors: data.directors,
  cast: data.cast,
  franchise,
  countries: data.countries,
  ownCountry: ownCountries(data),
  runtime: data.runtime,
  ageLevel: data.ageLevel,
});

/** Returns the country that each title is from: the first, where the language is known; -1 elsewhere. */
function ownCountries({ language, countries: { offsets, values } }: SnapshotData): Int32Array {
  return Int32Array.from(language, (known, i) => {
    const at = offsets[i] ?? 0;
    return known > 0 && at < (offsets[i + 1] ?? 0) ? (values[at] ?? -1) : -1;
  });
}
