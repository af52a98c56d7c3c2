import type { Columns } from './csv.ts';
import { type Items, movieLensCatalogue } from './movielens.ts';
import { hashed } from './random.ts';
import { predictResiduals, type Side } from './rating-residuals.ts';
import { type RatingTable, ratingTable } from './rating-table.ts';
import {
  foldTaste,
  predictedMean,
  predictedVariance,
  sumRatings,
  type Taste,
  type TasteSpace,
  userVariance,
} from './taste.ts';
import { sweepsFor, TASTE_FACTORS, trainedTasteSpace, trainTaste } from './train-taste.ts';

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
  /** Residuals of the training ratings, see `Residuals`. Parallel to the entries of the training table. */
  readonly fitted: Float32Array;
  readonly apart: Float32Array;
}

/** With at least this many ratings, more factors improve predictions (docs/recommender.md#movielens-1m). */
const MANY_RATINGS = 500_000;
const MANY_FACTORS = 32;
const SWEEPS_OF_MANY = 30;

/** Returns the default number of models to average. Averaging gains little on large tables. */
export function modelsFor(ratings: number): number {
  return ratings > 2e6 ? 2 : 5;
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
  const isLarge = table.matrix.columns.length >= MANY_RATINGS;
  const trained = await trainTaste(catalogue, table, {
    factors: isLarge ? MANY_FACTORS : TASTE_FACTORS,
    sweeps: isLarge ? SWEEPS_OF_MANY : sweepsFor(train.ratings.length),
    seed,
    step: (done, total) => {
      if (done % 10 === 0) progress(`model ${seed}: sweep ${done} of ${total}`);
    },
  });
  const space = trainedTasteSpace(trained, catalogue);

  const { matrix, titles, people } = table;
  const fitted = new Float32Array(matrix.columns.length);
  const apart = new Float32Array(matrix.columns.length);
  const rowOf = new Map<number, number>();
  const tastes = Array.from(people, (id, row) => {
    rowOf.set(id, row);
    const from = matrix.offsets[row];
    const to = matrix.offsets[row + 1];
    const rated = matrix.columns.subarray(from, to).map((c) => titles[c]);
    const taste = foldTaste(space, sumRatings(space, rated, matrix.values.subarray(from, to)), []);
    rated.forEach((item, k) => {
      const residual = (matrix.values[from + k] - predictedMean(space, taste.mean, item)) / scale;
      fitted[from + k] = residual;
      apart[from + k] = residual / shareWithout(space, taste, item);
    });
    return taste;
  });
  const newcomer = foldTaste(space, sumRatings(space, new Int32Array(0), new Float32Array(0)), []);
  const mean = new Float32Array(test.users.length);
  const variance = new Float32Array(test.users.length);
  for (let k = 0; k < mean.length; k++) {
    const taste = tastes[rowOf.get(test.users[k]) ?? -1] ?? newcomer;
    const item = indexOf.get(test.movies[k]) ?? -1;
    mean[k] = Math.min(high, Math.max(low, predictedMean(space, taste.mean, item) / scale));
    variance[k] = predictedVariance(space, taste, item) / (scale * scale);
  }
  return { mean, variance, fitted, apart };
}

/** Returns the smallest and the largest rating. */
export function rangeOf(ratings: Float32Array): [number, number] {
  return [
    ratings.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    ratings.reduce((a, b) => Math.max(a, b), 0),
  ];
}

/**
 * Returns the training ratings on a scale of 0–10. The columns of the table are the titles of both files, so
 * the table is equal in every thread.
 */
export function trainingTable(
  train: RatingRows,
  others: Int32Array,
): { ids: Int32Array; indexOf: ReadonlyMap<number, number>; table: RatingTable } {
  const scale = scaleOf(train.ratings);
  const { ids, indexOf } = indexed(train.movies, others);
  const table = ratingTable({
    people: train.users,
    items: train.movies.map((m) => indexOf.get(m) ?? -1),
    ratings: train.ratings.map((r) => r * scale),
  });
  return { ids, indexOf, table };
}

/** Lower limit of the divisor that `shareWithout` returns, because the leverages are approximations. */
const LEAST_SHARE = 0.3;

/**
 * Returns the divisor that turns the residual of a rating into its leave-one-out residual. The more the
 * rating determines the factors of the user and of the title (its leverage), the smaller the divisor.
 */
function shareWithout(space: TasteSpace, taste: Taste, item: number): number {
  const noise = taste.noise * space.itemNoise[item];
  const user = userVariance(space, taste, item);
  const title = predictedVariance(space, taste, item) - user - noise;
  return Math.max(LEAST_SHARE, (1 - user / noise) * (1 - title / noise));
}

/**
 * Predicts the residuals of the factor models from users (`people`) or from titles (see `Residuals`), once
 * per ridge value.
 */
export function residualsOf(
  train: RatingRows,
  test: Pick<RatingRows, 'users' | 'movies'>,
  fitted: Float32Array,
  apart: Float32Array,
  side: Side,
  ridges: readonly number[],
): Float32Array[] {
  const { indexOf, table } = trainingTable(train, test.movies);
  const columnOf = new Map<number, number>();
  table.titles.forEach((item, column) => {
    columnOf.set(item, column);
  });
  const rowOf = new Map<number, number>();
  table.people.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const pairs = {
    rows: test.users.map((id) => rowOf.get(id) ?? -1),
    columns: test.movies.map((id) => columnOf.get(indexOf.get(id) ?? -1) ?? -1),
  };
  return predictResiduals({ matrix: table.matrix, fitted, apart }, side, pairs, ridges);
}

/** Share of the training ratings that is held out. Ridges and weights are chosen on the held-out ratings. */
const SLICE = 0.1;
const SLICE_SEED = 90;

/** Splits the training rows into the slice that is predicted and the remaining rows. */
export function sliced(rows: RatingRows): { rest: RatingRows; slice: RatingRows } {
  const isInSlice = Uint8Array.from(rows.users, (user, k) =>
    hashed(user, rows.movies[k], SLICE_SEED) < SLICE ? 1 : 0,
  );
  const part = (wanted: number): RatingRows =>
    selectRows(
      rows,
      Int32Array.from(rows.users.keys()).filter((k) => isInSlice[k] === wanted),
    );
  return { rest: part(0), slice: part(1) };
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
