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

const sizeOf = (value: unknown): number => {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, inner) => sum + sizeOf(inner), 0);
  if (typeof value === 'string') return value.length * 2;
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce((sum, inner) => sum + sizeOf(inner), 0);
  return 8;
};

/** Puts the parts together; cheap, so the main thread can do it between two requests. */
export function openSnapshot(
  data: SnapshotData,
  catalogue: Catalogue,
  model: Model,
  search: SearchIndex,
): Snapshot {
  const largest = data.ids.reduce((max, id) => Math.max(max, id), 0);
  const indexes = new Int32Array(largest + 1).fill(-1);
  data.ids.forEach((id, index) => {
    indexes[id] = index;
  });
  return {
    data,
    catalogue,
    model,
    search,
    indexOf: (mediumId) => indexes[mediumId] ?? -1,
    bytes: sizeOf(data) + indexes.byteLength,
  };
}
