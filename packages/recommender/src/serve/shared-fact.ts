import type { Catalogue, Csr, SharedFact } from '../model/types.ts';

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

/** The number of titles of each entry of `genres.values` and of `countries.values`. */
export interface FactCounts {
  readonly genre: Int32Array;
  readonly country: Int32Array;
}

export function countFacts({ genres, countries }: Catalogue): FactCounts {
  const count = (values: Int32Array): Int32Array => {
    const counts = new Map<number, number>();
    for (const id of values) counts.set(id, (counts.get(id) ?? 0) + 1);
    return values.map((id) => counts.get(id) ?? 0);
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
  const director = highestCommon(directors, a, b, Number.POSITIVE_INFINITY);
  if (director !== null) return { kind: 'director', id: director };
  const actor = highestCommon(cast, a, b, LEADS);
  if (actor !== null) return { kind: 'cast', id: actor };
  const genre = rarestCommon(genres, a, b, shownGenres, counts.genre, COMMON * size);
  const country =
    countries === undefined
      ? -1
      : rarestCommon(countries, a, b, Number.POSITIVE_INFINITY, counts.country, COMMON * size);
  if (countries !== undefined && country >= 0 && (genre < 0 || counts.country[country] < counts.genre[genre]))
    return { kind: 'country', id: countries.values[country] };
  if (genre >= 0) return { kind: 'genre', id: genres.values[genre] };
  const decade = year[a] - (year[a] % 10);
  return decade > 0 && decade === year[b] - (year[b] % 10) ? { kind: 'decade', id: decade } : null;
}

/**
 * Returns the value that two rows share at the lowest sum of its places, or null.
 * @param first only this many values of each row are compared.
 */
function highestCommon({ offsets, values }: Csr, a: number, b: number, first: number): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  const aEnd = Math.min(offsets[a + 1], offsets[a] + first);
  const bEnd = Math.min(offsets[b + 1], offsets[b] + first);
  for (let k = offsets[a]; k < aEnd; k++) {
    for (let l = offsets[b]; l < bEnd; l++) {
      const places = k - offsets[a] + l - offsets[b];
      if (values[k] !== values[l] || places >= least) continue;
      least = places;
      found = values[k];
    }
  }
  return found;
}

/**
 * Returns the place of the value of the fewest titles that two rows share, or -1 without one of at most `most` titles.
 */
function rarestCommon(
  { offsets, values }: Csr,
  a: number,
  b: number,
  first: number,
  titles: Int32Array,
  most: number,
): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  const aEnd = Math.min(offsets[a + 1], offsets[a] + first);
  const bEnd = Math.min(offsets[b + 1], offsets[b] + first);
  for (let k = offsets[a]; k < aEnd; k++) {
    for (let l = offsets[b]; l < bEnd; l++) {
      if (values[k] !== values[l]) continue;
      if (titles[k] >= least) continue;
      least = titles[k];
      found = k;
    }
  }
  return least > most ? -1 : found;
}
