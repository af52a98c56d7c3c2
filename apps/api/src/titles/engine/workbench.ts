import type { Because, Effect, Explain, JoinedOrder, Model, UserFactors } from '@marquee/recommender';
import { LRUCache } from 'lru-cache';

/**
 * What the model says about one user, computed on first use. The rows of a page share it, and it is larger than a
 * taste, so it is kept for few users (see `Workbench`).
 */
export class Desk {
  readonly #model: Model;
  readonly #factors: UserFactors;
  readonly #probabilities = new Map<number, number>();
  #joined: JoinedOrder | undefined;
  #explain: Explain | undefined;

  constructor(model: Model, factors: UserFactors) {
    this.#model = model;
    this.#factors = factors;
  }

  /** The user's interest in every title. All rows read this array, so it must not be changed. */
  get scores(): Float32Array {
    return this.joined.scores;
  }

  /** The same, and whose turn each title is. */
  get joined(): JoinedOrder {
    this.#joined ??= this.#model.joined(this.#factors);
    return this.#joined;
  }

  /** Computes probabilities of titles together, which takes much less time than one by one. */
  predict(items: ArrayLike<number>): void {
    const missing = [...new Set(Array.from(items))].filter((item) => !this.#probabilities.has(item));
    if (missing.length === 0) return;
    const found = this.#model.likeProbabilities(this.#factors, missing, this.scores);
    missing.forEach((item, at) => {
      this.#probabilities.set(item, found[at] ?? 0);
    });
  }

  /** Returns the probability (0–1) that the user likes the title. */
  probability(item: number): number {
    if (!this.#probabilities.has(item)) this.predict([item]);
    return this.#probabilities.get(item) ?? 0;
  }

  /** Returns the user's ratings that raised or lowered a title, see `Explain`. */
  because(item: number, effect: Effect): Because[] {
    this.#explain ??= this.#model.explain(this.#factors);
    return this.#explain(item, effect);
  }
}

/**
 * The number of users whose desks are kept. A likelihood needs the whole order, so each card of a search, a list or a
 * title would else cost as much as a page. A desk has about 130 kB.
 */
const DESKS = 64;

/**
 * The working memory of a snapshot, and the only one: whatever is computed for a page and not part of a taste is here,
 * on the desk of the user whose page it was.
 */
export class Workbench {
  readonly #model: Model;
  readonly #desks = new LRUCache<UserFactors, Desk>({ max: DESKS });

  constructor(model: Model) {
    this.#model = model;
  }

  deskOf(factors: UserFactors): Desk {
    const kept = this.#desks.get(factors);
    if (kept) return kept;
    const desk = new Desk(this.#model, factors);
    this.#desks.set(factors, desk);
    return desk;
  }
}
