import type { Catalogue, Csr, SharedFact } from './types.ts';

/** Only the first actors of both casts are compared, because a reader does not know small parts. */
const LEADS = 4;

/** A genre or country of more titles than this share says nothing about two of them. */
const COMMON = 0.5;

/** The kinds from the most to the least specific. The rarer of a shared genre and a shared country is used. */
const SPECIFIC: Readonly<Record<SharedFact['kind'], number>> = {
  franchise: 0,
  director: 1,
  cast: 2,
  genre: 3,
  country: 3,
  decade: 4,
};

/** Returns a sort key that is smaller for a more specific fact. Two titles without a common fact are last. */
export function vagueness(fact: SharedFact | null): number {
  return fact === null ? 5 : SPECIFIC[fact.kind];
}

/** The number of titles of each genre and of each production country. */
export interface FactCounts {
  readonly genre: ReadonlyMap<number, number>;
  readonly country: ReadonlyMap<number, number>;
}

export function countFacts({ genres, countries }: Catalogue): FactCounts {
  const count = (values: Int32Array): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const id of values) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  return { genre: count(genres.values), country: count(countries?.values ?? new Int32Array(0)) };
}

/**
 * Returns the most specific fact that two titles share, or null when the titles share no fact. The order is:
 * franchise, director, the leading actor billed highest in both titles, the rarest genre or country, decade.
 * @param shownGenres the number of genres that a card shows. Further genres of a title are not compared,
 * because a reader would not find them on the cards.
 */
export function sharedFact(
  catalogue: Catalogue,
  counts: FactCounts,
  a: number,
  b: number,
  shownGenres: number,
): SharedFact | null {
  const { size, franchise, directors, cast, genres, countries, year } = catalogue;
  if (franchise[a] >= 0 && franchise[a] === franchise[b]) return { kind: 'franchise', id: franchise[a] };
  const director = firstCommon(directors, a, b, Number.POSITIVE_INFINITY, (at, other) => at + other);
  if (director !== null) return { kind: 'director', id: director };
  const actor = firstCommon(cast, a, b, LEADS, (at, other) => at + other);
  if (actor !== null) return { kind: 'cast', id: actor };
  const rarest = (kind: 'genre' | 'country', of: Csr | undefined, first: number): SharedFact | null => {
    const titles = (id: number): number => counts[kind].get(id) ?? 0;
    const id = of === undefined ? null : firstCommon(of, a, b, first, (_at, _other, value) => titles(value));
    return id === null || titles(id) > COMMON * size ? null : { kind, id };
  };
  const genre = rarest('genre', genres, shownGenres);
  const country = rarest('country', countries, Number.POSITIVE_INFINITY);
  if (genre !== null && country !== null) {
    const isCountryRarer = (counts.country.get(country.id) ?? 0) < (counts.genre.get(genre.id) ?? 0);
    return isCountryRarer ? country : genre;
  }
  if (genre !== null || country !== null) return genre ?? country;
  const decade = year[a] - (year[a] % 10);
  return decade > 0 && decade === year[b] - (year[b] % 10) ? { kind: 'decade', id: decade } : null;
}

/**
 * Returns the value with the lowest weight among the values that two rows share.
 * @param first only this many values of each row are compared.
 * @param weigh returns the weight from the positions in both rows and the value.
 */
function firstCommon(
  { offsets, values }: Csr,
  a: number,
  b: number,
  first: number,
  weigh: (place: number, other: number, value: number) => number,
): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  const aEnd = Math.min(offsets[a + 1], offsets[a] + first);
  const bEnd = Math.min(offsets[b + 1], offsets[b] + first);
  for (let k = offsets[a]; k < aEnd; k++) {
    for (let l = offsets[b]; l < bEnd; l++) {
      if (values[k] !== values[l]) continue;
      const weight = weigh(k - offsets[a], l - offsets[b], values[k]);
      if (weight < least) {
        least = weight;
        found = values[k];
      }
    }
  }
  return found;
}
