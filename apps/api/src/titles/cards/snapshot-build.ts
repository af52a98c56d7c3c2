import { GENRES_SHOWN } from '@marquee/contracts';
import { openModel, type PreparedModel } from '@marquee/recommender';
import { toCatalogue } from '#src/titles/engine/catalogue-columns.ts';
import type { SearchIndex } from '#src/titles/engine/search-index.ts';
import { openSnapshot, type Snapshot } from '#src/titles/engine/snapshot.ts';
import type { SnapshotData } from '#src/titles/engine/snapshot-data.ts';
import { buildLexicon } from '#src/titles/understanding/build-lexicon.ts';

/** The snapshot in the form that the worker returns. */
export interface SnapshotParts {
  data: SnapshotData;
  search: SearchIndex;
  franchise: Int32Array;
  /**
   * The trained model in use, or else the content model. A stored model that cannot be read is reported in
   * `modelError`.
   */
  model: PreparedModel;
  modelError: string | null;
  /** Memory of all parts in bytes. */
  bytes: number;
}

/**
 * Opens the snapshot and the model that a worker thread has built. The thread transferred the arrays without
 * copying.
 * @param parts the message of the worker thread.
 * @param onModelError called when a stored model cannot be read. The snapshot then uses the content model.
 */
export async function buildSnapshot(
  parts: Promise<SnapshotParts>,
  onModelError: (reason: string) => void,
): Promise<Snapshot> {
  const { data, search, franchise, model, modelError, bytes } = await parts;
  if (modelError) onModelError(modelError);
  const catalogue = toCatalogue(data, franchise);
  return openSnapshot({
    data,
    catalogue,
    model: openModel(catalogue, model, GENRES_SHOWN),
    search,
    lexicon: buildLexicon(data, search),
    bytes,
  });
}
