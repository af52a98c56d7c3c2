import type { Catalogue, Csr, SharedFact } from './types.ts';

/**
 * Returns the most specific fact that two titles share, or null when the titles share no fact. The order is:
 * franchise, director, the cast member billed highest in both titles, the genre with the fewest titles.
 * @param titlesOf returns the number of titles of a genre.
 */
export function sharedFact(
  catalogue: Catalogue,
  a: number,
  b: number,
  titlesOf: (genre: number) => number,
): SharedFact | null {
  const { franchise, directors, cast, genres } = catalogue;
  if (franchise[a] >= 0 && franchise[a] === franchise[b]) return { kind: 'franchise', id: franchise[a] };
  const director = firstCommon(directors, a, b, (at, other) => at + other);
  if (director !== null) return { kind: 'director', id: director };
  const actor = firstCommon(cast, a, b, (at, other) => at + other);
  if (actor !== null) return { kind: 'cast', id: actor };
  const genre = firstCommon(genres, a, b, (_at, _other, id) => titlesOf(id));
  return genre === null ? null : { kind: 'genre', id: genre };
}

/**
 * Returns the value with the lowest weight among the values that two rows share.
 * @param weigh returns the weight from the positions in both rows and the value.
 */
function firstCommon(
  { offsets, values }: Csr,
  a: number,
  b: number,
  weigh: (place: number, other: number, value: number) => number,
): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let k = offsets[a]; k < offsets[a + 1]; k++) {
    for (let l = offsets[b]; l < offsets[b + 1]; l++) {
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
