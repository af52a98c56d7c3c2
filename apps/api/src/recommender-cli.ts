// pnpm recommender: trains from the members' own ratings, says what was trained before, and goes back to the model
// before. Works on DATABASE_URL where it is set, else on the database under DATA_DIR, beside a running stack or alone.
import type { Progress } from '@marquee/recommender';
import { pino } from 'pino';
import { z } from 'zod';
import { createWithTransaction } from '#src/database.ts';
import { explain, withDatabase } from '#src/local/tool.ts';
import { createTrainingService, type TrainingService } from '#src/modules/recommender/training.service.ts';
import { createRepositories } from '#src/repositories.ts';

const USAGE = `Usage:
  pnpm recommender train     trains a model, and puts it in use if its held-out figures are better
  pnpm recommender models    what was trained, newest first
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
});

let shown = '';
function showProgress({ stage, overall }: Progress): void {
  const line = `${Math.floor(overall * 100)} % ${stage}`;
  if (line !== shown) say(line);
  shown = line;
}

async function train(training: TrainingService): Promise<number> {
  const result = await training.train({ progress: showProgress });
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
  for (const { version, status, createdAt, metadata } of models) {
    const { data, heldout, reason } = Summary.parse(metadata);
    const figures = heldout
      ? `held out: RMSE ${heldout.rmse.toFixed(3)}, NDCG@100 ${heldout.ndcg100.toFixed(3)}`
      : 'not measured';
    const of = `${data.ratings} ratings of ${data.people} people`;
    print([version, createdAt.toISOString(), status, of, figures, ...(reason ? [reason] : [])].join('  '));
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

async function main([command = '', version]: string[]): Promise<number> {
  const run = new Map([
    ['train', train],
    ['models', list],
    ['use', (training: TrainingService) => use(training, Number(version))],
  ]).get(command);
  if (!run) {
    say(USAGE);
    return 1;
  }
  return withDatabase({ say, poolSize: 2 }, (prisma, url) => {
    const repos = createRepositories(prisma);
    const withTransaction = createWithTransaction(prisma, createRepositories);
    const log = pino({ level: 'warn' }, pino.destination(2));
    return run(createTrainingService({ repos, withTransaction, env: { DATABASE_URL: url }, log }));
  });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
}
