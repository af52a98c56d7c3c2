import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { compareModels } from './compare.ts';
import { type Columns, readColumns } from './csv.ts';
import { callerDirectory } from './env.ts';
import { type RankingOptions, ROLE, summarise } from './evaluate-ranking.ts';
import { indexed, modelsFor, type RatingRows, ratingsPerTitle, scaleOf } from './evaluate-rating.ts';
import type { Done, Reply, Task } from './evaluate-worker.ts';
import { type Items, movieLensCatalogue, readItems } from './movielens.ts';
import { ratingMetrics, reliability } from './rating-metrics.ts';
import { ratingTable } from './rating-table.ts';
import { trainModel } from './train.ts';
import { TILT } from './train-order.ts';
import type { Progress } from './types.ts';

const USAGE = `usage:
  evaluate rating  --train F --test F [--items F] [--models N] [--seed N] [--reliability]
  evaluate rating  --folds F          [--items F] …   (a file with a column "fold"; prints the mean over the folds)
  evaluate ranking --data F           [--items F] [--seed N] [--diversify] [--tilt N]
  evaluate product --data F           [--items F] [--seed N]   (what the product's own training says of itself)
Ratings are CSV with a header userId,movieId,rating[,…]; ranking files also have group,part; items movieId,title,genres.
Groups train, val, test: trains on train, tests on test, leaves val alone. Other groups: each is tested in turn.`;

const started = performance.now();
const running = new Set<Worker>();

