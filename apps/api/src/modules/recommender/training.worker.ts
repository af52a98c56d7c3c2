import { parentPort, workerData } from 'node:worker_threads';
import { compareModels, encodeModel, franchiseKeys, trainModel } from '@marquee/recommender';
import { connectDatabase } from '#src/data/database.ts';
import { buildSnapshotData } from '#src/titles/cards/build-snapshot-data.ts';
import { createModelsRepository } from '#src/titles/cards/models.repository.ts';
import { createSnapshotRepository } from '#src/titles/cards/snapshot.repository.ts';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import { unpackTexts } from '#src/titles/engine/texts.ts';
import { decodeActive, keepModel } from './keep-model.ts';
import { readRatings, toIndexes } from './ratings-columns.ts';
import type { TrainingMessage, TrainingRequest } from './training.service.ts';

/** All parts of a model in one transaction; each is a statement of its own, with its own time. */
const WRITE_TIMEOUT_MS = 10 * 60_000;

const { databaseUrl, seed, crossValidatedBelow, learn }: TrainingRequest = workerData;
const post = (message: TrainingMessage): void => parentPort?.postMessage(message);

const prisma = connectDatabase(databaseUrl, 2);
try {
  const models = createModelsRepository(prisma);
  // Addresses of pictures do not matter here, so any origin does.
  const data = await buildSnapshotData(createSnapshotRepository(prisma), '');
  const catalogue = toCatalogue(data, franchiseKeys(unpackTexts(data.titles)));
  const ratings = learn ? toIndexes(learn, data.ids) : await readRatings(models, data.ids);
  const kind = learn ? 'base' : 'members';
  const unreadable = (reason: string): void => post({ kind: 'unreadable', reason });
  const active = await models.findActiveOf(kind);
  // A base model is trained from its own file alone.
  const previous = learn ? undefined : decodeActive(active, unreadable);
  const base = learn ? undefined : decodeActive(await models.findActiveOf('base'), unreadable);
  const stored = await trainModel(catalogue, ratings, {
    seed,
    progress: (progress) => post({ kind: 'progress', progress }),
    ...(previous && { previous }),
    ...(base && { base }),
    ...(learn && { source: learn.source }),
    ...(crossValidatedBelow !== undefined && { crossValidatedBelow }),
  });
  const trained = {
    meta: stored.meta,
    decision: compareModels(stored.meta),
    bytes: new Uint8Array(encodeModel(stored)),
    replaced: active?.version ?? null,
  };
  // Written here, as encoding hundreds of megabytes would hold up the answers of the main thread.
  const kept = await prisma.$transaction((tx) => keepModel(createModelsRepository(tx), trained, kind), {
    timeout: WRITE_TIMEOUT_MS,
  });
  post({ kind: 'done', meta: stored.meta, ...kept });
} finally {
  await prisma.$disconnect();
}
