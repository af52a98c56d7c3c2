// pnpm recommender: trains from the members' own ratings, says what was trained before, and goes back to the model
// before. Works on DATABASE_URL where it is set, else on the database under DATA_DIR, beside a running stack or alone.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Progress } from '@marquee/recommender';
import { pino } from 'pino';
import { z } from 'zod';
import { createWithTransaction } from '#src/data/database.ts';
import {
  type FileTitle,
  joinRatings,
  RatingsFileError,
  readLinks,
  readRatingsFile,
  readTitles,
} from '#src/modules/recommender/ratings-file.ts';
import {
  createTrainingService,
  type TrainingResult,
  type TrainingService,
} from '#src/modules/recommender/training.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { explain, withDatabase } from './tool.ts';

const USAGE = `Usage:
  pnpm recommender train     trains a model, and puts it in use if its held-out figures are better
  pnpm recommender models    what was trained, newest first
  pnpm recommender learn FILE --licence "..." [--links F] [--titles F]
                             trains a base model from a ratings file (MovieLens or MovieTweetings) that its licence
                             allows this use; links.csv, movies.csv and movies.dat beside FILE are used
  pnpm recommender use N     goes back to version N, which must be the one listed as previous`;

const say = (line: string): void => console.warn(line);
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What a line about a model needs of its record. */
const Summary = z.object({
  data: z.object({ ratings: z.number(), people: z.number() }),
  heldout: z.object({ rmse: z.number(), ndcg100: z.number() }).nullable(),
  reason: z.string().optional(),
  source: z.object({ file: z.string(), licence: z.string() }).optional(),
});

let shown = '';
function showProgress({ stage, overall }: Progress): void {
  const line = `${Math.floor(overall * 100)} % ${stage}`;
  if (line !== shown) say(line);
  shown = line;
}

async function train(training: TrainingService): Promise<number> {
  return report(await training.train({ progress: showProgress }));
}

function report(result: TrainingResult): number {
  if (!result.trained) {
    print(`Not trained: ${result.reason}`);
    return 0;
  }
  const { version, meta, verdict } = result;
  print(
    JSON.stringify(
      {
        version,
        accepted: verdict.accept,
        reason: verdict.reason,
        heldout: meta.heldout,
        rivals: meta.rivals,
      },
      null,
      2,
    ),
  );
  return 0;
}

async function list(training: TrainingService): Promise<number> {
  const models = await training.list();
  if (models.length === 0) say('No model was trained yet: titles are ranked by content and fame.');
  for (const { kind, version, status, createdAt, metadata } of models) {
    const { data, heldout, reason, source } = Summary.parse(metadata);
    const figures = heldout
      ? `held out: RMSE ${heldout.rmse.toFixed(3)}, NDCG@100 ${heldout.ndcg100.toFixed(3)}`
      : 'not measured';
    const of = `${data.ratings} ratings of ${data.people} people`;
    const from = source ? [`learned from ${source.file}, licence: ${source.licence}`] : [];
    const name = kind === 'base' ? `base ${version}` : version;
    print(
      [name, createdAt.toISOString(), status, of, figures, ...from, ...(reason ? [reason] : [])].join('  '),
    );
  }
  return 0;
}

async function use(training: TrainingService, version: number): Promise<number> {
  if (Number.isInteger(version) && (await training.goBack(version))) {
    print(`Version ${version} is in use; the one before it is kept to go back to.`);
    return 0;
  }
  say('That is not the version before the one in use: see pnpm recommender models.');
  return 1;
}

interface LearnOptions {
  licence?: string | undefined;
  links?: string | undefined;
  titles?: string | undefined;
}

/** The licence as given, or as typed in where there is a terminal to ask at. */
async function licenceOf(given: string | undefined): Promise<string> {
  if (given !== undefined || !process.stdin.isTTY) return given?.trim() ?? '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question('Under which licence may you use this file? ')).trim();
  } finally {
    terminal.close();
  }
}

async function learn(
  training: TrainingService,
  path: string,
  licence: string,
  options: LearnOptions,
): Promise<number> {
  const beside = (name: string): string | undefined => {
    const found = join(dirname(path), name);
    return existsSync(found) ? found : undefined;
  };
  say('Reading the file');
  const file = await readRatingsFile(path);
  const known = new Map<string, FileTitle>();
  const isMovieLens = file.format === 'movielens';
  const links = options.links ?? (isMovieLens ? beside('links.csv') : undefined);
  const titles = options.titles ?? beside(isMovieLens ? 'movies.csv' : 'movies.dat');
  if (isMovieLens && !links && !titles) {
    say(
      'The titles of this file are numbers of its own: name its links.csv with --links or movies.csv with --titles.',
    );
    return 1;
  }
  if (links) await readLinks(links, known);
  if (titles) await readTitles(titles, known);
  const joined = joinRatings(file, known, await training.listTitles());
  const share = ((100 * joined.people.length) / file.people.length).toFixed(1);
  print(
    `${joined.people.length} of ${file.people.length} ratings (${share} %) are of titles of this catalogue: ` +
      `${joined.matchedTitles} of ${file.titles.length} titles matched`,
  );
  if (joined.people.length === 0) {
    say('No title of the file is in the catalogue: there is nothing to learn from.');
    return 1;
  }
  const source = { file: basename(path), licence };
  return report(await training.learn({ ...joined, source }, { progress: showProgress }));
}

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { licence: { type: 'string' }, links: { type: 'string' }, titles: { type: 'string' } },
  });
  const [command = '', subject] = positionals;
  const commands = new Map<string, (training: TrainingService) => Promise<number>>([
    ['train', train],
    ['models', list],
    ['use', (training) => use(training, Number(subject))],
  ]);
  if (command === 'learn' && subject !== undefined) {
    const licence = await licenceOf(values.licence);
    if (licence === '') {
      say('Name the licence of the file with --licence: it is kept with the model.');
      return 1;
    }
    commands.set('learn', (training) =>
      learn(training, resolve(subject), licence, {
        licence,
        links: values.links && resolve(values.links),
        titles: values.titles && resolve(values.titles),
      }),
    );
  }
  const run = commands.get(command);
  if (!run) {
    say(USAGE);
    return 1;
  }
  return withDatabase({ say, poolSize: 2 }, (prisma, url) => {
    const repos = createRepositories(prisma);
    const withTransaction = createWithTransaction(prisma, createRepositories, () => undefined);
    const log = pino({ level: 'warn' }, pino.destination(2));
    return run(createTrainingService({ repos, withTransaction, env: { DATABASE_URL: url }, log }));
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof RatingsFileError || (error instanceof TypeError && 'code' in error);
  say(isUsage ? error.message : explain(error));
  process.exitCode = 1;
}
