import { parentPort, workerData } from 'node:worker_threads';
import { compareModels, decodeModel, encodeModel, franchiseKeys, trainModel } from '@marquee/recommender';
import { connectDatabase } from '#src/database.ts';
import { toCatalogue } from '#src/discover/catalogue-columns.ts';
import { createSnapshotRepository } from '#src/discover/snapshot.repository.ts';
import { buildSnapshotData } from '#src/discover/snapshot-data.ts';
import { unpackTexts } from '#src/discover/texts.ts';
import { createModelsRepository } from './models.repository.ts';
import { readRatings } from './ratings-columns.ts';
import type { TrainingMessage, TrainingRequest } from './training.service.ts';

const { databaseUrl, seed }: TrainingRequest = workerData;
const post = (message: TrainingMessage, memory: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, memory);

const prisma = connectDatabase(databaseUrl, 2);
try {
  const models = createModelsRepository(prisma);
  // Addresses of pictures do not matter here, so any origin does.
  const data = await buildSnapshotData(createSnapshotRepository(prisma), '');
  const catalogue = toCatalogue(data, franchiseKeys(unpackTexts(data.titles)));
  const ratings = await readRatings(models, data.ids);
  const active = await models.findActive();
  const previous = active ? decodeModel(active.meta, active.bytes) : undefined;
  const stored = await trainModel(catalogue, ratings, {
    seed,
    progress: (progress) => post({ kind: 'progress', progress }),
    ...(previous && { previous }),
  });
  const bytes = new Uint8Array(encodeModel(stored));
  post({ kind: 'done', meta: stored.meta, verdict: compareModels(stored.meta), bytes }, [bytes.buffer]);
} finally {
  await prisma.$disconnect();
}
