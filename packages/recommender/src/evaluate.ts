import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Columns, readColumns } from './csv.ts';
import { callerDirectory } from './env.ts';
import { summarise } from './evaluate-ranking.ts';
import { modelsFor, type RatingRows, scaleOf } from './evaluate-rating.ts';
import type { Done, Reply, Task } from './evaluate-worker.ts';
import { type Items, readItems } from './movielens.ts';
import { ratingMetrics, reliability } from './rating-metrics.ts';

const USAGE = `usage:
  evaluate rating  --train F --test F [--items F] [--models N] [--seed N] [--reliability]
  evaluate rating  --folds F          [--items F] …   (a file with a column "fold"; prints the mean over the folds)
  evaluate ranking --data F           [--items F] [--seed N] [--diversify]
Ratings are CSV with a header userId,movieId,rating[,…]; ranking files also have group,part; items movieId,title,genres.`;

const started = performance.now();

try {
  const { positionals, values } = parseArgs({
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
      reliability: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const items: Items = values.items === undefined ? new Map() : readItems(load(values.items));
  const models = values.models === undefined ? undefined : Number(values.models);
  let figures: Record<string, number>;
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
    figures = await ranking(values.data, items, seed, values.diversify);
  } else {
    throw new RangeError(USAGE);
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  process.stdout.write(`${JSON.stringify({ ...figures, seconds })}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function load(path: string): Uint8Array {
  const fromCaller = resolve(callerDirectory, path);
  return readFileSync(existsSync(fromCaller) ? fromCaller : resolve(path));
}

function readRatings(path: string, numbers: string[] = [], labels: string[] = []): Columns {
  return readColumns(load(path), { numbers: ['rating', ...numbers], ids: ['userId', 'movieId'], labels });
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
  if (train.users.length === 0 || test.users.length === 0)
    throw new RangeError('train and test need ratings');
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

async function ranking(
  path: string,
  items: Items,
  seed: number,
  diversify: boolean,
): Promise<Record<string, number>> {
  const columns = readRatings(path, [], ['group', 'part']);
  const rows = rowsOf(columns);
  const { codes, names } = columns.labels.group;
  const part = columns.labels.part;
  const fixed = names.includes('train') && names.includes('test');
  const tested = fixed ? ['test'] : names;
  const tasks = tested.map((name): Task => {
    const own = names.indexOf(name);
    const train = names.indexOf('train');
    const role = new Uint8Array(new SharedArrayBuffer(columns.rows));
    for (let k = 0; k < columns.rows; k++) {
      const isTest = codes[k] === own;
      const isTrain = fixed ? codes[k] === train : !isTest;
      role[k] = (isTrain ? 1 : 0) | (isTest ? 2 : 0) | (part.names[part.codes[k]] === 'heldout' ? 4 : 0);
    }
    return { kind: 'ranking', rows, role, items, seed, diversify };
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

/** Runs tasks in threads, as many at a time as there are cores; results in the order of the tasks. */
async function runAll(tasks: readonly Task[]): Promise<Done[]> {
  const results: Done[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < tasks.length) {
      const at = next++;
      results[at] = await runOne(tasks[at], `${at + 1}/${tasks.length}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, lane));
  return results;
}

function runOne(task: Task, label: string): Promise<Done> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./evaluate-worker.ts', import.meta.url), { workerData: task });
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'progress') console.error(`[${label}] ${reply.line}`);
      else done(reply);
    });
    worker.on('error', failed);
    worker.on('exit', (code) => failed(new Error(`a worker ended with code ${code}`)));
  });
}
