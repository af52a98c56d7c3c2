import { Worker } from 'node:worker_threads';
import { type Catalogue, contentModel } from '@marquee/recommender';
import type { SearchIndex } from './search-index.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import type { SnapshotData } from './snapshot-data.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  apiOrigin: string;
}

/** What the worker hands over. */
export interface SnapshotParts {
  data: SnapshotData;
  search: SearchIndex;
  franchise: Int32Array;
}

const toCatalogue = (data: SnapshotData, franchise: Int32Array): Catalogue => ({
  size: data.size,
  ids: data.ids,
  type: data.type,
  year: data.year,
  popularity: data.popularity,
  genres: data.genres,
  directors: data.directors,
  cast: data.cast,
  franchise,
});

/** Builds a snapshot in a thread of its own, so that requests go on meanwhile. */
export function buildSnapshot(workerData: SnapshotRequest): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot.worker.ts', import.meta.url), { workerData });
    worker.once('message', ({ data, search, franchise }: SnapshotParts) => {
      const catalogue = toCatalogue(data, franchise);
      resolve(openSnapshot(data, catalogue, contentModel(catalogue), search));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`snapshot worker ended with code ${code}`)));
  });
}
