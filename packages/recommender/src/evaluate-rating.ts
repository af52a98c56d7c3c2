import { type Items, movieLensCatalogue } from './movielens.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';
import { foldTaste, predictedMean, predictedVariance } from './taste.ts';
import { sweepsFor, TASTE_FACTORS, trainedTasteSpace, trainTaste } from './train-taste.ts';

/** Ratings as parallel columns, on whatever scale the file has. */
export interface RatingRows {
  readonly users: Int32Array;
  readonly movies: Int32Array;
  readonly ratings: Float32Array;
}

/** Predicted mean and variance of each test row, on the scale of the file. */
export interface Predictions {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

/** Models to average when nothing else is asked for: large tables leave little to average away. */
export function modelsFor(ratings: number): number {
  return ratings > 2e6 ? 2 : 5;
}

/** Points of 0–10 per point of the file: files that end at 5 are doubled. */
export function scaleOf(ratings: Float32Array): number {
  return ratings.reduce((a, b) => Math.max(a, b), 0) > 5 ? 1 : 2;
}

/** Distinct ids in rising order, and each one's place. */
export function indexed(...columns: Int32Array[]): { ids: Int32Array; indexOf: ReadonlyMap<number, number> } {
  const distinct = new Set<number>();
  for (const column of columns) for (const id of column) distinct.add(id);
  const ids = Int32Array.from(distinct).sort();
  const indexOf = new Map<number, number>();
  ids.forEach((id, i) => {
    indexOf.set(id, i);
  });
  return { ids, indexOf };
}

/** How many people rated each of `size` titles; repeated rows count once. */
export function ratingsPerTitle(table: RatingTable, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const column of table.matrix.columns) counts[table.titles[column]]++;
  return counts;
}

/**
 * Trains one model on `train` and predicts `test`, through the very fold-in that the product serves. Means are
 * clipped to the range of the training ratings. People who rated nothing get the newcomer's prior.
 */
export async function predictRatings(
  train: RatingRows,
  test: Pick<RatingRows, 'users' | 'movies'>,
  items: Items,
  seed: number,
  progress: (line: string) => void,
): Promise<Predictions> {
  const scale = scaleOf(train.ratings);
  const low = train.ratings.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = train.ratings.reduce((a, b) => Math.max(a, b), 0);

  const { ids, indexOf } = indexed(train.movies, test.movies);
  const trainItems = train.movies.map((m) => indexOf.get(m) ?? -1);
  const table = ratingTable({
    people: train.users,
    items: trainItems,
    ratings: train.ratings.map((r) => r * scale),
  });
  const catalogue = movieLensCatalogue(ids, ratingsPerTitle(table, ids.length), items);
  const trained = await trainTaste(catalogue, table, {
    factors: TASTE_FACTORS,
    sweeps: sweepsFor(train.ratings.length),
    seed,
    step: (done, total) => {
      if (done % 10 === 0) progress(`model ${seed}: sweep ${done} of ${total}`);
    },
  });
  const space = trainedTasteSpace(trained, catalogue);

  const rowOf = new Map<number, number>();
  table.people.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const order = Int32Array.from(test.users.keys()).sort((a, b) => test.users[a] - test.users[b] || a - b);
  const mean = new Float32Array(order.length);
  const variance = new Float32Array(order.length);
  let at = 0;
  while (at < order.length) {
    const user = test.users[order[at]];
    const row = rowOf.get(user);
    const from = row === undefined ? 0 : table.matrix.offsets[row];
    const to = row === undefined ? 0 : table.matrix.offsets[row + 1];
    const rated = table.matrix.columns.subarray(from, to).map((c) => table.titles[c]);
    const taste = foldTaste(space, rated, table.matrix.values.subarray(from, to), []);
    for (; at < order.length && test.users[order[at]] === user; at++) {
      const item = indexOf.get(test.movies[order[at]]) ?? -1;
      mean[order[at]] = Math.min(high, Math.max(low, predictedMean(space, taste.mean, item) / scale));
      variance[order[at]] = predictedVariance(space, taste, item) / (scale * scale);
    }
  }
  return { mean, variance };
}
