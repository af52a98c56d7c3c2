import { topK } from '../math/select.ts';
import type { JoinedOrder } from '../model/types.ts';
import { scoresOf } from './ranker.ts';

/** Groups take turns in so many places. Nobody sees a later title without a filter, and those follow by all evidence. */
const JOINED = 1_000;

/** The turns take titles from among so many, in which 99.9 % of the titles of all turns are. */
const CANDIDATES = 3 * JOINED;

/** The order of a user with one taste. */
export const notJoined = (common: Float32Array): JoinedOrder => ({
  scores: common,
  groupOf: new Int8Array(common.length).fill(-1),
  shares: [],
});

/**
 * Returns the titles that may take a turn, the best of the order from all evidence first.
 * @param known titles that are not shown, so they take no turn.
 */
export function candidatesIn(common: Float32Array, known: Int32Array): Int32Array {
  const open = new Uint32Array(Math.ceil(common.length / 32)).fill(0xffffffff);
  for (const item of known) open[item >>> 5] &= ~(1 << (item & 31));
  return topK(common, CANDIDATES, open);
}

/**
 * Joins the orders of groups: they take turns, so that of every number of first titles each group has its share. In the
 * turns of a group, the order from its own evidence counts as much as that from all evidence. The result has the same
 * scores as the order from all evidence, given to other titles.
 * @param common the order from all evidence.
 * @param candidates see `candidatesIn`.
 * @param groups the order from the evidence of each group alone, parallel to `candidates`, and the share of the places that
 * it gets. The shares sum to 1.
 * @param areClear whether the groups have nearly nothing in common. What speaks for the others then speaks against a
 * title in the turns of a group, since otherwise famous titles of no group fill them.
 * @param takesTurns false for an order that stays as it is, and only notes whose turn each title would be.
 */
export function joinOrders(
  common: Float32Array,
  candidates: Int32Array,
  groups: readonly { readonly scores: Float32Array; readonly share: number }[],
  { areClear, takesTurns }: { areClear: boolean; takesTurns: boolean },
): JoinedOrder {
  const { groupOf, ...unchanged } = notJoined(common);
  const ofOthers = areClear ? 1 / (groups.length - 1) : 0;
  const lists = groups.map((own) => {
    const turn = scoresOf(common, candidates);
    for (const group of groups) {
      const weight = group === own ? 1 : -ofOthers;
      for (let at = 0; at < turn.length && weight !== 0; at++) turn[at] += weight * group.scores[at];
    }
    return topK(turn, JOINED).map((at) => candidates[at]);
  });
  const shares = groups.map(({ share }) => share);
  const turns = takeTurns(lists, shares).slice(0, JOINED);
  for (const { item, group } of turns) groupOf[item] = group;
  if (!takesTurns) return { ...unchanged, groupOf };
  const joinedFirst = Int32Array.from(turns, ({ item }) => item);
  const best = candidates.subarray(0, joinedFirst.length);
  const isBest = new Uint8Array(common.length);
  for (const item of best) isBest[item] = 1;
  // The joined titles get the best scores, in their order. Those that lost their place get the scores which that frees.
  const displaced = best.filter((item) => groupOf[item] < 0);
  const freedScores = Array.from(joinedFirst)
    .filter((item) => isBest[item] === 0)
    .map((item) => common[item])
    .sort((a, b) => b - a);
  const scores = common.slice();
  joinedFirst.forEach((item, place) => {
    scores[item] = common[best[place]];
  });
  displaced.forEach((item, at) => {
    scores[item] = freedScores[at];
  });
  return { scores, groupOf, shares };
}

/**
 * Lets the groups take turns among some titles, as `joinOrders` does among all: where a filter lets few titles of a group
 * through, or variety moves titles that resemble each other, the group would else lose its share. Titles of no group are
 * behind the others.
 * @returns the same titles in the new order.
 */
export function dealTurns({ groupOf, shares }: JoinedOrder, ranked: Int32Array): Int32Array {
  if (shares.length < 2) return ranked;
  const lists = shares.map((_, group) => ranked.filter((item) => groupOf[item] === group));
  const rest = ranked.filter((item) => groupOf[item] < 0);
  return Int32Array.from([...takeTurns(lists, shares).map(({ item }) => item), ...rest]);
}

/** Merges the lists: the next title is that of the group which lacks most of its share and has titles left. */
function takeTurns(
  lists: readonly Int32Array[],
  shares: readonly number[],
): { item: number; group: number }[] {
  const merged: { item: number; group: number }[] = [];
  const next = lists.map(() => 0);
  const taken = lists.map(() => 0);
  const isTaken = new Set<number>();
  for (;;) {
    lists.forEach((list, group) => {
      while (next[group] < list.length && isTaken.has(list[next[group]])) next[group]++;
    });
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    lists.forEach((list, group) => {
      const lacks = shares[group] * (merged.length + 1) - taken[group];
      if (next[group] === list.length || lacks <= most + 1e-9) return;
      most = lacks;
      best = group;
    });
    if (best < 0) return merged;
    const item = lists[best][next[best]];
    isTaken.add(item);
    merged.push({ item, group: best });
    taken[best]++;
  }
}
