import { setPriority } from 'node:os';
import { encodeModel, franchiseKeys, type Progress } from '@marquee/recommender';
import { compareModels, trainModel } from '@marquee/recommender/training';
import { answerRequest } from '#src/core/in-worker.ts';
import { connectReader } from '#src/data/reader.ts';
import { createActiveModelRepository } from '#src/titles/cards/active-model.repository.ts';
import { buildSnapshotData } from '#src/titles/cards/build-snapshot-data.ts';
import { createModelsRepository } from '#src/titles/cards/models.repository.ts';
import { createSnapshotRepository } from '#src/titles/cards/snapshot.repository.ts';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import { unpackTexts } from '#src/titles/engine/texts.ts';
import { decodeActive, keepModel } from './keep-model.ts';
import { createTrainingRatingsRepository } from './ratings.repository.ts';
import { readRatings } from './ratings-columns.ts';
import type { TrainingMessage, TrainingRequest } from './training.service.ts';

/**
 * Timeout of the transaction that writes all parts of a model. Each part is a separate statement with its own timeout.
 */
const WRITE_TIMEOUT_MS = 10 * 60_000;

/** Niceness of this process: a lower priority than processes that serve calls. */
const NICE = 10;

type Post = (message: TrainingMessage) => Promise<void>;

let stage = '';

/**
 * Reports the progress. Collects garbage between stages, because V8 is late to collect tens of MB in unused
 * arrays.
 */
function report(current: Progress, post: Post): void {
  if (current.stage !== stage) globalThis.gc?.();
  stage = current.stage;
  void post({ kind: 'progress', progress: current });
}

/** Reads the catalogue and the ratings, and trains a model. */
async function train({ databaseUrl, seed, crossValidatedBelow }: TrainingRequest, post: Post) {
  const { read, close } = connectReader(databaseUrl);
  try {
    // The training does not use addresses of pictures, so the origin is empty.
    const data = await buildSnapshotData(createSnapshotRepository(read), '');
    const catalogue = toCatalogue(data, franchiseKeys(unpackTexts(data.titles), data));
    const ratings = await readRatings(createTrainingRatingsRepository(read), data.ids);
    const unreadable = (reason: string): void => void post({ kind: 'unreadable', reason });
    const models = createActiveModelRepository(read);
    const active = await models.findActiveOf('members');
    const replaced = active?.version ?? null;
    const previous = decodeActive(active, unreadable);
    const stored = await trainModel(catalogue, ratings, {
      seed,
      progress: (current) => report(current, post),
      ...(previous && { previous }),
      ...(crossValidatedBelow !== undefined && { crossValidatedBelow }),
    });
    return { stored, replaced };
  } finally {
    await close();
  }
}

/**
 * Trains and stores the model. This process writes the model, because encoding hundreds of megabytes would block the
 * main thread of the server.
 */
async function trainAndStore(request: TrainingRequest, post: Post): Promise<void> {
  const { stored, replaced } = await train(request, post);
  const trained = {
    meta: stored.meta,
    decision: compareModels(stored.meta),
    bytes: encodeModel(stored),
    replaced,
  };
  // Prisma is loaded here, so that it takes no memory during the training.
  const { connectDatabase } = await import('#src/data/database.ts');
  const prisma = connectDatabase(request.databaseUrl, 1);
  try {
    const kept = await prisma.$transaction((tx) => keepModel(createModelsRepository(tx), trained), {
      timeout: WRITE_TIMEOUT_MS,
    });
    await post({ kind: 'done', meta: stored.meta, ...kept });
  } finally {
    await prisma.$disconnect();
  }
}

setPriority(NICE);
await answerRequest(trainAndStore);
