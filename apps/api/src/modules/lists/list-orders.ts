import { LRUCache } from 'lru-cache';

export interface ListOrder {
  version: number;
  mediumIds: readonly number[];
  /** The value of `sorted_medium_ids` on the wire: comma-separated ids. */
  readonly text: string;
}

type VersionedList = { id: number; version: number };

/** The number of titles of all cached orders together. A title takes some twenty bytes, for its id and in `text`. */
const TITLES_MAX = 200_000;

interface Repository {
  listOrders(
    listIds: readonly number[],
  ): Promise<{ listId: number; version: number; mediumIds: readonly number[] }[]>;
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
 * Caches the order of lists by version, so that a page of a long list reads only its own titles. Every request reads
 * the version from the list's row, so an outdated order is never used.
 */
export function createListOrders(repository: Repository) {
  const cache = new LRUCache<number, ListOrder>({
    maxSize: TITLES_MAX,
    sizeCalculation: ({ mediumIds }) => mediumIds.length + 1,
  });

  /** Returns orders by list id. Leaves out lists that were deleted after the caller read their rows. */
  async function getMany(
    lists: readonly VersionedList[],
    source: Repository,
  ): Promise<ReadonlyMap<number, ListOrder>> {
    const orders = new Map<number, ListOrder>();
    const missing: number[] = [];
    for (const { id, version } of lists) {
      const kept = cache.get(id);
      if (kept && kept.version >= version) orders.set(id, kept);
      else missing.push(id);
    }
    if (missing.length === 0) return orders;
    for (const { listId, version, mediumIds } of await source.listOrders(missing)) {
      const order = toOrder(version, mediumIds);
      cache.set(listId, order);
      orders.set(listId, order);
    }
    return orders;
  }

  return {
    getMany: (lists: readonly VersionedList[]) => getMany(lists, repository),

    /**
     * Returns the order of a list.
     * @param source the repository of the open transaction, if a transaction is open.
     */
    async get(list: VersionedList, source = repository): Promise<ListOrder> {
      return (await getMany([list], source)).get(list.id) ?? toOrder(0, []);
    },

    /**
     * Applies a committed change, which raised the version by one, to the cached order. When the cached order
     * has another version, changes nothing, and the next request loads the order.
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
