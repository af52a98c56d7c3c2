import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { LIKED, likeLimit, likeProbability } from '@marquee/recommender/model/like-probability';
import type { Progress } from '@marquee/recommender/model/types';
import { compareModels } from '@marquee/recommender/train/compare';
import { type RatingMetrics, ratingMetrics, reliability } from '@marquee/recommender/train/rating-metrics';
import { ratingTable } from '@marquee/recommender/train/rating-table';
import { trainModel } from '@marquee/recommender/train/train';
import { contentModel } from '@marquee/recommender/user/content-model';
import { type Columns, readColumns, readHeader } from './csv.ts';
import { callerDirectory } from './env.ts';
import {
  comparison,
  evaluateFirst,
  type Join,
  joinByLinks,
  joinByName,
  ratersOf,
  readUserFigures,
  unzipped,
  writeUserFigures,
} from './evaluate-first.ts';
import { evaluateGroups } from './evaluate-groups.ts';
import { type RankingOptions, ROLE, summarise } from './evaluate-ranking.ts';
import {
  distinctRows,
  indexed,
  type RatingRows,
  ratingsPerTitle,
  rowsOf,
  scaleOf,
} from './evaluate-rating.ts';
import type { Done, Reply, Task } from './evaluate-worker.ts';
import type { Rater } from './first-evening.ts';
import { fitInFolds } from './fit-in-folds.ts';
import { type LikeMetrics, likeMetrics } from './like-metrics.ts';
import { evaluateMixed } from './mixed-persons.ts';
import { type Items, movieLensCatalogue, readItems } from './movielens.ts';
import { readTitles, type TitleFacts, titlesCatalogue, withoutThemes } from './titles-file.ts';

const USAGE = `usage:
  evaluate rating  --train F --test F [--items F] [--seed N] [--reliability]
  evaluate rating  --folds F          [--items F] …   (a file with a column "fold"; prints the mean over the folds)
  evaluate ranking --data F           [--items F] [--seed N]
  evaluate first   --data F --items T --links F|--movies F [--seed N] [--draws N] [--save F] [--against F]
                   [--without themes|about|setting|kind|tone]
                                      (what a new member meets, by content alone; compares with a saved run)
  evaluate mixed   --data F --items T --links F|--movies F [--seed N] [--draws N] [--pairs N]
                                      (what a person with two tastes meets: ratings of two users with opposite genres)
  evaluate folds   --against F --of F,F,…          (chooses among saved runs on four folds of users, reports the fifth)
  evaluate product --data F           [--items F] [--seed N]   (what the product's own training says of itself)
  evaluate groups  --data F           [--items F] [--seed N]   (how often everybody of a group likes the first title)
Ratings are CSV with a header userId,movieId,rating[,…]; ranking files also have group,part; items movieId,title,genres.
T is a catalogue feed, one title in JSON a line, gzipped or not; it joins by IMDb id (links: movieId,imdbId) or by
title and year (movies: movieId,title,genres). With a column timestamp, titles newer than a user's last rating are left out.
Groups train, val, test: trains on train, tests on test, leaves val alone. Other groups: each is tested in turn.`;

const started = performance.now();
const running = new Set<Worker>();

