import type { Catalogue, Model } from '@marquee/recommender';
import type { SearchIndex } from './search-index.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The catalogue this process answers from, with the model that ranks it. Immutable: a change makes a new one. */
export interface Snapshot {
  readonly data: SnapshotData;
  readonly catalogue: Catalogue;
  readonly model: Model;
  readonly search: SearchIndex;
  /** -1 when the catalogue does not hold the title. */
  indexOf(mediumId: number): number;
  /** Memory held, in bytes, about. */
  readonly bytes: number;
}

/** Puts the parts together; cheap, so the main thread can do it between two requests. */
export function openSnapshot(parts: Omit<Snapshot, 'indexOf'>): Snapshot {
  const { ids } = parts.data;
  const largest = ids.reduce((max, id) => Math.max(max, id), 0);
  const indexes = new Int32Array(largest + 1).fill(-1);
  ids.forEach((id, index) => {
    indexes[id] = index;
  });
  return {
    ...parts,
    indexOf: (mediumId) => indexes[mediumId] ?? -1,
    bytes: parts.bytes + indexes.byteLength,
  };
}
