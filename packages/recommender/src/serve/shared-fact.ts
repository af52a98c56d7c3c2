import type { Because, Catalogue, Csr, SharedFact } from '../model/types.ts';

/** Only the first actors of both casts are compared, because a reader does not know small parts. */
const LEADS = 4;

/** A genre or country of more titles than this share says nothing about two of them. */
const COMMON = 0.5;

/** More than any number of values or titles. An integer, because comparing with Infinity takes floating-point numbers. */
const LARGE = 2 ** 30 - 1;

/** A catalogue with what comparing its titles needs. */
export interface FactSpace {
  readonly catalogue: Catalogue;
  /** The first year of each title's decade, 0 when unknown. */
  readonly decade: Int32Array;
  /** A bit for each director of each title. Titles without a common bit, as most pairs, have no common director. */
  readonly directorBits: Int32Array;
  /** The same for leading actors. */
  readonly leadBits: Int32Array;
  /** The number of titles of each entry of `genres.values` and of `countries.values`. */
  readonly ofGenre: Int32Array;
  readonly ofCountry: Int32Array;
}

export function factSpace(catalogue: Catalogue): FactSpace {
  const count = (values: Int32Array): Int32Array => {
    const counts = new Map<number, number>();
    for (const id of values) counts.set(id, (counts.get(id) ?? 0) + 1);
    return values.map((id) => counts.get(id) ?? 0);
  };
  /** Returns the bits of the first values of each title. */
  const bitsOf = ({ offsets, values }: Csr, first: number): Int32Array => {
    const bits = new Int32Array(catalogue.size);
    for (let item = 0; item < bits.length; item++) {
      const end = Math.min(offsets[item + 1], offsets[item] + first);
      for (let k = offsets[item]; k < end; k++) bits[item] |= 1 << (values[k] & 31);
    }
    return bits;
  };
  const { genres, countries, year, directors, cast } = catalogue;
  return {
    catalogue,
    directorBits: bitsOf(directors, LARGE),
    leadBits: bitsOf(cast, LEADS),
    decade: Int32Array.from(year, (own) => own - (own % 10)),
    ofGenre: count(genres.values),
    ofCountry: count(countries?.values ?? new Int32Array(0)),
  };
}

/** The facts from the most to the least specific, and null for no common fact. A rarer country replaces the genre. */
const KINDS = ['franchise', 'director', 'cast', 'genre', 'decade', null] as const;
type Kind = Exclude<(typeof KINDS)[number], null>;

/**
 * Returns a fact of this kind that the titles a and b share, or null. Of several common people it is the one billed
 * highest in both titles, and of genres and countries the rarest. One function, because a call through a table of
 * functions takes as long as most comparisons.
 */
function sharedFact(
  { catalogue, decade, directorBits, leadBits, ofGenre, ofCountry }: FactSpace,
  kind: Kind,
  a: number,
  b: number,
  shownGenres: number,
): SharedFact | null {
  const { size, franchise, directors, cast, genres, countries } = catalogue;
  switch (kind) {
    case 'franchise':
      return franchise[a] >= 0 && franchise[a] === franchise[b] ? { kind, id: franchise[a] } : null;
    case 'director': {
      if ((directorBits[a] & directorBits[b]) === 0) return null;
      const id = highestCommon(directors, a, b, LARGE);
      return id === null ? null : { kind, id };
    }
    case 'cast': {
      if ((leadBits[a] & leadBits[b]) === 0) return null;
      const id = highestCommon(cast, a, b, LEADS);
      return id === null ? null : { kind, id };
    }
    case 'genre': {
      const genre = rarestCommon(genres, a, b, shownGenres, ofGenre, COMMON * size);
      if (countries !== undefined) {
        const country = rarestCommon(countries, a, b, LARGE, ofCountry, COMMON * size);
        if (country >= 0 && (genre < 0 || ofCountry[country] < ofGenre[genre]))
          return { kind: 'country', id: countries.values[country] };
      }
      return genre < 0 ? null : { kind, id: genres.values[genre] };
    }
    case 'decade':
      return decade[a] > 0 && decade[a] === decade[b] ? { kind, id: decade[a] } : null;
  }
}

/**
 * Returns the titles of `others` that share the most specific facts with a title, in the order of their facts, then in
 * the given order. Titles without a common fact are last. Compares one kind of facts after the other, because few pairs
 * then need the facts that take long.
 * @param others its first `count` entries are read, at most 31.
 * @param most the number of titles to return.
 * @param shownGenres the number of genres that a card shows. Further genres of a title are not compared, because a
 * reader would not find them on the cards.
 */
export function mostSpecific(
  space: FactSpace,
  title: number,
  others: ArrayLike<number>,
  count: number,
  most: number,
  shownGenres: number,
): Because[] {
  const found: Because[] = [];
  let isFound = 0;
  for (const kind of KINDS) {
    for (let at = 0; at < count && found.length < most; at++) {
      if ((isFound & (1 << at)) !== 0) continue;
      const shared = kind === null ? null : sharedFact(space, kind, title, others[at], shownGenres);
      if (shared === null && kind !== null) continue;
      isFound |= 1 << at;
      found.push({ item: others[at], shared });
    }
  }
  return found;
}

/**
 * Returns the value that two rows share at the lowest sum of its places, or null.
 * @param first only this many values of each row are compared.
 */
function highestCommon({ offsets, values }: Csr, a: number, b: number, first: number): number | null {
  let found: number | null = null;
  let least = LARGE;
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
  let least = LARGE;
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
