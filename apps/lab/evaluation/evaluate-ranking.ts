import { topK } from '@marquee/recommender/math/select';
import { transpose } from '@marquee/recommender/math/sparse';
import { meanRanking, type RankingMetrics, rankingMetrics } from '@marquee/recommender/train/ranking-metrics';
import { ratingTable } from '@marquee/recommender/train/rating-table';
import { trainModel } from '@marquee/recommender/train/train';
import { loadModel } from '@marquee/recommender/user/trained-model';
import { indexed, ratingsPerTitle, scaleOf } from './evaluate-rating.ts';
import { type Items, movieLensCatalogue } from './movielens.ts';

/** Bits of `RankingRows.role`: how the evaluation of one group uses a row. */
export const ROLE = { trained: 1, tested: 2, heldout: 4 } as const;

/** The rows of a ranking file for one group. `role` marks a row as trained on, folded in or held out. */
export interface RankingRows {
  readonly users: Int32Array;
  readonly movies: Int32Array;
  readonly ratings: Float32Array;
  readonly role: Uint8Array;
}

export interface RankingOptions {
  readonly seed: number;
}

export interface GroupResult {
  readonly users: readonly RankingMetrics[];
  /** Number of trained titles. */
  readonly titles: number;
  /** Number of titles that are among the first twenty of at least one user. */
  readonly shown: number;
  /** Mean distance between two of a user's first twenty titles, averaged over users. */
  readonly diversity: number;
}

/**
 * Evaluates strong generalization: trains the product's model on some users and measures it on the other users.
 * Folds in the `foldin` rows of these users and ranks their held-out rows.
 */
export async function evaluateGroup(
  rows: RankingRows,
  items: Items,
  options: RankingOptions,
  progress: (line: string) => void,
): Promise<GroupResult> {
  const scale = scaleOf(rows.ratings);
  const trained = Int32Array.from(rows.users.keys()).filter((k) => (rows.role[k] & ROLE.trained) !== 0);
  const { ids, indexOf } = indexed(trained.map((k) => rows.movies[k]));
  const ratings = {
    users: trained.map((k) => rows.users[k]),
    items: trained.map((k) => indexOf.get(rows.movies[k]) ?? -1),
    ratings: Float32Array.from(trained, (k) => rows.ratings[k] * scale),
  };
  const table = ratingTable(ratings);
  const catalogue = movieLensCatalogue(ids, ratingsPerTitle(table, ids.length), items);
  let last = '';
  // Cross-validation would take six trainings, and chooses only how much of the content model is mixed in.
  const stored = await trainModel(catalogue, ratings, {
    seed: options.seed,
    crossValidatedBelow: 0,
    progress: ({ stage }) => {
      if (stage !== last) progress(stage);
      last = stage;
    },
  });
  progress(`chosen: ${JSON.stringify(stored.meta.hyper)}`);
  const model = loadModel(catalogue, stored);

  // The rows of tested users by user and title. When a user has several rows for a title, the last row is
  // used.
  const byUser = new Map<number, Map<number, number>>();
  for (let k = 0; k < rows.users.length; k++) {
    if ((rows.role[k] & ROLE.tested) === 0) continue;
    const own = byUser.get(rows.users[k]) ?? new Map<number, number>();
    own.set(rows.movies[k], k);
    byUser.set(rows.users[k], own);
  }
  const distance = items.size > 0 ? genreDistance(items, ids) : raterDistance(transpose(table.matrix));
  const shown = new Set<number>();
  const users: RankingMetrics[] = [];
  let diversity = 0;
  for (const rated of byUser.values()) {
    const list = [...rated.values()].sort((x, y) => rows.movies[x] - rows.movies[y]);
    const held = list.filter((k) => (rows.role[k] & ROLE.heldout) !== 0);
    if (held.length === 0) continue;
    const known = list.filter((k) => (rows.role[k] & ROLE.heldout) === 0 && indexOf.has(rows.movies[k]));
    const titles = Int32Array.from(known, (k) => indexOf.get(rows.movies[k]) ?? -1);
    const user = model.foldIn({
      rated: titles,
      ratings: known.map((k) => rows.ratings[k] * scale),
      hidden: [],
      listed: [],
      genres: [],
    });
    const out = model.interest(user);
    for (const i of titles) out[i] = Number.NEGATIVE_INFINITY;
    const ranked = topK(out, 100);
    const relevant = new Set<number>();
    for (const k of held) {
      const i = indexOf.get(rows.movies[k]);
      if (i !== undefined) relevant.add(i);
    }
    users.push(rankingMetrics(ranked, relevant, held.length));
    const row = ranked.subarray(0, 20);
    for (const i of row) shown.add(i);
    diversity += meanDistance(row, distance);
  }
  return { users, titles: catalogue.size, shown: shown.size, diversity: diversity / users.length };
}

export function summarise(
  groups: readonly GroupResult[],
): RankingMetrics & { coverage20: number; diversity: number } {
  const users = groups.flatMap((g) => g.users);
  const weight = (g: GroupResult): number => g.users.length / users.length;
  return {
    ...meanRanking(users),
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

/** Returns the distance between two titles: 1 − Jaccard similarity of their genres. */
function genreDistance(items: Items, ids: Int32Array): (a: number, b: number) => number {
  const sets = Array.from(ids, (id) => new Set(items.get(id)?.genres ?? []));
  return (a, b) => {
    let common = 0;
    for (const genre of sets[a]) if (sets[b].has(genre)) common++;
    const union = sets[a].size + sets[b].size - common;
    return union === 0 ? 1 : 1 - common / union;
  };
}

/**
 * Returns the distance between two titles when the data have no genres: 1 − cosine of their sets of raters.
 */
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
