import { openModel, type PreparedModel } from '@marquee/recommender';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import type { SearchIndex } from '#src/titles/engine/search-index.ts';
import { openSnapshot, type Snapshot } from '#src/titles/engine/snapshot.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import type { ReadSnapshot } from './snapshot-thread.ts';

/** The snapshot in the form that the worker returns. */
export interface SnapshotParts {
  data: SnapshotData;
  search: SearchIndex;
  franchise: Int32Array;
  /**
   * The trained model in use. The content model when no trained model is in use or can be read
   * (`modelError`).
   */
  model: PreparedModel;
  modelError: string | null;
  /** Memory of all parts in bytes. */
  bytes: number;
}

/**
 * Builds a snapshot and its model in a worker thread. The arrays are transferred to the calling thread
 * without copying, so requests are not blocked.
 * @param onModelError called when a stored model cannot be read. The snapshot then uses the content model.
 */
export async function buildSnapshot(
  read: ReadSnapshot,
  onModelError: (reason: string) => void,
): Promise<Snapshot> {
  const { data, search, franchise, model, modelError, bytes } = await read();
  if (modelError) onModelError(modelError);
  const catalogue = toCatalogue(data, franchise);
  return openSnapshot({ data, catalogue, model: openModel(catalogue, model), search, bytes });
}
