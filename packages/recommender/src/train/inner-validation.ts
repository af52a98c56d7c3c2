import { hashed } from '../math/random.ts';
import { topK } from '../math/select.ts';
import { type Sparse, sparseFromTriples } from '../math/sparse.ts';
import { gradeOf, POSITIVE } from '../model/grades.ts';
import { meanRanking, rankingMetrics } from './ranking-metrics.ts';

/** A user held back for inner validation. */
export interface AskedUser {
  /** Columns of the titles that are folded in, sorted. `ratings` and `grades` are parallel. */
  readonly titles: Int32Array;
  readonly ratings: Float32Array;
  readonly grades: Float32Array;
  /** Columns of the hidden positives. */
  readonly relevant: ReadonlySet<number>;
  /** The blended score of each column. */
  readonly scores: Float32Array;
}

/** One split of users for inner validation. */
export interface Split {
  readonly train: Sparse;
  readonly users: readonly Omit<AskedUser, 'scores'>[];
}

/**
 * Inner validation trains on at most this many users. The best regularization depends on the number of users,
 * so a much smaller sample would select a wrong regularization.
 */
const INNER_USERS = 5000;

export function bestOf(candidates: readonly number[], quality: (candidate: number) => number): number {
  const found = candidates.map(quality);
  return candidates[found.indexOf(Math.max(...found))];
}

/**
 * Finds the exponent with the highest `quality` by hill climbing from 0, in single steps up to ±6.
 * @param start the quality at 0, when it is already computed.
 */
export async function climb(quality: (exponent: number) => Promise<number>, start?: number): Promise<number> {
  let at = 0;
  let best = start ?? (await quality(0));
  for (const direction of [1, -1]) {
    while (Math.abs(at + direction) <= 6) {
      const next = await quality(at + direction);
      if (next <= best) break;
      best = next;
      at += direction;
    }
    if (at !== 0) break;
  }
  return at;
}

/** Returns the mean of Recall@20 + NDCG@10 + NDCG@100 over users. Folded-in titles are not ranked. */
export function judge(splits: readonly Split[], scores: readonly Float32Array[][]): number {
  return qualityOf(
    splits.flatMap((one) => one.users),
    scores.flat(),
  );
}

export function qualityOf(
  users: readonly Pick<AskedUser, 'titles' | 'relevant'>[],
  scores: readonly Float32Array[],
): number {
  const out = new Float32Array(scores[0]?.length ?? 0);
  const all = users.map((user, p) => {
    out.set(scores[p]);
    for (const c of user.titles) out[c] = Number.NEGATIVE_INFINITY;
    return rankingMetrics(topK(out, 100), user.relevant, user.relevant.size);
  });
  const mean = meanRanking(all);
  return mean.recall20 + mean.ndcg10 + mean.ndcg100;
}

/**
 * Holds back a fifth of the users, at most about 500, and hides a fifth of their positives. Leaves out users
 * with fewer than five positives.
 */
export function split(matrix: Sparse, part: number, seed: number): Split {
  const share = Math.min(0.2, 500 / matrix.rows);
  const limit = INNER_USERS / matrix.rows;
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const users: Split['users'][number][] = [];
  let trained = 0;
  for (let u = 0; u < matrix.rows; u++) {
    const from = matrix.offsets[u];
    const to = matrix.offsets[u + 1];
    const ticket = (hashed(u, 7, seed) + part * share) % 1;
    if (ticket >= share) {
      // Keeps a sample of a large table. `ticket` is a hash, so every run keeps the same sample.
      if (ticket >= share + limit) continue;
      for (let k = from; k < to; k++) {
        row.push(trained);
        column.push(matrix.columns[k]);
        value.push(gradeOf(matrix.values[k]));
      }
      trained++;
      continue;
    }
    const relevant = new Set<number>();
    const titles: number[] = [];
    const ratings: number[] = [];
    let positives = 0;
    for (let k = from; k < to; k++) {
      if (matrix.values[k] >= POSITIVE) positives++;
      if (matrix.values[k] >= POSITIVE && hashed(u, matrix.columns[k], seed + 1 + part) < 0.2) {
        relevant.add(matrix.columns[k]);
      } else {
        titles.push(matrix.columns[k]);
        ratings.push(matrix.values[k]);
      }
    }
    if (positives < 5 || relevant.size === 0) continue;
    users.push({
      titles: Int32Array.from(titles),
      ratings: Float32Array.from(ratings),
      grades: Float32Array.from(ratings, gradeOf),
      relevant,
    });
  }
  return { train: sparseFromTriples(trained, matrix.columnCount, row, column, value), users };
}
