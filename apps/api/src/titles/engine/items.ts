/** A set of titles. `Items` and a `Set` of JavaScript implement it. */
export interface ItemSet extends Iterable<number> {
  readonly size: number;
  has(item: number): boolean;
}

/** Ratings by title. `RatedItems` and a `Map` of JavaScript implement it. */
export interface ItemRatings extends Iterable<[item: number, rating: number]> {
  readonly size: number;
  has(item: number): boolean;
  get(item: number): number | undefined;
  keys(): Iterable<number>;
}

/** Returns the place of `item` in the rising `items`, or -1. */
export function placeOf(items: Int32Array, item: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) < item) low = middle + 1;
    else high = middle;
  }
  return items[low] === item ? low : -1;
}

const isRising = (items: Int32Array): boolean =>
  items.every((item, at) => at === 0 || (items[at - 1] ?? 0) <= item);

/**
 * Titles of a user in a given order. A `Set` takes 40 bytes for each title and this takes 8, so the cache has room
 * for more users.
 */
export class Items implements ItemSet {
  readonly ordered: Int32Array;
  readonly #rising: Int32Array;

  /** @param ordered distinct indexes. */
  constructor(ordered: Int32Array) {
    this.ordered = ordered;
    this.#rising = isRising(ordered) ? ordered : ordered.slice().sort();
  }

  get size(): number {
    return this.ordered.length;
  }

  has(item: number): boolean {
    return placeOf(this.#rising, item) >= 0;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.ordered.values();
  }
}

/** Ratings of a user in a given order, for the same reason. */
export class RatedItems implements ItemRatings {
  readonly ordered: Int32Array;
  readonly #rising: Int32Array;
  /** Parallel to `#rising`. */
  readonly #ratings: Uint8Array;

  /** @param ordered distinct indexes. @param ratings whole points, parallel to `ordered`. */
  constructor(ordered: Int32Array, ratings: ArrayLike<number>) {
    this.ordered = ordered;
    this.#rising = ordered.slice().sort();
    this.#ratings = new Uint8Array(ordered.length);
    ordered.forEach((item, at) => {
      this.#ratings[placeOf(this.#rising, item)] = ratings[at] ?? 0;
    });
  }

  get size(): number {
    return this.ordered.length;
  }

  has(item: number): boolean {
    return placeOf(this.#rising, item) >= 0;
  }

  get(item: number): number | undefined {
    return this.#ratings[placeOf(this.#rising, item)];
  }

  keys(): Iterable<number> {
    return this.ordered;
  }

  *[Symbol.iterator](): Iterator<[item: number, rating: number]> {
    for (const item of this.ordered) yield [item, this.get(item) ?? 0];
  }
}
