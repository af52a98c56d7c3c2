import { parentPort, workerData } from 'node:worker_threads';
import { connectDatabase } from '#src/database.ts';
import { buildSearchIndex } from './search-index.ts';
import { createSnapshotRepository } from './snapshot.repository.ts';
import type { SnapshotRequest } from './snapshot-build.ts';
import { buildSnapshotData } from './snapshot-data.ts';

const { databaseUrl, apiOrigin }: SnapshotRequest = workerData;
const prisma = connectDatabase(databaseUrl, 1);
try {
  const data = await buildSnapshotData(createSnapshotRepository(prisma), apiOrigin);
  parentPort?.postMessage({ data, search: buildSearchIndex(data.titles) });
} finally {
  await prisma.$disconnect();
}
