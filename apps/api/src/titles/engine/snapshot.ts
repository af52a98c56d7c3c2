import type { Catalogue, Model } from '@marquee/recommender';
import type { SearchIndex } from './search-index.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The catalogue in memory with the model that ranks it. Immutable: a change builds a new one. */
export interface Snapshot {
  readonly data: SnapshotData;
  readonly catalogue: Catalogue;
  readonly model: Model;
  readonly search: SearchIndex;
  /** -1 when the catalogue does not contain the title. */
  indexOf(mediumId: number): number;
  /** Approximate memory in bytes. */
  readonly bytes: number;
}

/** Combines the parts without copying, so the main thread can do it between two requests. */
export function openSnapshot(parts: Omit<Snapshot, 'indexOf'>): Snapshot {
  const { ids, byId } = parts.data;
  const indexOf = (mediumId: number): number => {
    let low = 0;
    let high = byId.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[byId[middle] ?? 0] ?? 0) < mediumId) low = middle + 1;
      else high = middle;
    }
    const index = byId[low] ?? -1;
    return ids[index] === mediumId ? index : -1;
  };
  return { ...parts, indexOf };
}
