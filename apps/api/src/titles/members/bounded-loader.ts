import { LRUCache } from 'lru-cache';

interface Options<T extends object> {
  load: (id: number) => Promise<T | null>;
  /** Approximate size of an entry in bytes. */
  sizeOf: (value: T) => number;
  maxBytes: number;
}

/**
 * A size-limited cache by id. On a miss, simultaneous callers share one load. A load that began before a `drop`
 * answers its callers and is not cached: its data may be older than the write.
 */
export class BoundedLoader<T extends object> {
  readonly #cache: LRUCache<number, T>;
  readonly #loading = new Map<number, Promise<T | null>>();
  readonly #load: (id: number) => Promise<T | null>;
  #trusted = true;

  constructor({ load, sizeOf, maxBytes }: Options<T>) {
    this.#load = load;
    this.#cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: (value) => Math.max(1, sizeOf(value)) });
  }

  /** Null when the id does not exist; absence is not cached. */
  get(id: number): Promise<T | null> | T {
    // A load that began before another process's write must not answer a later call.
    if (!this.#trusted) return this.#load(id);
    return this.#cache.get(id) ?? this.#loading.get(id) ?? this.#start(id);
  }

  #start(id: number): Promise<T | null> {
    const loading = this.#load(id).then(
      (value) => {
        if (this.#loading.get(id) === loading) {
          this.#loading.delete(id);
          if (value) this.#cache.set(id, value);
        }
        return value;
      },
      (error: unknown) => {
        if (this.#loading.get(id) === loading) this.#loading.delete(id);
        throw error;
      },
    );
    this.#loading.set(id, loading);
    return loading;
  }

  drop(id: number): void {
    this.#cache.delete(id);
    this.#loading.delete(id);
  }

  clear(): void {
    this.#cache.clear();
    this.#loading.clear();
  }

  /** Without a listener, cached entries are not used: every call loads. */
  trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.clear();
  }

  get stats(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.calculatedSize };
  }
}
