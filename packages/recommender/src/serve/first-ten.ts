import type { Catalogue, Csr } from '../model/types.ts';

/** The titles that a member sees without scrolling decide whether the order looks like theirs. */
const FIRST = 10;
/** Among the first ten, at most this many share a franchise or a director. */
const MOST_ALIKE = 2;
/** Each of two groups of likes has at least this many of the first ten. */
const LEAST_OF_GROUP = 4;
/** Only this many liked titles are grouped, which takes less than a millisecond. */
const LIKES_COMPARED = 40;
/** Each group has at least this many likes: two titles of another genre are a taste, one may be an exception. */
const LEAST_LIKES = 2;
/** Each group has at least this share of the likes. */
const LEAST_SHARE = 0.2;
/** The groups are clear when at least this share of the likes is in exactly one of them. */
const CLEAR = 0.75;

/**
 * Returns two genres that divide the likes into two clear groups, or null: most likes have exactly one of the
 * two genres, and each genre has several likes. Of several pairs, the one that divides the most likes is used.
 */
export function dividingGenres(
  { genres: { offsets, values } }: Catalogue,
  likes: readonly number[],
): readonly [number, number] | null {
  const liked = likes.slice(0, LIKES_COMPARED);
  const ids: number[] = [];
  for (const item of liked) {
    for (let k = offsets[item]; k < offsets[item + 1]; k++) if (!ids.includes(values[k])) ids.push(values[k]);
  }
  // Sorted, so that the order of the likes does not decide between two pairs.
  ids.sort((a, b) => a - b);
  const size = ids.length;
  /** The number of likes with both genres, and with one on the diagonal. */
  const both = new Uint8Array(size * size);
  for (const item of liked) {
    for (let k = offsets[item]; k < offsets[item + 1]; k++) {
      const row = size * ids.indexOf(values[k]);
      for (let l = offsets[item]; l < offsets[item + 1]; l++) both[row + ids.indexOf(values[l])]++;
    }
  }
  const least = Math.max(LEAST_LIKES, LEAST_SHARE * liked.length);
  let most = CLEAR * liked.length;
  let found: readonly [number, number] | null = null;
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const common = both[size * a + b];
      const ofA = both[size * a + a];
      const ofB = both[size * b + b];
      const divided = ofA + ofB - 2 * common;
      const isPair = Math.min(ofA, ofB) - common >= least;
      if (!isPair || divided < most || (divided === most && found !== null)) continue;
      most = divided;
      found = [ids[a], ids[b]];
    }
  }
  return found;
}

function hasValue({ offsets, values }: Csr, row: number, value: number): boolean {
  for (let k = offsets[row]; k < offsets[row + 1]; k++) if (values[k] === value) return true;
  return false;
}

/**
 * Chooses the first ten of a ranked list: at most two of a franchise or director, and at least four of each of
 * two clear groups of likes, as far as the list has them. The other titles follow in their order.
 * @param likes liked titles, the last rated first.
 * @returns the same indexes in the new order.
 */
export function arrangeFirst(catalogue: Catalogue, ranked: Int32Array, likes: readonly number[]): Int32Array {
  const { franchise, directors, genres } = catalogue;
  const pair = dividingGenres(catalogue, likes);
  /** The group of the title: 0 or 1, or -1 when it has the genres of both or of neither. */
  const groupOf = (item: number): number => {
    if (pair === null) return -1;
    const hasFirst = hasValue(genres, item, pair[0]);
    return hasFirst === hasValue(genres, item, pair[1]) ? -1 : hasFirst ? 0 : 1;
  };
  const missing = pair === null ? [0, 0] : [LEAST_OF_GROUP, LEAST_OF_GROUP];
  const franchises = new Map<number, number>();
  const made = new Map<number, number>();
  /** Whether a director of the title has as many of the first ten as one may have. */
  const hasFrequentDirector = (item: number): boolean => {
    for (let k = directors.offsets[item]; k < directors.offsets[item + 1]; k++)
      if ((made.get(directors.values[k]) ?? 0) >= MOST_ALIKE) return true;
    return false;
  };
  const first: number[] = [];
  for (const item of ranked) {
    if (first.length === FIRST) break;
    if (franchise[item] >= 0 && (franchises.get(franchise[item]) ?? 0) >= MOST_ALIKE) continue;
    if (hasFrequentDirector(item)) continue;
    const group = groupOf(item);
    const reserved = missing[0] + missing[1] - (group >= 0 && missing[group] > 0 ? 1 : 0);
    if (FIRST - first.length <= reserved) continue;
    if (group >= 0 && missing[group] > 0) missing[group]--;
    first.push(item);
    franchises.set(franchise[item], (franchises.get(franchise[item]) ?? 0) + 1);
    for (let k = directors.offsets[item]; k < directors.offsets[item + 1]; k++)
      made.set(directors.values[k], (made.get(directors.values[k]) ?? 0) + 1);
  }
  // Every title after the last chosen one stays where it is.
  const out = ranked.slice();
  out.set(first);
  let next = first.length;
  for (let at = 0, left = first.length; left > 0; at++) {
    if (first.includes(ranked[at])) left--;
    else out[next++] = ranked[at];
  }
  return out;
}
