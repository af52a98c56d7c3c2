import { dot } from '../math/dot.ts';
import { closeness, type NeighborSpace } from '../model/neighbor-space.ts';

/**
 * One person may have two or three tastes, and an order for their mean suits none of them. So the titles that a user
 * chose are divided into groups, as recommenders with several interests do (Weston, Weiss and Yee 2013; Pal and others
 * 2020), by how well the titles of a group explain each other: the neighbor ranker gives a title the score
 * Σ s(i, j) / √(1 + n) for its similarity s to n chosen titles, so the groups are those with the largest
 *
 *   Σ over groups g of ( Σ over i ≠ j in g of s(i, j) ) / √(1 + |g|)  −  PRIOR · n · (number of groups − 1).
 *
 * The similarity is the ranker's own, without what any two titles have in common. The root lets a title stay in a large
 * group to which it is only a little similar, and the last term is the prior for one taste
 * (docs/recommender.md#several-tastes has the figures).
 */

/** One or two titles of another kind are no taste, and with fewer titles than this two groups may be chance. */
const LEAST_TITLES = 7;
const LEAST_OF_GROUP = 2;
const LEAST_SHARE = 0.15;
/** Only this many titles are compared with each other, which takes two milliseconds. */
const MOST_TITLES = 120;
const MOST_GROUPS = 3;
/** How much better each title must be explained for one group more, in the unit of `Worth`. */
const PRIOR = 0.3;
/**
 * Two tastes are clear when every title is better explained by this much times √(1 + number of titles): as Korean series
 * beside thrillers of the 1970s, and not the ratings of nine of ten MovieLens users.
 */
const CLEAR = 0.25;
/** The search starts from this many pairs of the least similar titles. */
const STARTS = 12;

/** The titles of each group, and whether two groups have nearly nothing in common. */
export interface GroupedTitles {
  readonly groups: readonly Int32Array[];
  readonly areClear: boolean;
}

/**
 * Divides titles into groups. All of them are in one group when more groups explain them little better.
 * @param items titles that the user chose, the most telling first. Those after the first 120 are in no group.
 */
export function groupTitles(space: NeighborSpace, items: Int32Array): GroupedTitles {
  const titles = items.slice(0, MOST_TITLES);
  if (titles.length < LEAST_TITLES) return { groups: [titles], areClear: false };
  const likeness = likenessOf(space, titles);
  const least = Math.max(LEAST_OF_GROUP, Math.ceil(LEAST_SHARE * titles.length));
  let groups: number[][] = [Array.from(titles.keys())];
  let areClear = false;
  while (groups.length < MOST_GROUPS) {
    const splits = groups.flatMap((group) => {
      const split = splitGroup(likeness, group, least);
      return split === null ? [] : [{ group, ...split }];
    });
    const best = splits.sort((a, b) => b.gain - a.gain)[0];
    if (best === undefined || best.gain <= PRIOR * titles.length) break;
    areClear ||= best.gain > CLEAR * titles.length * Math.sqrt(1 + titles.length);
    groups = groups.flatMap((group) => (group === best.group ? best.parts : [group]));
  }
  return { groups: groups.map((group) => Int32Array.from(group, (at) => titles[at])), areClear };
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
  for (const { worth, setOf, sets, weights, centre } of tags) {
    const vectors = Array.from(items, (item) => {
      const from = sets.offsets[setOf[item]];
      const to = sets.offsets[setOf[item] + 1];
      const vector = new Float64Array(centre.length);
      if (to > from) for (let tag = 0; tag < vector.length; tag++) vector[tag] = -centre[tag];
      for (let k = from; k < to; k++) vector[sets.values[k]] += weights[k];
      return vector;
    });
    add((a, b) => worth.seen * dot(vectors[a], vectors[b]));
  }
  for (const { worth, apart, bin, reach, centre } of scales) {
    const weight = apart * worth.seen;
    add((a, b) => {
      const [one, other] = [bin[items[a]], bin[items[b]]];
      if (one === centre.length || other === centre.length) return 0;
      return weight * (closeness(one, other, reach) - (centre[one] + centre[other]) / 2);
    });
  }
  for (const { worth, ofTitle, weights } of shared) {
    add((a, b) => {
      let sum = 0;
      for (let k = ofTitle.offsets[items[a]]; k < ofTitle.offsets[items[a] + 1]; k++) {
        for (let l = ofTitle.offsets[items[b]]; l < ofTitle.offsets[items[b] + 1]; l++)
          if (ofTitle.values[k] === ofTitle.values[l]) sum += weights[k] * weights[l];
      }
      return worth.seen * sum;
    });
  }
  return rows;
}

/** Returns the best two parts of a group, and how much better they explain its titles. */
function splitGroup(
  likeness: readonly Float64Array[],
  group: readonly number[],
  least: number,
): { parts: number[][]; gain: number } | null {
  if (group.length < 2 * least) return null;
  const starts = group
    .flatMap((a, at) => group.slice(0, at).map((b) => ({ a, b, alike: likeness[a][b] })))
    .sort((one, other) => one.alike - other.alike)
    .slice(0, STARTS);
  const found = starts.map(({ a, b }) => improve(likeness, group, [a, b], least));
  const [best] = found.sort((one, other) => other.value - one.value);
  if (best === undefined || !Number.isFinite(best.value)) return null;
  const parts = [0, 1].map((part) => group.filter((_, at) => best.partOf[at] === part));
  const sum = group.reduce((all, a) => all + group.reduce((own, b) => own + likeness[a][b], 0), 0);
  return { parts, gain: best.value - explained(sum, group.length) };
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
  /** The similarity of each title to both parts. */
  const to = group.map((title) => {
    const own = [0, 0];
    group.forEach((other, at) => {
      own[partOf[at]] += likeness[title][other];
    });
    return own;
  });
  group.forEach((_, at) => {
    count[partOf[at]]++;
    sum[partOf[at]] += to[at][partOf[at]];
  });
  const value = (): number => explained(sum[0], count[0]) + explained(sum[1], count[1]);
  const move = (at: number): void => {
    const [from, into] = [partOf[at], 1 - partOf[at]];
    count[from]--;
    count[into]++;
    sum[from] -= 2 * to[at][from];
    sum[into] += 2 * to[at][into];
    partOf[at] = into;
  };
  // A part that is too small is filled first. Every title moves at most twice on average, so the search ends.
  for (let moves = 0; moves < 2 * group.length; moves++) {
    const now = Math.min(...count) < least ? Number.NEGATIVE_INFINITY : value();
    let best = -1;
    let most = now + 1e-9;
    group.forEach((_, at) => {
      const smaller = count[0] < count[1] ? 0 : 1;
      const isAllowed = count[partOf[at]] > least || (Math.min(...count) < least && partOf[at] !== smaller);
      if (!isAllowed) return;
      move(at);
      const then = value();
      move(at);
      if (then > most) {
        most = then;
        best = at;
      }
    });
    if (best < 0) break;
    move(best);
    group.forEach((other, at) => {
      const alike = likeness[other][group[best]];
      to[at][1 - partOf[best]] -= alike;
      to[at][partOf[best]] += alike;
    });
  }
  return { partOf, value: Math.min(...count) < least ? Number.NEGATIVE_INFINITY : value() };
}
