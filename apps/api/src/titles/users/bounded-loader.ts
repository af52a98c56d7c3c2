import { LRUCache } from 'lru-cache';

interface Options<T extends object> {
  load: (id: number) => Promise<T | null>;
  /** The number of entries. */
  max: number;
}

/** A load in progress. */
interface Loading<T> {
  readonly value: Promise<T | null>;
  /** Whether the entry was dropped after the load began, so that the value may lack the change and is not cached. */
  isStale: boolean;
  /** The load that begins when this one ends, for callers who asked after the drop. */
  next: PromiseWithResolvers<T | null> | null;
}

/**
 * A cache by id, from which the least recently used entry goes first. For one id at most one load runs and one waits, whoever asks and however often the entry is
 * dropped: others' writes must not multiply the loads of a user. A caller waits for a load that began after the last drop
 * before the call, so it sees every change that was committed before it asked.
 */
export class BoundedLoader<T extends object> {
  readonly #cache: LRUCache<number, T>;
  readonly #load: (id: number) => Promise<T | null>;
  readonly #loading = new Map<number, Loading<T>>();
  #trusted = true;

  constructor({ load, max }: Options<T>) {
    this.#load = load;
    this.#cache = new LRUCache({ max });
  }

  /**
   * Returns the value of the id from the cache, or loads it. Returns null, which is not cached, when the id
   * does not exist.
   */
  find(id: number): Promise<T | null> | T {
    const kept = this.#trusted ? this.#cache.get(id) : undefined;
    if (kept) return kept;
    const loading = this.#loading.get(id);
    if (!loading) return this.#begin(id);
    // Without the listener nobody tells of changes, so a load that began before this call may lack one.
    if (!loading.isStale && this.#trusted) return loading.value;
    loading.next ??= Promise.withResolvers();
    return loading.next.promise;
  }

  #begin(id: number): Promise<T | null> {
    const loading: Loading<T> = { value: this.#read(id, () => loading), isStale: !this.#trusted, next: null };
    this.#loading.set(id, loading);
    return loading.value;
  }

  async #read(id: number, self: () => Loading<T>): Promise<T | null> {
    try {
      const value = await this.#load(id);
      if (value && !self().isStale) this.#cache.set(id, value);
      return value;
    } finally {
      const { next } = self();
      this.#loading.delete(id);
      next?.resolve(this.#begin(id));
    }
  }

  drop(id: number): void {
    this.#cache.delete(id);
    const loading = this.#loading.get(id);
    if (loading) loading.isStale = true;
  }

  clear(): void {
    this.#cache.clear();
    for (const loading of this.#loading.values()) loading.isStale = true;
  }

  /** Sets whether cached entries are used. Set false while the listener is down, so that every call loads. */
  trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.clear();
  }

  get size(): number {
    return this.#cache.size;
  }
}
