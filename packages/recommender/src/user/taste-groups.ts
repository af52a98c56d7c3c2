import { dot } from '../math/dot.ts';
import { topK } from '../math/select.ts';
import { closeness, type NeighborSpace } from '../model/neighbor-space.ts';
import type { Csr } from '../model/types.ts';

/**
 * One person may have two or three tastes, and an order for their mean suits none of them. So the titles that a user
 * chose are divided into groups, as recommenders with several interests do (Weston, Weiss and Yee 2013; Pal and others
 * 2020), by how well the titles of a group explain each other: the neighbor ranker gives a title the score
 * Σ s(i, j) / √(1 + n) for its similarity s to n chosen titles, so a group g is worth
 *
 *   ( Σ over i ≠ j in g of s(i, j) ) / √(1 + |g|),
 *
 * and it is divided into the two that are worth most, if they are worth PRIOR · |g| more: the prior for one taste. The
 * similarity is the ranker's own, without what any two titles have in common. The root lets a title stay in a large group
 * to which it is only a little similar (docs/recommender.md#several-tastes has the figures).
 */

/** One or two titles of another kind are no taste, and with fewer titles than this two groups may be chance. */
const LEAST_TITLES = 7;
const LEAST_OF_GROUP = 2;
const LEAST_SHARE = 0.15;
/** Only this many titles are compared with each other, because the time grows with the square. */
const MOST_TITLES = 120;
const MOST_GROUPS = 3;
/** How much better each title of a group must be explained by two groups, in the unit of `Worth`. */
const PRIOR = 0.15;
/**
 * Two tastes are clear when every title is better explained by this much times √(1 + number of titles): as Korean series
 * beside thrillers of the 1970s, and not the ratings of nine of ten MovieLens users.
 */
const CLEAR = 0.25;
/** Groups are found again when more than this share of their titles has changed since they were found. */
const CHANGED = 0.1;
/** The search starts from this many pairs of the least similar titles. */
const STARTS = 4;

/**
 * The titles of each group, its own first, and whether two groups have nearly nothing in common. A title that suits two
 * groups is in both.
 */
export interface GroupedTitles {
  readonly groups: readonly Int32Array[];
  readonly areClear: boolean;
  /** The number of titles that came or went since the groups were found. */
  readonly changes: number;
}

/**
 * Divides titles into groups. All of them are in one group when more groups explain them little better.
 * @param items titles that the user chose, the most telling first. Those after the first 120 are in no group.
 */
export function groupTitles(space: NeighborSpace, items: Int32Array): GroupedTitles {
  const titles = items.slice(0, MOST_TITLES);
  if (titles.length < LEAST_TITLES) return { groups: [titles], areClear: false, changes: 0 };
  const likeness = likenessOf(space, titles);
  const least = Math.max(LEAST_OF_GROUP, Math.ceil(LEAST_SHARE * titles.length));
  let groups: number[][] = [Array.from(titles.keys())];
  let areClear = false;
  const splits = new Map<number[], Split | null>();
  while (groups.length < MOST_GROUPS) {
    for (const group of groups) if (!splits.has(group)) splits.set(group, splitGroup(likeness, group, least));
    const gainOf = (group: number[]): number => splits.get(group)?.gain ?? Number.NEGATIVE_INFINITY;
    const split = groups.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one));
    const best = splits.get(split);
    if (!best || best.gain <= PRIOR * split.length) break;
    areClear ||= best.gain > CLEAR * titles.length * Math.sqrt(1 + titles.length);
    groups = groups.flatMap((group) => (group === split ? best.parts : [group]));
  }
  const shared = groups.length > 1 ? withShared(likeness, groups) : groups;
  return { groups: shared.map((group) => Int32Array.from(group, (at) => titles[at])), areClear, changes: 0 };
}

/**
 * Keeps groups after a few changes, so that a taste keeps its titles and its name: titles that are no longer chosen leave, and
 * each new one joins the group that says most for it. Null when the groups must be found again.
 * @param items as for `groupTitles`.
 * @param speakFor returns how much a group says for a title.
 */
