import type { MediaType } from '@marquee/contracts';
import type { Csr } from '@marquee/recommender';
import { type Bits, clearBit, createBits, hasBit, intersect, unite } from './bits.ts';
import type { Market } from './markets.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** Limits on facts of titles. A title whose fact is unknown does not pass the limit. */
export interface FactFilters {
  genreId?: number | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** In minutes. */
  runtimeMax?: number | undefined;
  ageRating?: string | undefined;
  /** Places in `themeRows`. A title passes with all of them. */
  themes?: readonly number[] | undefined;
  /** ISO 3166. A title passes with any of them, as with the languages and the decades. */
  countries?: readonly string[] | undefined;
  languages?: readonly string[] | undefined;
  /** The first years of the decades. */
  decades?: readonly number[] | undefined;
}

/** The filters of Discover and of lists, with defaults applied. */
export interface Filters {
  /** When false, only titles on the user's providers pass the filter. */
  allStreaming: boolean;
  mediaType: MediaType;
  facts?: FactFilters | undefined;
}

/** Returns a cache key for each combination of filters. */
export const filterKey = ({ allStreaming, mediaType, facts }: Filters): string =>
  `${allStreaming ? 'all' : 'mine'}-${mediaType}${facts ? JSON.stringify(facts) : ''}`;

/** Returns whether a title passes, by its index. */
type Check = (item: number) => boolean;

/** Returns the checks of themes, countries, languages and decades that the filters name. */
function* contentChecks(data: SnapshotData, facts: FactFilters): Generator<Check> {
  const { themes, countries, languages, decades } = facts;
  if (themes) yield (item) => themes.every((theme) => hasValue(data.themes, item, theme));
  if (countries) {
    const numbers = countries.map((code) => data.countryCodes.indexOf(code)).filter((number) => number >= 0);
    yield (item) => numbers.some((number) => hasValue(data.countries, item, number));
  }
  if (languages) {
    const numbers = new Set(languages.map((code) => data.languages.indexOf(code) + 1));
    yield (item) => data.language[item] !== 0 && numbers.has(data.language[item] ?? 0);
  }
  if (decades) yield (item) => decades.includes(Math.floor((data.year[item] ?? 0) / 10) * 10);
}

function hasValue({ offsets, values }: Csr, item: number, value: number): boolean {
  const end = offsets[item + 1] ?? 0;
  for (let at = offsets[item] ?? 0; at < end; at++) if (values[at] === value) return true;
  return false;
}

function limitByContent(bits: Bits, data: SnapshotData, facts: FactFilters): void {
  for (const passes of contentChecks(data, facts))
    for (let item = 0; item < data.size; item++)
      if (hasBit(bits, item) && !passes(item)) clearBit(bits, item);
}

/** Removes the titles of `bits` that do not pass the limits. */
function limit(bits: Bits, data: SnapshotData, facts: FactFilters): void {
  limitByContent(bits, data, facts);
  const { genreId, yearFrom = 0, yearTo = Number.POSITIVE_INFINITY, runtimeMax, ageRating } = facts;
  if (genreId !== undefined) {
    const genre = data.genreRows.find(({ id }) => id === genreId);
    intersect(bits, genre?.bits ?? createBits(data.size));
  }
  const isYearLimited = facts.yearFrom !== undefined || facts.yearTo !== undefined;
  const rating = ageRating === undefined ? undefined : data.ageRatings.indexOf(ageRating) + 1;
  if (!isYearLimited && runtimeMax === undefined && rating === undefined) return;
  for (let item = 0; item < data.size; item++) {
    if (!hasBit(bits, item)) continue;
    const year = data.year[item] ?? 0;
    const runtime = data.runtime[item] ?? 0;
    const passes =
      (!isYearLimited || (year > 0 && year >= yearFrom && year <= yearTo)) &&
      (runtimeMax === undefined || (runtime > 0 && runtime <= runtimeMax)) &&
      (rating === undefined || data.ageRating[item] === rating);
    if (!passes) clearBit(bits, item);
  }
}

/** Returns the titles of `start` that pass the filters, as a new set. */
export function passing(
  data: SnapshotData,
  filters: Filters,
  user: { providers: ReadonlySet<number>; market: Market },
  /**
   * The titles to filter: the listed titles, or all titles for a list, because lists keep delisted titles.
   */
  start: Bits,
): Bits {
  const bits = start.slice();
  // Without selected providers the filter has no effect (docs/api.md#no-providers-chosen).
  if (!filters.allStreaming && user.providers.size > 0) {
    const onMine = createBits(data.size);
    for (const provider of user.market.providers)
      if (user.providers.has(provider.id)) unite(onMine, provider.bits);
    intersect(bits, onMine);
  }
  if (filters.mediaType !== 'all')
    intersect(bits, filters.mediaType === 'movies' ? data.movies : data.series);
  if (filters.facts) limit(bits, data, filters.facts);
  return bits;
}
