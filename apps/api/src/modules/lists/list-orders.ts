import { LRUCache } from 'lru-cache';

export interface ListOrder {
  version: number;
  mediumIds: readonly number[];
  /** `sorted_medium_ids` of the wire: comma-separated. */
  text: string;
}

const MAX_BYTES = 32 * 1024 * 1024;
const BYTES_PER_TITLE = 16;

interface Repository {
  getOrder(listId: number): Promise<{ version: number; mediumIds: number[] }>;
}

/**
 * Orders of lists by version, so that a page of a long list reads its own titles and no others. The version comes
 * from the list's row, read for every request: an outdated order is never served, and nobody has to drop one.
 */
export function createListOrders({ getOrder }: Repository) {
  const cache = new LRUCache<number, ListOrder>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ mediumIds }) => (mediumIds.length + 8) * BYTES_PER_TITLE,
  });

  return {
    async get({ id, version }: { id: number; version: number }): Promise<ListOrder> {
      const kept = cache.get(id);
      if (kept && kept.version >= version) return kept;
      const { mediumIds, version: read } = await getOrder(id);
      const order = { version: read, mediumIds, text: mediumIds.join(',') };
      cache.set(id, order);
      return order;
    },
  };
}

export type ListOrders = ReturnType<typeof createListOrders>;
