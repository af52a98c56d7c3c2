// pnpm marquee recommender: trains a model from members' ratings, lists models, and goes back to the
// previous model. Uses DATABASE_URL when set, otherwise the database under DATA_DIR, whether `npm start` is
// running or not.
import type { Progress } from '@marquee/recommender';
import { pino } from 'pino';
import { z } from 'zod';
import { createWithTransaction } from '#src/data/database.ts';
import {
  createTrainingService,
  type TrainingResult,
  type TrainingService,
} from '#src/modules/recommender/training.service.ts';
import { createRepositories } from '#src/repositories.ts';
import { type Input, print, say, type Tool, ToolError, UsageError } from './command.ts';
import { withDatabase } from './tool.ts';

/** The metadata of a model that the command `models` prints. */
const Summary = z.object({
  data: z.object({ ratings: z.number(), people: z.number() }),
  heldout: z.object({ rmse: z.number(), ndcg100: z.number() }).nullable(),
  reason: z.string().optional(),
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
    const { data, heldout, reason } = Summary.parse(metadata);
    const figures = heldout
      ? `held out: RMSE ${heldout.rmse.toFixed(3)}, NDCG@100 ${heldout.ndcg100.toFixed(3)}`
      : 'not measured';
    const of = `${data.ratings} ratings of ${data.people} people`;
    const name = kind === 'base' ? `base ${version}` : version;
    print([name, createdAt.toISOString(), status, of, figures, ...(reason ? [reason] : [])].join('  '));
  }
  return 0;
}

async function use(training: TrainingService, { args, isDryRun }: Input): Promise<number> {
  const version = Number(args[0]);
  if (!Number.isInteger(version))
    throw new UsageError('pnpm marquee recommender use takes a version, such as 3');
  const models = await training.list();
  const isPrevious = models.some(
    (model) => model.kind === 'members' && model.version === version && model.status === 'previous',
  );
  if (isPrevious && isDryRun) {
    print(`Version ${version} would be in use`);
    return 0;
  }
  if (isPrevious && (await training.goBack(version))) {
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

/** Runs the work with the training service. */
const withTraining =
  (work: (training: TrainingService, input: Input) => Promise<number>) =>
  (input: Input): Promise<number> =>
    withDatabase({ say, poolSize: 2 }, (prisma, url) => {
      const repos = createRepositories(prisma);
      const withTransaction = createWithTransaction(prisma, createRepositories, () => undefined);
      const log = pino({ level: 'warn' }, pino.destination(2));
      return work(createTrainingService({ repos, withTransaction, env: { DATABASE_URL: url }, log }), input);
    });

export const tool: Tool = {
  name: 'pnpm marquee recommender',
  about: 'Trains a model, lists models, and goes back to the one before.',
  commands: {
    train: {
      help: 'train a model, and put it in use if its held-out figures are better',
      run: withTraining(train),
    },
    models: { help: 'what was trained, newest first', run: withTraining(list) },
    use: {
      args: 'N',
      help: 'go back to version N, which must be the one listed as previous',
      writes: true,
      takes: 1,
      run: withTraining(use),
    },
    'drop-base': {
      help: 'take the base model, which an earlier version trained on a file, out of use and delete its bytes',
      writes: true,
      run: withTraining(dropBase),
    },
  },
};
