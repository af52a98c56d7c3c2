import { LRUCache } from 'lru-cache';

interface Options<T extends object> {
  load: (id: number) => Promise<T | null>;
  /** Approximate size of an entry in bytes. */
  sizeOf: (value: T) => number;
  maxBytes: number;
}

/** Marks a failure of `load`. Any other rejection means that the entry was dropped during the load. */
class LoadFailed extends Error {}

/**
 * A size-limited cache by id in which simultaneous callers of a missing entry share one load. A load that began
 * before a `drop` is repeated.
 */
export class BoundedLoader<T extends object> {
  readonly #cache: LRUCache<number, T>;
  readonly #load: (id: number) => Promise<T | null>;
  #trusted = true;

  constructor({ load, sizeOf, maxBytes }: Options<T>) {
    this.#load = load;
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value) => Math.max(1, sizeOf(value)),
      fetchMethod: async (id) => {
        try {
          return (await load(id)) ?? undefined;
        } catch (cause) {
          throw new LoadFailed('load failed', { cause });
        }
      },
    });
  }

  /**
   * Returns the value of the id from the cache, or loads it. Returns null, which is not cached, when the id
   * does not exist.
   */
  get(id: number): Promise<T | null> | T {
    if (!this.#trusted) return this.#load(id);
    return this.#cache.get(id) ?? this.#fetch(id);
  }

  async #fetch(id: number): Promise<T | null> {
    while (this.#trusted) {
      try {
        return (await this.#cache.fetch(id)) ?? null;
      } catch (error) {
        if (error instanceof LoadFailed) throw error.cause;
      }
    }
    return this.#load(id);
  }

  drop(id: number): void {
    this.#cache.delete(id);
  }

  clear(): void {
    this.#cache.clear();
  }

  /** Sets whether cached entries are used. Set false while the listener is down, so that every call loads. */
  trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.clear();
  }

  get stats(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.calculatedSize };
  }
}