try {
  const given = process.argv.slice(2);
  const { positionals, values } = parseArgs({
    // `pnpm lab evaluate -- rating …` includes the two dashes in the arguments.
    args: given[0] === '--' ? given.slice(1) : given,
    allowPositionals: true,
    options: {
      train: { type: 'string' },
      test: { type: 'string' },
      folds: { type: 'string' },
      data: { type: 'string' },
      items: { type: 'string' },
      links: { type: 'string' },
      movies: { type: 'string' },
      seed: { type: 'string', default: '1' },
      draws: { type: 'string' },
      pairs: { type: 'string' },
      save: { type: 'string' },
      without: { type: 'string' },
      against: { type: 'string' },
      of: { type: 'string' },
      reliability: { type: 'boolean', default: false },
    },
  });
  const seed = wholeNumber('--seed', values.seed);
  const items = (): Items => (values.items === undefined ? new Map() : read(values.items, readItems));
  let figures: object;
  if (positionals[0] === 'rating' && values.folds !== undefined) {
    figures = await ratingFolds(values.folds, items(), seed, values.reliability);
  } else if (positionals[0] === 'rating' && values.train !== undefined && values.test !== undefined) {
    figures = await rating(
      rowsOf(readRatings(values.train)),
      rowsOf(readRatings(values.test)),
      items(),
      seed,
      values.reliability,
    );
  } else if (positionals[0] === 'ranking' && values.data !== undefined) {
    figures = await ranking(values.data, items(), {
      seed,
    });
  } else if (positionals[0] === 'first' && values.data !== undefined && values.items !== undefined) {
    figures = first(values.data, values.items, values, seed);
  } else if (positionals[0] === 'mixed' && values.data !== undefined && values.items !== undefined) {
    figures = mixed(values.data, values.items, values, seed);
  } else if (positionals[0] === 'folds' && values.against !== undefined && values.of !== undefined) {
    figures = folds(values.against, values.of.split(','), seed);
  } else if (positionals[0] === 'product' && values.data !== undefined) {
    figures = await product(rowsOf(readRatings(values.data)), items(), seed);
  } else if (positionals[0] === 'groups' && values.data !== undefined) {
    figures = await evaluateGroups(rowsOf(readRatings(values.data)), items(), seed, stageLog());
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

function numberOrNone(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : wholeNumber(name, value);
}

/** Reads a file at a path relative to `callerDirectory`. Prefixes error messages with the path. */
function read<T>(path: string, parse: (bytes: Uint8Array) => T): T {
  const fromCaller = resolve(callerDirectory, path);
  try {
    return parse(readFileSync(existsSync(fromCaller) ? fromCaller : resolve(path)));
  } catch (error) {
    throw new RangeError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** @param optional names of number columns that the file may lack. */
function readRatings(
  path: string,
  numbers: string[] = [],
  labels: string[] = [],
  optional: string[] = [],
): Columns {
  return read(path, (bytes) => {
    const header = readHeader(bytes);
    const columns = readColumns(bytes, {
      numbers: ['rating', ...numbers, ...optional.filter((name) => header.includes(name))],
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

type RatingFigures = RatingMetrics & LikeMetrics;

async function rating(
  given: RatingRows,
  test: RatingRows,
  items: Items,
  seed: number,
  table: boolean,
): Promise<RatingFigures> {
  const train = distinctRows(given);
  const [done] = await runAll([{ kind: 'rating', train, test, items, seed }]);
  if (done.kind !== 'rating') throw new TypeError('a rating task returned other figures');
  const { mean, variance } = done.result;
  const scale = scaleOf(train.ratings);
  if (table) {
    console.error('predicted  observed     count   (0–10)');
    for (const bin of reliability(mean, test.ratings, scale)) {
      console.error(
        `${bin.predicted.toFixed(2).padStart(9)} ${bin.observed.toFixed(2).padStart(9)} ${String(bin.count).padStart(9)}`,
      );
    }
    const inside = test.ratings.reduce(
      (sum, r, k) => sum + (Math.abs(r - mean[k]) < 1.2816 * Math.sqrt(variance[k]) ? 1 : 0),
      0,
    );
    console.error(`${((100 * inside) / mean.length).toFixed(1)} % of ratings are in their 80 % interval`);
  }
  const { rmse, mae, ece } = ratingMetrics(mean, test.ratings, scale);
  const limit = likeLimit(train.ratings.map((r) => r * scale));
  const probability = Float32Array.from(mean, (m, k) =>
    likeProbability(m * scale, variance[k] * scale * scale, limit),
  );
  const liked = Uint8Array.from(test.ratings, (r) => (r * scale >= LIKED ? 1 : 0));
  return { rmse, mae, ece, ...likeMetrics(probability, liked) };
}

async function ratingFolds(path: string, items: Items, seed: number, table: boolean): Promise<RatingFigures> {
  const columns = readRatings(path, ['fold']);
  const folds = [...new Set(columns.numbers.fold)].sort((a, b) => a - b);
  if (folds.length < 2) throw new RangeError(`${path}: one fold leaves no ratings to train on`);
  const sum = { rmse: 0, mae: 0, ece: 0, like_ece: 0, brier: 0, auc: 0 };
  for (const fold of folds) {
    const train = rowsOf(columns, (k) => columns.numbers.fold[k] !== fold);
    const test = rowsOf(columns, (k) => columns.numbers.fold[k] === fold);
    const one = await rating(train, test, items, seed, table);
    console.error(`fold ${fold}: ${JSON.stringify(one)}`);
    sum.rmse += one.rmse / folds.length;
    sum.mae += one.mae / folds.length;
    sum.ece += one.ece / folds.length;
    sum.like_ece += one.like_ece / folds.length;
    sum.brier += one.brier / folds.length;
    sum.auc += one.auc / folds.length;
  }
  return sum;
}

async function ranking(path: string, items: Items, options: RankingOptions): Promise<Record<string, number>> {
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
  if (names.length < 2) throw new RangeError(`${path}: one group leaves no user to train on`);
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
    return [{ kind: 'ranking', rows: { ...rows, role }, items, options }];
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

/** Measures the content model for new users. */
function first(
  data: string,
  titlesFile: string,
  given: Readonly<Partial<Record<'links' | 'movies' | 'draws' | 'save' | 'against' | 'without', string>>>,
  seed: number,
): Record<string, number> {
  const { draws, save, against, without } = given;
  const { titles, join, raters } = joined(data, titlesFile, given, without);
  const { figures, users } = evaluateFirst(titles, join, raters, {
    seed,
    draws: numberOrNone('--draws', draws),
    against: against === undefined ? [] : read(against, readUserFigures),
    log: (line) => console.error(line),
  });
  if (save !== undefined) writeFileSync(resolve(callerDirectory, save), writeUserFigures(users));
  return figures;
}

/** Reads titles and the ratings that join them. */
function joined(
  data: string,
  titlesFile: string,
  { links, movies }: Readonly<Partial<Record<'links' | 'movies', string>>>,
  without?: string,
): { titles: readonly TitleFacts[]; join: Join; raters: Rater[] } {
  const all = read(titlesFile, (bytes) => readTitles(unzipped(bytes)));
  const titles = without === undefined ? all : withoutThemes(all, without);
  const join =
    links !== undefined
      ? read(links, (bytes) => joinByLinks(bytes, titles))
      : movies !== undefined
        ? read(movies, (bytes) => joinByName(bytes, titles))
        : null;
  if (join === null) throw new RangeError(USAGE);
  return { titles, join, raters: ratersOf(readRatings(data, [], [], ['timestamp']), join) };
}

function mixed(
  data: string,
  titlesFile: string,
  given: Readonly<Partial<Record<'links' | 'movies' | 'draws' | 'pairs', string>>>,
  seed: number,
): Record<string, number> {
  const { titles, join, raters } = joined(data, titlesFile, given);
  const candidates = Int32Array.from(new Set(join.values())).sort();
  return evaluateMixed(contentModel(titlesCatalogue(titles)), candidates, raters, {
    seed,
    draws: numberOrNone('--draws', given.draws),
    pairs: numberOrNone('--pairs', given.pairs),
    log: (line) => console.error(line),
  });
}

/** Chooses constants in five folds of users, and compares the held-out folds with an earlier run. */
function folds(against: string, files: readonly string[], seed: number): object {
  const before = read(against, readUserFigures);
  const candidates = files.map((name) => ({ name, users: read(name, readUserFigures) }));
  const { chosen, users } = fitInFolds(before, candidates, seed);
  for (const line of comparison(users, before)) console.error(line);
  return { chosen };
}

/** Returns a function that logs each stage of a training once. */
function stageLog(): (progress: Progress) => void {
  let last = '';
  return ({ stage }) => {
    if (stage !== last) console.error(stage);
    last = stage;
  };
}

/**
 * Trains as the product does and returns the figures that decide a promotion. Always holds out one user in
 * ten, because cross-validation takes six trainings.
 */
async function product(rows: RatingRows, items: Items, seed: number): Promise<object> {
  const scale = scaleOf(rows.ratings);
  const { ids, indexOf } = indexed(rows.movies);
  const ratings = {
    users: rows.users,
    items: rows.movies.map((id) => indexOf.get(id) ?? -1),
    ratings: rows.ratings.map((r) => r * scale),
  };
  const catalogue = movieLensCatalogue(ids, ratingsPerTitle(ratingTable(ratings), ids.length), items);
  const { meta } = await trainModel(catalogue, ratings, {
    seed,
    crossValidatedBelow: 0,
    progress: stageLog(),
  });
  const { accept, reason } = compareModels(meta);
  return { heldout: meta.heldout, content: meta.rivals.content, accept, reason };
}

/** Runs tasks in one thread per core. Returns the results in the order of the tasks. */
async function runAll(tasks: readonly Task[]): Promise<Done[]> {
  const results: Promise<Done>[] = [];
  const lane = async (): Promise<void> => {
    while (results.length < tasks.length) {
      const at = results.length;
      results.push(runOne(tasks[at], `${at + 1}/${tasks.length}`));
      await results[at];
    }
  };
  await Promise.all(Array.from({ length: Math.min(tasks.length, availableParallelism()) }, lane));
  return Promise.all(results);
}

/** Runs a task in a thread. */
function runOne(task: Task, label: string): Promise<Done> {
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
  });
}
