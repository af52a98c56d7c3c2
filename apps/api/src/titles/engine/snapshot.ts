import type { Catalogue, Model } from '@marquee/recommender';
import type { Lexicon } from './lexicon.ts';
import { emptyMarket, type Market } from './markets.ts';
import type { SearchIndex } from './search-index.ts';
import type { SnapshotData } from './snapshot-data.ts';

/** The catalogue in memory with the model that ranks it. Immutable: a new snapshot is built after a change. */
export interface Snapshot {
  readonly data: SnapshotData;
  readonly catalogue: Catalogue;
  readonly model: Model;
  readonly search: SearchIndex;
  /** The words that a search may describe titles with. */
  readonly lexicon: Lexicon;
  /** Returns the id of the title into which the title was merged, else the given id. */
  currentId(mediumId: number): number;
  /** Returns the index of a title, or -1 when the catalogue does not contain the title. */
  indexOf(mediumId: number): number;
  /** Returns the offers of a country. A country without offers has an empty market. */
  marketOf(country: string): Market;
  /** Approximate memory in bytes. */
  readonly bytes: number;
}

/** Combines the parts without copying, which would block requests on the main thread. */
export function openSnapshot(parts: Omit<Snapshot, 'currentId' | 'indexOf' | 'marketOf'>): Snapshot {
  const { ids, byId, markets, size } = parts.data;
  const byCountry = new Map(markets.map((market) => [market.country, market]));
  const merged = new Map(parts.data.merged);
  const currentId = (mediumId: number): number => merged.get(mediumId) ?? mediumId;
  const indexOf = (givenId: number): number => {
    const mediumId = merged.size === 0 ? givenId : currentId(givenId);
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
  let empty: Market | undefined;
  const marketOf = (country: string): Market => {
    const known = byCountry.get(country);
    if (known) return known;
    // All countries without offers share one market, because 250 empty markets would use much memory.
    empty ??= emptyMarket('', size);
    return empty;
  };
  return {
    ...parts,
    currentId,
    indexOf,
    marketOf,
  };
}
