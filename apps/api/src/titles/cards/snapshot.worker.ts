// Reads the catalogue and the model in a thread. It imports parts of the contract, because the schemas of all calls would take a
// third of its start.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type Catalogue,
  decodeModel,
  franchiseKeys,
  prepareContentModel,
  prepareModel,
} from '@marquee/recommender';
import { connectReader } from '#src/data/reader.ts';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import { buildSearchIndex } from '#src/titles/engine/search-index.ts';
import { unpackTexts } from '#src/titles/engine/texts.ts';
import { type ActiveModelRepository, createActiveModelRepository } from './active-model.repository.ts';
import { buildSnapshotData } from './build-snapshot-data.ts';
import { createSnapshotRepository } from './snapshot.repository.ts';
import type { SnapshotParts } from './snapshot-build.ts';
import type { SnapshotRequest } from './snapshot-thread.ts';

/** Collects the buffers of all arrays in the value, for transfer without copying. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) buffersOf(inner, found);
  }
  return [...found];
}

/**
 * Reads the model in use. When the model cannot be read, returns the content model, so that the catalogue still loads.
 */
async function readModel(
  models: ActiveModelRepository,
  catalogue: Catalogue,
): Promise<Pick<SnapshotParts, 'model' | 'modelError'>> {
  try {
    const stored = await models.findActive();
    const model = stored
      ? prepareModel(catalogue, decodeModel(stored.meta, stored.bytes))
      : prepareContentModel(catalogue);
    return { model, modelError: null };
  } catch (error) {
    return {
      model: prepareContentModel(catalogue),
      modelError: error instanceof Error ? error.message : String(error),
    };
  }
}

const { databaseUrl, apiOrigin }: SnapshotRequest = workerData;
const { read, connect, close } = connectReader(databaseUrl);
// After a failure, the first SELECT connects again.
connect().catch(() => {});
if (parentPort) await once(parentPort, 'message');
try {
  const data = await buildSnapshotData(createSnapshotRepository(read), apiOrigin);
  const names = unpackTexts(data.titles);
  const franchise = franchiseKeys(names, data);
  const parts: Omit<SnapshotParts, 'bytes'> = {
    data,
    search: buildSearchIndex(names, data.names),
    franchise,
    ...(await readModel(createActiveModelRepository(read), toCatalogue(data, franchise))),
  };
  const buffers = buffersOf(parts);
  const bytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  parentPort?.postMessage({ ...parts, bytes } satisfies SnapshotParts, buffers);
} finally {
  await close();
}