try {
  const given = process.argv.slice(2);
  const { positionals, values } = parseArgs({
    // `pnpm run evaluate -- rating …` hands the two dashes on.
    args: given[0] === '--' ? given.slice(1) : given,
    allowPositionals: true,
    options: {
      train: { type: 'string' },
      test: { type: 'string' },
      folds: { type: 'string' },
      data: { type: 'string' },
      items: { type: 'string' },
      models: { type: 'string' },
      seed: { type: 'string', default: '1' },
      diversify: { type: 'boolean', default: false },
      tilt: { type: 'string', default: String(TILT) },
      reliability: { type: 'boolean', default: false },
    },
  });
  const seed = wholeNumber('--seed', values.seed);
  const models = values.models === undefined ? undefined : wholeNumber('--models', values.models);
  if (models === 0) throw new RangeError('--models must be at least 1');
  const items: Items = values.items === undefined ? new Map() : read(values.items, readItems);
  let figures: object;
  if (positionals[0] === 'rating' && values.folds !== undefined) {
    figures = await ratingFolds(values.folds, items, seed, models, values.reliability);
  } else if (positionals[0] === 'rating' && values.train !== undefined && values.test !== undefined) {
    figures = await rating(
      rowsOf(readRatings(values.train)),
      rowsOf(readRatings(values.test)),
      items,
      seed,
      models,
      values.reliability,
    );
  } else if (positionals[0] === 'ranking' && values.data !== undefined) {
    figures = await ranking(values.data, items, {
      seed,
      diversify: values.diversify,
      tilt: Number(values.tilt),
    });
  } else if (positionals[0] === 'product' && values.data !== undefined) {
    figures = await product(rowsOf(readRatings(values.data)), items, seed);
  } else {
    throw new RangeError(USAGE);
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.stdout.write(`${JSON.stringify({ ...figures, seconds })}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  for (const worker of running) await worker.terminate();
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new RangeError(`${name} must be a whole number, not "${value}"`);
  return Number(value);
}

/**
 * Reads a file named from where the caller stands (INIT_CWD of a package script; without one, as below another
 * script, here). What is wrong with the file is said with its name.
 */
function read<T>(path: string, parse: (bytes: Uint8Array) => T): T {
  const fromCaller = resolve(callerDirectory, path);
  try {
    return parse(readFileSync(existsSync(fromCaller) ? fromCaller : resolve(path)));
  } catch (error) {
    throw new RangeError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function readRatings(path: string, numbers: string[] = [], labels: string[] = []): Columns {
  return read(path, (bytes) => {
    const columns = readColumns(bytes, {
      numbers: ['rating', ...numbers],
      ids: ['userId', 'movieId'],
      labels,
    });
    if (columns.rows === 0) throw new RangeError('the file has no ratings');
    for (const rating of columns.numbers.rating) {
      if (rating < 0 || rating > 10) throw new RangeError(`a rating of ${rating} is not within 0 to 10`);
    }
    return columns;
  });
}

/** Rows as columns in shared memory, so that threads need no copies. */
function rowsOf(columns: Columns, keep: (row: number) => boolean = () => true): RatingRows {
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

async function rating(
  train: RatingRows,
  test: RatingRows,
  items: Items,
  seed: number,
  asked: number | undefined,
  table: boolean,
): Promise<Record<string, number>> {
  const models = asked ?? modelsFor(train.users.length);
  const tasks = Array.from(
    { length: models },
    (_, m): Task => ({ kind: 'rating', train, test, items, seed: seed + m }),
  );
  const results = (await runAll(tasks)).flatMap((done) => (done.kind === 'rating' ? [done.result] : []));
  const mean = new Float64Array(test.users.length);
  for (const result of results) for (let k = 0; k < mean.length; k++) mean[k] += result.mean[k] / models;
  const scale = scaleOf(train.ratings);
  if (table) {
    console.error('predicted  observed     count   (0–10)');
    for (const bin of reliability(mean, test.ratings, scale)) {
      console.error(
        `${bin.predicted.toFixed(2).padStart(9)} ${bin.observed.toFixed(2).padStart(9)} ${String(bin.count).padStart(9)}`,
      );
    }
    const inside = test.ratings.reduce(
      (sum, r, k) =>
        sum + (Math.abs(r - results[0].mean[k]) < 1.2816 * Math.sqrt(results[0].variance[k]) ? 1 : 0),
      0,
    );
    console.error(`nominal 80 % intervals held ${((100 * inside) / mean.length).toFixed(1)} %`);
  }
  const { rmse, mae, ece } = ratingMetrics(mean, test.ratings, scale);
  return { rmse, mae, ece };
}

async function ratingFolds(
  path: string,
  items: Items,
  seed: number,
  models: number | undefined,
  table: boolean,
): Promise<Record<string, number>> {
  const columns = readRatings(path, ['fold']);
  const folds = [...new Set(columns.numbers.fold)].sort((a, b) => a - b);
  if (folds.length < 2) throw new RangeError(`${path}: one fold leaves nothing to train on`);
  const sum = { rmse: 0, mae: 0, ece: 0 };
  for (const fold of folds) {
    const train = rowsOf(columns, (k) => columns.numbers.fold[k] !== fold);
    const test = rowsOf(columns, (k) => columns.numbers.fold[k] === fold);
    const one = await rating(train, test, items, seed, models, table);
    console.error(`fold ${fold}: ${JSON.stringify(one)}`);
    sum.rmse += one.rmse / folds.length;
    sum.mae += one.mae / folds.length;
    sum.ece += one.ece / folds.length;
  }
  return sum;
}

async function ranking(path: string, items: Items, options: RankingOptions): Promise<Record<string, number>> {
  if (Number.isNaN(options.tilt)) throw new RangeError('--tilt must be a number');
  const columns = readRatings(path, [], ['group', 'part']);
  const rows = rowsOf(columns);
  const { codes, names } = columns.labels.group;
  const part = columns.labels.part;
  const isHeldOut = part.names.indexOf('heldout');
  const fixed = names.includes('train');
  const own = new Set(codes.filter((_, k) => part.codes[k] === isHeldOut));
  const tested = (fixed ? ['test'] : names).filter((name) => own.has(names.indexOf(name)));
  if (tested.length === 0) {
    throw new RangeError(`${path}: no row of ${fixed ? 'the group test' : 'any group'} has the part heldout`);
  }
  if (names.length < 2) throw new RangeError(`${path}: one group leaves nobody to train on`);
  const tasks = tested.flatMap((name): Task[] => {
    const test = names.indexOf(name);
    const train = names.indexOf('train');
    const role = new Uint8Array(new SharedArrayBuffer(columns.rows));
    for (let k = 0; k < columns.rows; k++) {
      const isTest = codes[k] === test;
      const isTrain = fixed ? codes[k] === train : !isTest;
      role[k] =
        (isTrain ? ROLE.trained : 0) |
        (isTest ? ROLE.tested : 0) |
        (part.codes[k] === isHeldOut ? ROLE.heldout : 0);
    }
    const group = { rows: { ...rows, role }, items };
    // The taste comes right before the ranking that waits for it.
    return [
      { kind: 'taste', ...group, seed: options.seed },
      { kind: 'ranking', ...group, options },
    ];
  });
  const results = await runAll(tasks);
  const summary = summarise(results.flatMap((done) => (done.kind === 'ranking' ? [done.result] : [])));
  return {
    'recall@20': summary.recall20,
    'ndcg@10': summary.ndcg10,
    'ndcg@100': summary.ndcg100,
    'coverage@20': summary.coverage20,
    diversity: summary.diversity,
  };
}

/** Trains as the product does, and prints what decides whether it would use the model. */
async function product(rows: RatingRows, items: Items, seed: number): Promise<object> {
  const scale = scaleOf(rows.ratings);
  const { ids, indexOf } = indexed(rows.movies);
  const ratings = {
    people: rows.users,
    items: rows.movies.map((id) => indexOf.get(id) ?? -1),
    ratings: rows.ratings.map((r) => r * scale),
  };
  const catalogue = movieLensCatalogue(ids, ratingsPerTitle(ratingTable(ratings), ids.length), items);
  let last = '';
  const progress = ({ stage }: Progress): void => {
    if (stage !== last) console.error(stage);
    last = stage;
  };
  const { meta } = await trainModel(catalogue, ratings, { seed, progress });
  const { accept, reason } = compareModels(meta);
  return { heldout: meta.heldout, content: meta.rivals.content, accept, reason };
}

/** Runs tasks in threads, as many at a time as there are cores; results in the order of the tasks. */
async function runAll(tasks: readonly Task[]): Promise<Done[]> {
  const results: Promise<Done>[] = [];
  const lane = async (): Promise<void> => {
    while (results.length < tasks.length) {
      const at = results.length;
      results.push(runOne(tasks[at], `${at + 1}/${tasks.length}`, results[at - 1]));
      await results[at];
    }
  };
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, lane));
  return Promise.all(results);
}

/** @param before the task before this one, whose result a ranking waits for. */
function runOne(task: Task, label: string, before: Promise<Done> | undefined): Promise<Done> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./evaluate-worker.ts', import.meta.url), { workerData: task });
    running.add(worker);
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'progress') console.error(`[${label}] ${reply.line}`);
      else done(reply);
    });
    worker.on('error', failed);
    worker.on('exit', (code) => {
      running.delete(worker);
      failed(new Error(`a worker ended with code ${code}`));
    });
    if (task.kind === 'ranking')
      before?.then((taste) => taste.kind === 'taste' && worker.postMessage(taste.result), failed);
  });
}