export function keepGroups(
  before: { groups: readonly { titles: Int32Array }[]; areClear: boolean; changes: number },
  items: Int32Array,
  speakFor: (group: ReadonlySet<number>, item: number) => number,
): GroupedTitles | null {
  const chosen = new Set(items.subarray(0, MOST_TITLES));
  const known = new Set(before.groups.flatMap(({ titles }) => [...titles]));
  const added = [...chosen].filter((item) => !known.has(item));
  const changes = before.changes + added.length + [...known].filter((item) => !chosen.has(item)).length;
  if (chosen.size < LEAST_TITLES || changes > CHANGED * chosen.size) return null;
  const groups = before.groups.map(({ titles }) => titles.filter((item) => chosen.has(item)));
  if (groups.some(({ length }) => length < LEAST_OF_GROUP)) return null;
  const own = groups.map((titles) => new Set(titles));
  const joined = added.map((item) => {
    const points = own.map((titles) => speakFor(titles, item));
    return points.indexOf(Math.max(...points));
  });
  return {
    groups: groups.map((titles, group) =>
      Int32Array.from([...titles, ...added.filter((_, at) => joined[at] === group)]),
    ),
    areClear: before.areClear,
    changes,
  };
}

/** Adds to each group the titles of the others that are as similar to it as its own titles are on average. */
function withShared(likeness: readonly Float64Array[], groups: readonly number[][]): number[][] {
  return groups.map((group) => {
    const similarity = (at: number): number => group.reduce((sum, other) => sum + likeness[at][other], 0);
    // No title is compared with itself, so its own have one title less to be similar to.
    const usual = group.reduce((sum, at) => sum + similarity(at), 0) / (group.length - 1);
    const others = groups.flatMap((other) => (other === group ? [] : other));
    return [...group, ...others.filter((at) => similarity(at) >= usual)];
  });
}

/** Returns the similarity of each two titles, 0 of a title to itself. */
function likenessOf({ tags, scales, shared }: NeighborSpace, items: Int32Array): Float64Array[] {
  const rows = Array.from(items, () => new Float64Array(items.length));
  const add = (of: (a: number, b: number) => number): void => {
    for (let a = 0; a < items.length; a++) {
      for (let b = 0; b < a; b++) {
        const likeness = of(a, b);
        rows[a][b] += likeness;
        rows[b][a] += likeness;
      }
    }
  };
  for (const { worth, rows: tagsOf, weights, centre } of tags) {
    const common = products(tagsOf, weights, items);
    const centreProduct = Array.from(items, (item) => {
      let sum = 0;
      for (let k = tagsOf.offsets[item]; k < tagsOf.offsets[item + 1]; k++)
        sum += weights[k] * centre[tagsOf.values[k]];
      return sum;
    });
    const square = dot(centre, centre);
    const hasTags = (at: number): boolean => tagsOf.offsets[items[at] + 1] > tagsOf.offsets[items[at]];
    // The product of both vectors of weights, each minus the centre.
    add((a, b) =>
      hasTags(a) && hasTags(b)
        ? worth.seen * (common[a][b] - centreProduct[a] - centreProduct[b] + square)
        : 0,
    );
  }
  for (const { worth, apart, bin, reach, centre } of scales) {
    const weight = apart * worth.seen;
    const byDistance = Float64Array.from(centre, (_, bins) => closeness(0, bins, reach));
    add((a, b) => {
      const [one, other] = [bin[items[a]], bin[items[b]]];
      if (one === centre.length || other === centre.length) return 0;
      return weight * (byDistance[Math.abs(one - other)] - (centre[one] + centre[other]) / 2);
    });
  }
  for (const { worth, rows: valuesOf, weights } of shared) {
    const common = products(valuesOf, weights, items);
    add((a, b) => worth.seen * common[a][b]);
  }
  return rows;
}

/**
 * Returns for each row, and each row before it, the sum of the products of the weights of their common values. Most rows have
 * few values in common, so each value is compared only with the rows before that have it.
 * @param weights parallel to the values of all rows.
 * @param own the places of the rows.
 */
