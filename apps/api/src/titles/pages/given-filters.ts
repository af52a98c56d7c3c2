import type { MediaQuery } from '@marquee/contracts';
import { COUNTRIES } from '@marquee/contracts/countries';
import { languageName } from '#src/core/display-names.ts';
import { fieldError } from '#src/core/errors.ts';
import { toLanguage } from '#src/core/languages.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { type FactFilters, type Filters, passing } from '#src/titles/engine/filters.ts';
import { allTitles } from '#src/titles/engine/open.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { indexesOf } from './cards.ts';

/** The filters of a call. A missing filter has the value of the saved filter. */
export type GivenFilters = Pick<MediaQuery, 'all_streaming' | 'media_type'> & Partial<GivenFacts>;
type GivenFacts = Pick<
  MediaQuery,
  | 'genre_id'
  | 'year_from'
  | 'year_to'
  | 'runtime_max'
  | 'age_rating'
  | 'theme'
  | 'country'
  | 'language'
  | 'decade'
>;

/** Returns the given texts as the catalogue has them. Throws a field error for the first that `find` does not know. */
function resolve<T>(
  field: string,
  given: readonly string[] | undefined,
  find: (text: string) => T | null,
): T[] | undefined {
  return given?.map((text) => {
    const found = find(text);
    if (found === null) throw fieldError(field, `${text} is unknown`);
    return found;
  });
}

/** Returns the code of a language that has a name or that a title has. */
function knownLanguage(code: string, languages: readonly string[]): string | null {
  const language = toLanguage(code);
  if (language === null) return null;
  return languages.includes(language) || languageName(language) !== undefined ? language : null;
}

/**
 * Returns the filters by facts of titles, undefined when the call gives none.
 * @throws AppError invalid for a genre, an age rating or a theme that the catalogue does not have, and for a country or a
 * language that does not exist.
 */
export function factFilters({ data }: Snapshot, given: GivenFilters): FactFilters | undefined {
  const { genre_id, year_from, year_to, runtime_max, age_rating } = given;
  if (genre_id !== undefined && !data.genreRows.some(({ id }) => id === genre_id))
    throw fieldError('genre_id', 'Genre is unknown');
  if (age_rating !== undefined && !data.ageRatings.includes(age_rating))
    throw fieldError('age_rating', 'Age rating is unknown');
  const { theme, country, language, decade } = given;
  const facts = [genre_id, year_from, year_to, runtime_max, age_rating, theme, country, language, decade];
  if (facts.every((fact) => fact === undefined)) return undefined;
  const placeOf = (slug: string): number => data.themeRows.findIndex((row) => row.slug === slug);
  return {
    genreId: genre_id,
    yearFrom: year_from,
    yearTo: year_to,
    runtimeMax: runtime_max,
    ageRating: age_rating,
    themes: resolve('theme', theme, (slug) => (placeOf(slug) < 0 ? null : placeOf(slug))),
    countries: resolve('country', country, (code) =>
      COUNTRIES.includes(code) || data.countryCodes.includes(code) ? code : null,
    ),
    languages: resolve('language', language, (code) => knownLanguage(code, data.languages)),
    decades: resolve('decade', decade, Number),
  };
}

export const resolveFilters = (taste: Taste, given: GivenFilters): Filters => ({
  allStreaming: given.all_streaming ?? taste.savedFilters.allStreaming,
  mediaType: given.media_type ?? taste.savedFilters.mediaType,
  facts: factFilters(taste.snapshot, given),
});

/** Returns the indexes of the titles of a list that pass the filters, in the order of the list. */
export function filterList(taste: Taste, mediumIds: readonly number[], given: GivenFilters): number[] {
  const { data } = taste.snapshot;
  const passed = passing(data, resolveFilters(taste, given), taste, allTitles(data.size));
  return indexesOf(taste.snapshot, mediumIds).filter((index) => hasBit(passed, index));
}
