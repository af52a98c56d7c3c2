import { foldTaste, predictedMean, predictedVariance, sumRatings } from '@marquee/recommender/model/taste';
import { type RatingTable, ratingTable } from '@marquee/recommender/train/rating-table';
import { sweepsFor, TASTE_FACTORS, trainTaste } from '@marquee/recommender/train/train-taste';
import { trainedTasteSpace } from '@marquee/recommender/user/trained-taste';
import type { Columns } from './csv.ts';
import { type Items, movieLensCatalogue } from './movielens.ts';

/** Ratings as parallel columns, on the scale of the file. */
export interface RatingRows {
  readonly users: Int32Array;
  readonly movies: Int32Array;
  readonly ratings: Float32Array;
}

/** Copies the rows that `keep` accepts into shared memory, so threads need no copies. */
export function rowsOf(columns: Columns, keep: (row: number) => boolean = () => true): RatingRows {
  const rows = Int32Array.from({ length: columns.rows }, (_, k) => k).filter(keep);
  const users = new Int32Array(new SharedArrayBuffer(4 * rows.length));
  const movies = new Int32Array(new SharedArrayBuffer(4 * rows.length));
  const ratings = new Float32Array(new SharedArrayBuffer(4 * rows.length));
  rows.forEach((row, k) => {
    users[k] = columns.numbers.userId[row];
    movies[k] = columns.numbers.movieId[row];
    ratings[k] = columns.numbers.rating[row];
  });
  return { users, movies, ratings };
}

/**
 * Sorts rows by user and movie, so that their order in the file has no effect. If a user has several rows for
 * a movie, keeps the last.
 */
export function distinctRows(rows: RatingRows): RatingRows {
  const { users, movies } = rows;
  const order = Int32Array.from(users.keys()).sort(
    (a, b) => users[a] - users[b] || movies[a] - movies[b] || a - b,
  );
  const last = order.filter(
    (row, k) => users[row] !== users[order[k + 1]] || movies[row] !== movies[order[k + 1]],
  );
  return selectRows(rows, last);
}

/** Predicted mean and variance of each test row, on the scale of the file. */
export interface Predictions {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

/** Returns the points of 0–10 per point of the file: 2 for files with ratings up to 5, otherwise 1. */
export function scaleOf(ratings: Float32Array): number {
  return ratings.reduce((a, b) => Math.max(a, b), 0) > 5 ? 1 : 2;
}

/** Returns the distinct ids in rising order, and a map from each id to its index. */
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

/** Returns for each of `size` titles how many users rated the title. A repeated row is counted once. */
export function ratingsPerTitle(table: RatingTable, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const column of table.matrix.columns) counts[table.titles[column]]++;
  return counts;
}

/**
 * Trains one model on `train` and predicts `test` with the same fold-in as the product. A user without
 * training ratings gets the prior of a new user.
 * @returns means within the range of the training ratings.
 */
export async function predictRatings(
  train: RatingRows,
  test: Pick<RatingRows, 'users' | 'movies'>,
  items: Items,
  seed: number,
  progress: (line: string) => void,
): Promise<Predictions> {
  const scale = scaleOf(train.ratings);
  const [low, high] = rangeOf(train.ratings);
  const { ids, indexOf, table } = trainingTable(train, test.movies);
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

  const { matrix, titles, users } = table;
  const rowOf = new Map<number, number>();
  const tastes = Array.from(users, (id, row) => {
    rowOf.set(id, row);
    const from = matrix.offsets[row];
    const to = matrix.offsets[row + 1];
    const rated = matrix.columns.subarray(from, to).map((c) => titles[c]);
    return foldTaste(space, sumRatings(space, rated, matrix.values.subarray(from, to)), []);
  });
  const newcomer = foldTaste(space, sumRatings(space, new Int32Array(0), new Float32Array(0)), []);
  const mean = new Float32Array(test.users.length);
  const variance = new Float32Array(test.users.length);
  for (let k = 0; k < mean.length; k++) {
    const taste = tastes[rowOf.get(test.users[k]) ?? -1] ?? newcomer;
    const item = indexOf.get(test.movies[k]) ?? -1;
    mean[k] = Math.min(high, Math.max(low, predictedMean(space, taste.mean, item) / scale));
    variance[k] = predictedVariance(space, taste)(item) / (scale * scale);
  }
  return { mean, variance };
}

/** Returns the smallest and the largest rating. */
function rangeOf(ratings: Float32Array): [number, number] {
  return [
    ratings.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    ratings.reduce((a, b) => Math.max(a, b), 0),
  ];
}

/**
 * Returns the training ratings on a scale of 0–10. The columns of the table are the titles of both files, so
 * the table is equal in every thread.
 */
function trainingTable(
  train: RatingRows,
  others: Int32Array,
): { ids: Int32Array; indexOf: ReadonlyMap<number, number>; table: RatingTable } {
  const scale = scaleOf(train.ratings);
  const { ids, indexOf } = indexed(train.movies, others);
  const table = ratingTable({
    users: train.users,
    items: train.movies.map((m) => indexOf.get(m) ?? -1),
    ratings: train.ratings.map((r) => r * scale),
  });
  return { ids, indexOf, table };
}

/** Copies the given rows into shared memory, so that threads need no copies. */
function selectRows({ users, movies, ratings }: RatingRows, kept: Int32Array): RatingRows {
  return {
    users: copyRows(new Int32Array(new SharedArrayBuffer(4 * kept.length)), kept, users),
    movies: copyRows(new Int32Array(new SharedArrayBuffer(4 * kept.length)), kept, movies),
    ratings: copyRows(new Float32Array(new SharedArrayBuffer(4 * kept.length)), kept, ratings),
  };
}

function copyRows<T extends Int32Array | Float32Array>(out: T, kept: Int32Array, from: T): T {
  kept.forEach((k, at) => {
    out[at] = from[k];
  });
  return out;
}
