// pnpm marquee recommender: trains a model from members' ratings or a file, lists models, and goes back to the
// previous model. Uses DATABASE_URL when set, otherwise the database under DATA_DIR, whether `npm start` is
// running or not.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
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
import type { ModelKind } from '#src/titles/cards/models.repository.ts';
import { type Input, print, say, type Tool, ToolError, UsageError } from './command.ts';
import { withDatabase } from './tool.ts';

/** The metadata of a model that the command `models` prints. */
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
  const { version, meta, decision } = result;
  print(
    JSON.stringify(
      {
        version,
        accepted: decision.accept,
        reason: decision.reason,
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

/** Reads `3` as version 3 of the members' model, and `base 3` as version 3 of the base model. */
function readVersion(args: string[]): { kind: ModelKind; version: number } {
  const [kind, given] = args[0] === 'base' ? (['base', args[1]] as const) : (['members', args[0]] as const);
  const version = Number(given);
  if (!Number.isInteger(version) || args.length !== (kind === 'base' ? 2 : 1))
    throw new UsageError('pnpm marquee recommender use takes a version, such as 3 or base 3');
  return { kind, version };
}

async function use(training: TrainingService, { args, isDryRun }: Input): Promise<number> {
  const { kind, version } = readVersion(args);
  const models = await training.list();
  const isPrevious = models.some(
    (model) => model.kind === kind && model.version === version && model.status === 'previous',
  );
  if (isPrevious && isDryRun) {
    print(`Version ${version} would be in use`);
    return 0;
  }
  if (isPrevious && (await training.goBack(version, kind))) {
    print(`Version ${version} is in use. The previous version is kept, so that you can go back to it.`);
    return 0;
  }
  throw new ToolError('Only the version that pnpm marquee recommender models lists as previous can be used.');
}

async function dropBase(training: TrainingService, { isDryRun }: Input): Promise<number> {
  const isUsed = (await training.list()).some(({ kind, status }) => kind === 'base' && status === 'active');
  if (!isUsed) throw new ToolError('No base model is in use.');
  if (!isDryRun) await training.dropBase();
  print(`The base model ${isDryRun ? 'would be' : 'is'} out of use, and its bytes deleted.`);
  return 0;
}

/**
 * Returns the given license, or else asks the operator in the terminal. Returns '' when there is neither a
 * license nor a terminal.
 */
async function licenceOf(given: string | undefined): Promise<string> {
  if (given !== undefined || !process.stdin.isTTY) return given?.trim() ?? '';
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question('Under which licence may you use this file? ')).trim();
  } finally {
    terminal.close();
  }
}

async function learn(training: TrainingService, { args, values, isDryRun }: Input): Promise<number> {
  const path = resolve(args[0] ?? '');
  const licence = await licenceOf(values.get('licence'));
  if (licence === '')
    throw new UsageError('Name the licence of the file with --licence: it is kept with the model.');
  const beside = (name: string): string | undefined => {
    const found = join(dirname(path), name);
    return existsSync(found) ? found : undefined;
  };
  say('Reading the file');
  const file = await readRatingsFile(path);
  const known = new Map<string, FileTitle>();
  const isMovieLens = file.format === 'movielens';
  const links = values.get('links') ?? (isMovieLens ? beside('links.csv') : undefined);
  const titles = values.get('titles') ?? beside(isMovieLens ? 'movies.csv' : 'movies.dat');
  if (isMovieLens && !links && !titles) {
    say(
      'The file has its own numbers for titles: name its links.csv with --links or its movies.csv with --titles.',
    );
    return 1;
  }
  if (links) await readLinks(resolve(links), known);
  if (titles) await readTitles(resolve(titles), known);
  const joined = joinRatings(file, known, await training.listTitles());
  const share = ((100 * joined.users.length) / file.users.length).toFixed(1);
  print(
    `${joined.users.length} of ${file.users.length} ratings (${share} %) are of titles of this catalogue: ` +
      `${joined.matchedTitles} of ${file.titles.length} titles matched`,
  );
  if (joined.users.length === 0) {
    say('No title of the file is in the catalogue: no model can be trained.');
    return 1;
  }
  if (isDryRun) return 0;
  const source = { file: basename(path), licence };
  return report(await training.learn({ ...joined, source }, { progress: showProgress }));
}

/** Runs the work with the training service. Reports an unreadable ratings file in one line. */
const withTraining =
  (work: (training: TrainingService, input: Input) => Promise<number>) =>
  async (input: Input): Promise<number> => {
    try {
      return await withDatabase({ say, poolSize: 2 }, (prisma, url) => {
        const repos = createRepositories(prisma);
        const withTransaction = createWithTransaction(prisma, createRepositories, () => undefined);
        const log = pino({ level: 'warn' }, pino.destination(2));
        return work(
          createTrainingService({ repos, withTransaction, env: { DATABASE_URL: url }, log }),
          input,
        );
      });
    } catch (error) {
      throw error instanceof RatingsFileError ? new ToolError(error.message) : error;
    }
  };

export const tool: Tool = {
  name: 'pnpm marquee recommender',
  about: 'Trains a model, lists models, and goes back to the one before.',
  commands: {
    train: {
      help: 'train a model, and put it in use if its held-out figures are better',
      run: withTraining(train),
    },
    models: { help: 'what was trained, newest first', run: withTraining(list) },
    learn: {
      args: 'FILE',
      help: 'train a base model from a ratings file (MovieLens or MovieTweetings); its licence must allow this use',
      writes: true,
      takes: 1,
      options: {
        licence: { value: 'TEXT', help: 'the licence of the file, kept with the model' },
        links: { value: 'FILE', help: 'links.csv; default: the one in the folder of FILE' },
        titles: { value: 'FILE', help: 'movies.csv or movies.dat; default: the one in the folder of FILE' },
      },
      run: withTraining(learn),
    },
    use: {
      args: '[base] N',
      help: 'go back to version N, which must be the one listed as previous',
      writes: true,
      takes: [1, 2],
      run: withTraining(use),
    },
    'drop-base': {
      help: 'take the base model out of use and delete its bytes',
      writes: true,
      run: withTraining(dropBase),
    },
  },
};
