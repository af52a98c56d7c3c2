import { once } from 'node:events';
import { setPriority } from 'node:os';
import { compareModels, encodeModel, franchiseKeys, type Progress, trainModel } from '@marquee/recommender';
import { connectDatabase } from '#src/data/database.ts';
import { buildSnapshotData } from '#src/titles/cards/build-snapshot-data.ts';
import { createModelsRepository } from '#src/titles/cards/models.repository.ts';
import { createSnapshotRepository } from '#src/titles/cards/snapshot.repository.ts';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import { unpackTexts } from '#src/titles/engine/texts.ts';
import { decodeActive, keepModel } from './keep-model.ts';
import { readRatings, toIndexes } from './ratings-columns.ts';
import type { TrainingMessage, TrainingRequest } from './training.service.ts';

/**
 * Timeout of the transaction that writes all parts of a model. Each part is a separate statement with its own timeout.
 */
const WRITE_TIMEOUT_MS = 10 * 60_000;

/** Lowers the priority of the training below the processes that serve calls. */
const NICE = 10;

/** Sends a message to the parent process. Resolves when the message is sent. */
const post = (message: TrainingMessage): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

let stage = '';

/**
 * Reports the progress. Collects garbage at the start of each stage, because V8 lets tens of MB of unused arrays wait
 * for a collection.
 */
function progress(current: Progress): void {
  if (current.stage !== stage) globalThis.gc?.();
  stage = current.stage;
  void post({ kind: 'progress', progress: current });
}

async function train({ databaseUrl, seed, crossValidatedBelow, learn }: TrainingRequest): Promise<void> {
  const prisma = connectDatabase(databaseUrl, 2);
  try {
    const models = createModelsRepository(prisma);
    // The training does not use addresses of pictures, so the origin is empty.
    const data = await buildSnapshotData(createSnapshotRepository(prisma), '');
    const catalogue = toCatalogue(data, franchiseKeys(unpackTexts(data.titles)));
    const ratings = learn ? toIndexes(learn, data.ids) : await readRatings(models, data.ids);
    const kind = learn ? 'base' : 'members';
    const unreadable = (reason: string): void => void post({ kind: 'unreadable', reason });
    const active = await models.findActiveOf(kind);
    const replaced = active?.version ?? null;
    // A base model is trained from the ratings of its file only.
    const previous = learn ? undefined : decodeActive(active, unreadable);
    const base = learn ? undefined : decodeActive(await models.findActiveOf('base'), unreadable);
    const stored = await trainModel(catalogue, ratings, {
      seed,
      progress,
      ...(previous && { previous }),
      ...(base && { base }),
      ...(learn && { source: learn.source }),
      ...(crossValidatedBelow !== undefined && { crossValidatedBelow }),
    });
    const trained = {
      meta: stored.meta,
      decision: compareModels(stored.meta),
      bytes: encodeModel(stored),
      replaced,
    };
    // This process writes the model, because encoding hundreds of megabytes would block the main thread of the server.
    const kept = await prisma.$transaction((tx) => keepModel(createModelsRepository(tx), trained, kind), {
      timeout: WRITE_TIMEOUT_MS,
    });
    await post({ kind: 'done', meta: stored.meta, ...kept });
  } finally {
    await prisma.$disconnect();
  }
}

setPriority(NICE);
// The channel closes when the parent process ends.
process.once('disconnect', () => process.exit(1));
const [request] = await once(process, 'message');
try {
  await train(request);
} catch (error) {
  await post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
process.exit(0);
