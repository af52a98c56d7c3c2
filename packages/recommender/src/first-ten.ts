import type { Catalogue } from './types.ts';

/** The titles that a member sees without scrolling decide whether the order looks like theirs. */
const FIRST = 10;
/** Among the first ten, at most this many share a franchise or a director. */
const MOST_ALIKE = 2;
/** Each of two groups of likes has at least this many of the first ten. */
const LEAST_OF_GROUP = 3;
/** Only this many liked titles are compared with each other, which takes less than a millisecond. */
const LIKES_COMPARED = 40;
/** Each group has at least this many likes: two titles of another genre are a taste, one may be an exception. */
const LEAST_LIKES = 2;
/** By how much the titles of a group must be more similar to each other than to the other group. */
const CLEAR = 0.25;
/** A genre stands for a group when more than half of its likes have the genre, and at most a quarter of the other's. */
const SHARE_WITHIN = 0.5;
const SHARE_OF_OTHER = 0.25;

/** Returns the cosine of the genres of two titles, 0 to 1. */
function likeness({ genres: { offsets, values } }: Catalogue, a: number, b: number): number {
  let common = 0;
  for (let k = offsets[a]; k < offsets[a + 1]; k++) {
    for (let l = offsets[b]; l < offsets[b + 1]; l++) if (values[k] === values[l]) common++;
  }
  const lengths = (offsets[a + 1] - offsets[a]) * (offsets[b + 1] - offsets[b]);
  return lengths === 0 ? 0 : common / Math.sqrt(lengths);
}

function meanLikeness(catalogue: Catalogue, item: number, group: readonly number[]): number {
  let sum = 0;
  for (const other of group) sum += likeness(catalogue, item, other);
  return sum / Math.max(1, group.length);
}

/**
 * Splits liked titles into two groups of genres, or returns null without two clear groups. The two least
 * similar likes are the seeds, and every other like joins the seed that is more similar to it. The groups are
 * clear when both have several likes and each is much more similar within itself than to the other.
 */
export function likedGroups(
  catalogue: Catalogue,
  likes: readonly number[],
): readonly [readonly number[], readonly number[]] | null {
  const liked = likes.slice(0, LIKES_COMPARED);
  let least = Number.POSITIVE_INFINITY;
  let seeds: [number, number] = [-1, -1];
  for (let a = 0; a < liked.length; a++) {
    for (let b = a + 1; b < liked.length; b++) {
      const like = likeness(catalogue, liked[a], liked[b]);
      if (like < least) {
        least = like;
        seeds = [liked[a], liked[b]];
      }
    }
  }
  if (least === Number.POSITIVE_INFINITY) return null;
  const isFirst = (item: number): boolean =>
    likeness(catalogue, item, seeds[0]) >= likeness(catalogue, item, seeds[1]);
  const first = liked.filter(isFirst);
  const second = liked.filter((item) => !isFirst(item));
  if (first.length < LEAST_LIKES || second.length < LEAST_LIKES) return null;
  const within = (group: readonly number[]): number => {
    let sum = 0;
    for (const item of group) sum += meanLikeness(catalogue, item, group) * group.length - 1;
    return sum / (group.length * (group.length - 1));
  };
  let between = 0;
  for (const item of first) between += meanLikeness(catalogue, item, second) / first.length;
  return Math.min(within(first), within(second)) - between >= CLEAR ? [first, second] : null;
}

/**
 * Returns the genres that tell a group of likes from the other. A genre of both, such as drama, says nothing
 * about which of the two tastes a title meets.
 */
function genresOf(
  { genres: { offsets, values } }: Catalogue,
  group: readonly number[],
  other: readonly number[],
): ReadonlySet<number> {
  const shareIn = (items: readonly number[], genre: number): number =>
    items.filter((item) => values.subarray(offsets[item], offsets[item + 1]).includes(genre)).length /
    items.length;
  const all = new Set(group.flatMap((item) => [...values.subarray(offsets[item], offsets[item + 1])]));
  return new Set(
    [...all].filter(
      (genre) => shareIn(group, genre) > SHARE_WITHIN && shareIn(other, genre) <= SHARE_OF_OTHER,
    ),
  );
}

/**
 * Chooses the first ten of a ranked list: at most two of a franchise or director, and at least three of each
 * of two clear groups of likes, as far as the list has them. The other titles follow in their order.
 * @param likes liked titles, the last rated first.
 * @returns the same indexes in the new order.
 */
export function arrangeFirst(catalogue: Catalogue, ranked: Int32Array, likes: readonly number[]): Int32Array {
  const { franchise, directors, genres } = catalogue;
  const groups = likedGroups(catalogue, likes);
  const marks =
    groups === null
      ? []
      : [genresOf(catalogue, groups[0], groups[1]), genresOf(catalogue, groups[1], groups[0])];
  /** The group whose genres the title has: 0 or 1, or -1 when it has the genres of both or of neither. */
  const groupOf = (item: number): number => {
    const own = genres.values.subarray(genres.offsets[item], genres.offsets[item + 1]);
    const [first, second] = marks.map((mark) => own.some((genre) => mark.has(genre)));
    return first === second ? -1 : first ? 0 : 1;
  };
  const missing = [0, 1].map((group) => (marks[group]?.size ? LEAST_OF_GROUP : 0));
  const franchises = new Map<number, number>();
  const made = new Map<number, number>();
  const first: number[] = [];
  for (const item of ranked) {
    if (first.length === FIRST) break;
    const makers = directors.values.subarray(directors.offsets[item], directors.offsets[item + 1]);
    if (franchise[item] >= 0 && (franchises.get(franchise[item]) ?? 0) >= MOST_ALIKE) continue;
    if (makers.some((person) => (made.get(person) ?? 0) >= MOST_ALIKE)) continue;
    const group = groupOf(item);
    const reserved = missing[0] + missing[1] - (group >= 0 && missing[group] > 0 ? 1 : 0);
    if (FIRST - first.length <= reserved) continue;
    if (group >= 0 && missing[group] > 0) missing[group]--;
    first.push(item);
    franchises.set(franchise[item], (franchises.get(franchise[item]) ?? 0) + 1);
    for (const person of makers) made.set(person, (made.get(person) ?? 0) + 1);
  }
  const chosen = new Set(first);
  return Int32Array.from([...first, ...ranked.filter((item) => !chosen.has(item))]);
}
