import { LRUCache } from 'lru-cache';

interface Options<T extends object> {
  load: (id: number) => Promise<T | null>;
  /** Bytes an entry holds, about. */
  sizeOf: (value: T) => number;
  maxBytes: number;
}

/**
 * A bounded cache by id that loads on a miss, once for any number of simultaneous callers. A load that a `drop`
 * overtook is answered to those who asked before it, and not kept: what was read may be older than the write.
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

  /** Null when there is no such id; absence is not remembered. */
  get(id: number): Promise<T | null> | T {
    // A load begun before another process's write must not answer a call that came after it.
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

  /** While not trusted (nobody tells us of writes elsewhere) every call loads anew. */
  trust(trusted: boolean): void {
    this.#trusted = trusted;
    this.clear();
  }

  get stats(): { entries: number; bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.calculatedSize };
  }
}
