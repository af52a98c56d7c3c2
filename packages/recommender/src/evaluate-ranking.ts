import { diversify } from './diversify.ts';
import { scaleOf } from './evaluate-rating.ts';
import { type Items, movieLensCatalogue } from './movielens.ts';
import { dotRows } from './ranker.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingTable } from './rating-table.ts';
import { topK } from './select.ts';
import { transpose } from './sparse.ts';
import { foldTaste } from './taste.ts';
import { gradeOf, orderScorer, TILT, trainOrder } from './train-order.ts';
import { sweepsFor, TASTE_FACTORS, trainedTasteSpace, trainTaste } from './train-taste.ts';

/** A ranking file: ratings with the group of each person and the part each row plays. */
export interface RankingRows {
  readonly users: Int32Array;
  readonly movies: Int32Array;
  readonly ratings: Float32Array;
  /** Whether the row belongs to the people who are tested. */
  readonly tested: (row: number) => boolean;
  /** Whether the row belongs to the people to train on. */
  readonly trained: (row: number) => boolean;
  readonly heldout: (row: number) => boolean;
}

export interface GroupResult {
  readonly people: readonly RankingMetrics[];
  /** How many titles the model could show, and how many it showed somebody among the first twenty. */
  readonly titles: number;
  readonly shown: number;
  /** Mean over people of the mean distance of two titles among the first twenty. */
  readonly diversity: number;
}

export const RANKING_FACTORS = 128;
export const RANKING_HEAD = 6000;

/**
 * Strong generalisation: trains on some people, folds in others from their `foldin` rows, finds the rest.
 * `diversify` re-orders each person's first 200 titles as the product does, to show what that costs.
 */
export async function evaluateGroup(
  rows: RankingRows,
  items: Items,
  options: { readonly seed: number; readonly diversify: boolean },
  progress: (line: string) => void,
): Promise<GroupResult> {
  const { seed } = options;
  const scale = scaleOf(rows.ratings);
  const trainRows = Int32Array.from(rows.users.keys()).filter((k) => rows.trained(k));
  const ids = Int32Array.from(new Set(trainRows.map((k) => rows.movies[k]))).sort();
  const indexOf = new Map<number, number>();
  ids.forEach((id, i) => {
    indexOf.set(id, i);
  });
  const counts = new Int32Array(ids.length);
  const trainItems = trainRows.map((k) => indexOf.get(rows.movies[k]) ?? -1);
  for (const i of trainItems) counts[i]++;
  const catalogue = movieLensCatalogue(ids, counts, items);
  const table = ratingTable({
    people: trainRows.map((k) => rows.users[k]),
    items: trainItems,
    ratings: Float32Array.from(trainRows, (k) => rows.ratings[k] * scale),
  });

  // The product's order leans on the predicted rating too, so both halves are trained.
  const trained = await trainTaste(catalogue, table, {
    factors: TASTE_FACTORS,
    sweeps: sweepsFor(table.matrix.columns.length),
    seed,
    step: (done, total) => {
      if (done % 20 === 0) progress(`likelihood: sweep ${done} of ${total}`);
    },
  });
  const space = trainedTasteSpace(trained, catalogue);
  let last = '';
  const order = await trainOrder(catalogue, table, {
    factors: RANKING_FACTORS,
    head: RANKING_HEAD,
    seed,
    step: (stage) => {
      if (stage !== last) progress(stage);
      last = stage;
    },
  });
  progress(`chosen: ${JSON.stringify(order.hyper)}`);
  const score = orderScorer(order);

  const byUser = new Map<number, number[]>();
  for (let k = 0; k < rows.users.length; k++) {
    if (!rows.tested(k)) continue;
    const list = byUser.get(rows.users[k]);
    if (list) list.push(k);
    else byUser.set(rows.users[k], [k]);
  }
  const distance = items.size > 0 ? genreDistance(items, ids) : raterDistance(transpose(table.matrix));
  const out = new Float32Array(ids.length);
  const points = new Float32Array(ids.length);
  const shown = new Set<number>();
  const people: RankingMetrics[] = [];
  let diversity = 0;
  for (const list of byUser.values()) {
    const held = list.filter((k) => rows.heldout(k));
    if (held.length === 0) continue;
    const known = list.filter((k) => !rows.heldout(k) && indexOf.has(rows.movies[k]));
    known.sort((x, y) => rows.movies[x] - rows.movies[y]);
    const titles = Int32Array.from(known, (k) => indexOf.get(rows.movies[k]) ?? -1);
    const ratings = Float32Array.from(known, (k) => rows.ratings[k] * scale);
    score(titles, ratings.map(gradeOf), out);
    const taste = Float32Array.from(foldTaste(space, titles, ratings, []).mean);
    dotRows(space.items, space.factors + 1, space.factors, taste, ids.length, points);
    for (let i = 0; i < out.length; i++) out[i] += TILT * points[i];
    for (const i of titles) out[i] = Number.NEGATIVE_INFINITY;
    const best = topK(out, 200);
    const ranked = (options.diversify ? diversify(catalogue, best, out) : best).subarray(0, 100);
    const relevant = new Set<number>();
    for (const k of held) {
      const i = indexOf.get(rows.movies[k]);
      if (i !== undefined) relevant.add(i);
    }
    people.push(rankingMetrics(ranked, relevant, held.length));
    const row = ranked.subarray(0, 20);
    for (const i of row) shown.add(i);
    diversity += meanDistance(row, distance);
  }
  return { people, titles: ids.length, shown: shown.size, diversity: diversity / people.length };
}

export function summarise(
  groups: readonly GroupResult[],
): RankingMetrics & { coverage20: number; diversity: number } {
  const people = groups.flatMap((g) => g.people);
  const weight = (g: GroupResult): number => g.people.length / people.length;
  return {
    ...meanRanking(people),
    coverage20: groups.reduce((sum, g) => sum + (weight(g) * g.shown) / g.titles, 0),
    diversity: groups.reduce((sum, g) => sum + weight(g) * g.diversity, 0),
  };
}

function meanDistance(row: Int32Array, distance: (a: number, b: number) => number): number {
  let sum = 0;
  let pairs = 0;
  for (let a = 0; a < row.length; a++) {
    for (let b = 0; b < a; b++) {
      sum += distance(row[a], row[b]);
      pairs++;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** 1 − share of common genres (Jaccard). */
function genreDistance(items: Items, ids: Int32Array): (a: number, b: number) => number {
  const sets = Array.from(ids, (id) => new Set(items.get(id)?.genres ?? []));
  return (a, b) => {
    let common = 0;
    for (const genre of sets[a]) if (sets[b].has(genre)) common++;
    const union = sets[a].size + sets[b].size - common;
    return union === 0 ? 1 : 1 - common / union;
  };
}

/** Without genres: 1 − cosine of who rated the two titles. */
function raterDistance(byItem: ReturnType<typeof transpose>): (a: number, b: number) => number {
  return (a, b) => {
    const a1 = byItem.offsets[a + 1];
    const b1 = byItem.offsets[b + 1];
    let common = 0;
    for (let i = byItem.offsets[a], j = byItem.offsets[b]; i < a1 && j < b1; ) {
      const d = byItem.columns[i] - byItem.columns[j];
      if (d === 0) common++;
      if (d <= 0) i++;
      if (d >= 0) j++;
    }
    return 1 - common / Math.sqrt((a1 - byItem.offsets[a]) * (b1 - byItem.offsets[b]));
  };
}
