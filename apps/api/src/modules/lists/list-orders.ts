import { LRUCache } from 'lru-cache';

export interface ListOrder {
  version: number;
  mediumIds: readonly number[];
  /** `sorted_medium_ids` of the wire: comma-separated. */
  readonly text: string;
}

type VersionedList = { id: number; version: number };

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_TITLE = 16;

interface Repository {
  getOrder(listId: number): Promise<{ version: number; mediumIds: readonly number[] }>;
}

function toOrder(version: number, mediumIds: readonly number[]): ListOrder {
  let text: string | undefined;
  return {
    version,
    mediumIds,
    get text() {
      text ??= mediumIds.join(',');
      return text;
    },
  };
}

/**
 * Orders of lists by version, so that a page of a long list reads its own titles and no others. The version comes
 * from the list's row, read for every request: an outdated order is never served, and nobody has to drop one.
 */
export function createListOrders(repository: Repository) {
  const cache = new LRUCache<number, ListOrder>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ mediumIds }) => (mediumIds.length + 8) * BYTES_PER_TITLE,
  });

  return {
    /** `reader`: the transaction to read in, where there is one. */
    async get({ id, version }: VersionedList, reader = repository): Promise<ListOrder> {
      const kept = cache.get(id);
      if (kept && kept.version >= version) return kept;
      const read = await reader.getOrder(id);
      const order = toOrder(read.version, read.mediumIds);
      cache.set(id, order);
      return order;
    },

    /**
     * What a committed change made of the order that the list had under its lock, so that nobody need read it
     * anew. Every change of titles raises the version by one; where that is wrong, the next reader reads.
     */
    advance(
      { id, version }: VersionedList,
      change: (mediumIds: readonly number[]) => readonly number[],
    ): void {
      const kept = cache.get(id);
      if (kept?.version === version) cache.set(id, toOrder(version + 1, change(kept.mediumIds)));
    },
  };
}

export type ListOrders = ReturnType<typeof createListOrders>;
