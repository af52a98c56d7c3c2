import type { MediaQuery } from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import { type FactFilters, type Filters, passing } from '#src/titles/engine/filters.ts';
import { allTitles } from '#src/titles/engine/ranking.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { indexesOf } from './cards.ts';

/** The filters of a call. A missing filter has the value of the saved filter. */
export type GivenFilters = Pick<MediaQuery, 'all_streaming' | 'media_type'> & Partial<GivenFacts>;
type GivenFacts = Pick<MediaQuery, 'genre_id' | 'year_from' | 'year_to' | 'runtime_max' | 'age_rating'>;

/**
 * Returns the filters by facts of titles, undefined when the call gives none.
 * @throws AppError invalid for a genre or an age rating that the catalogue does not have.
 */
export function factFilters({ data }: Snapshot, given: GivenFilters): FactFilters | undefined {
  const { genre_id, year_from, year_to, runtime_max, age_rating } = given;
  if (genre_id !== undefined && !data.genreRows.some(({ id }) => id === genre_id))
    throw fieldError('genre_id', 'Genre is unknown');
  if (age_rating !== undefined && !data.ageRatings.includes(age_rating))
    throw fieldError('age_rating', 'Age rating is unknown');
  const facts = [genre_id, year_from, year_to, runtime_max, age_rating];
  if (facts.every((fact) => fact === undefined)) return undefined;
  return {
    genreId: genre_id,
    yearFrom: year_from,
    yearTo: year_to,
    runtimeMax: runtime_max,
    ageRating: age_rating,
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
