import { Worker } from 'node:worker_threads';
import { openModel, type PreparedModel } from '@marquee/recommender';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import type { SearchIndex } from '#src/titles/engine/search-index.ts';
import { openSnapshot, type Snapshot } from '#src/titles/engine/snapshot.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';

export interface SnapshotRequest {
  databaseUrl: string;
  apiOrigin: string;
}

/** The snapshot as the worker returns it. */
export interface SnapshotParts {
  data: SnapshotData;
  search: SearchIndex;
  franchise: Int32Array;
  /**
   * The trained model in use. It is the content model when no trained model is in use, or when the trained model
   * cannot be read (`modelError`).
   */
  model: PreparedModel;
  modelError: string | null;
  /** Memory of all parts in bytes. */
  bytes: number;
}

interface BuildOptions extends SnapshotRequest {
  /** Called when a stored model cannot be read. The snapshot then uses the content model. */
  onModelError: (reason: string) => void;
}

/**
 * Builds a snapshot and its model in a worker thread. The arrays are transferred to this thread, so requests are not
 * blocked.
 */
export function buildSnapshot({ onModelError, ...workerData }: BuildOptions): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./snapshot.worker.ts', import.meta.url), { workerData });
    worker.once('message', ({ data, search, franchise, model, modelError, bytes }: SnapshotParts) => {
      try {
        if (modelError) onModelError(modelError);
        const catalogue = toCatalogue(data, franchise);
        resolve(openSnapshot({ data, catalogue, model: openModel(catalogue, model), search, bytes }));
      } catch (error) {
        reject(error);
      }
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`snapshot worker ended with code ${code}`)));
  });
}