function products({ offsets, values }: Csr, weights: Float32Array, own: Int32Array): Float64Array[] {
  const before = new Map<number, { readonly rows: number[]; readonly weights: number[] }>();
  return Array.from(own, (place, row) => {
    const sums = new Float64Array(row);
    for (let k = offsets[place]; k < offsets[place + 1]; k++) {
      const weight = weights[k];
      const having = before.get(values[k]);
      if (having === undefined) {
        before.set(values[k], { rows: [row], weights: [weight] });
        continue;
      }
      for (let n = 0; n < having.rows.length; n++) sums[having.rows[n]] += weight * having.weights[n];
      having.rows.push(row);
      having.weights.push(weight);
    }
    return sums;
  });
}

interface Split {
  readonly parts: number[][];
  /** How much better the parts explain the titles than the whole. */
  readonly gain: number;
}

/** Returns the best two parts of a group. Null when the group is too small for two. */
function splitGroup(
  likeness: readonly Float64Array[],
  group: readonly number[],
  least: number,
): Split | null {
  if (group.length < 2 * least) return null;
  const { length } = group;
  const unlike = new Float64Array(length * length).fill(Number.NEGATIVE_INFINITY);
  for (let a = 0; a < length; a++)
    for (let b = 0; b < a; b++) unlike[a * length + b] = -likeness[group[a]][group[b]];
  const starts = topK(unlike, STARTS);
  const found = Array.from(starts, (pair) =>
    improve(likeness, group, [group[Math.floor(pair / length)], group[pair % length]], least),
  );
  const best = found.reduce((one, other) => (other.value > one.value ? other : one));
  if (!Number.isFinite(best.value)) return null;
  const parts = [0, 1].map((part) => group.filter((_, at) => best.partOf[at] === part));
  const sum = group.reduce((all, a) => all + group.reduce((own, b) => own + likeness[a][b], 0), 0);
  return { parts, gain: best.value - explained(sum, length) };
}

const explained = (sum: number, count: number): number => sum / Math.sqrt(1 + count);

/** Starts with the titles that are more similar to one of two, and moves single titles while that explains more. */
function improve(
  likeness: readonly Float64Array[],
  group: readonly number[],
  ends: readonly [number, number],
  least: number,
): { partOf: Uint8Array; value: number } {
  const partOf = Uint8Array.from(group, (title) =>
    title !== ends[0] && (title === ends[1] || likeness[title][ends[1]] > likeness[title][ends[0]]) ? 1 : 0,
  );
  const count = [0, 0];
  const sum = [0, 0];
  const similarityTo = [new Float64Array(group.length), new Float64Array(group.length)];
  group.forEach((title, at) => {
    group.forEach((other, k) => {
      similarityTo[partOf[k]][at] += likeness[title][other];
    });
    count[partOf[at]]++;
    sum[partOf[at]] += similarityTo[partOf[at]][at];
  });
  const valueNow = (): number =>
    Math.min(...count) < least
      ? Number.NEGATIVE_INFINITY
      : explained(sum[0], count[0]) + explained(sum[1], count[1]);
  const valueAfterMoveOf = (at: number): number => {
    const from = partOf[at];
    return (
      explained(sum[from] - 2 * similarityTo[from][at], count[from] - 1) +
      explained(sum[1 - from] + 2 * similarityTo[1 - from][at], count[1 - from] + 1)
    );
  };
  // A part that is too small is filled first. Every title moves at most twice on average, so the search ends.
  for (let moves = 0; moves < 2 * group.length; moves++) {
    const tooSmall = count[0] < least ? 0 : count[1] < least ? 1 : null;
    let best = -1;
    let most = valueNow() + 1e-9;
    for (let at = 0; at < group.length; at++) {
      const isAllowed = tooSmall === null ? count[partOf[at]] > least : partOf[at] !== tooSmall;
      const value = isAllowed ? valueAfterMoveOf(at) : Number.NEGATIVE_INFINITY;
      if (value > most) {
        most = value;
        best = at;
      }
    }
    if (best < 0) break;
    const from = partOf[best];
    count[from]--;
    count[1 - from]++;
    sum[from] -= 2 * similarityTo[from][best];
    sum[1 - from] += 2 * similarityTo[1 - from][best];
    partOf[best] = 1 - from;
    group.forEach((other, at) => {
      const alike = likeness[other][group[best]];
      similarityTo[from][at] -= alike;
      similarityTo[1 - from][at] += alike;
    });
  }
  return { partOf, value: valueNow() };
}
