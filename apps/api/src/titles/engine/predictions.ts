import type { Because, Effect, JoinedOrder, Model, UserFactors } from '@marquee/recommender';
import type { Workbench } from './workbench.ts';

/**
 * With more probabilities than this, all are forgotten, so that somebody who pages through the catalogue takes no more
 * memory than others. It is a few pages, because titles are shown again soon or not at all.
 */
const KEPT = 300;

/**
 * What the model predicts for one user. Each part is computed when it is first asked for, and kept with the taste. A
 * likelihood needs the order of all titles, which takes most of the time of a page.
 */
export class Predictions {
  readonly #model: Model;
  readonly #workbench: Workbench;
  readonly #factors: UserFactors;
  readonly #probabilities = new Map<number, number>();
  #joined: JoinedOrder | undefined;

  constructor(model: Model, workbench: Workbench, factors: UserFactors) {
    this.#model = model;
    this.#workbench = workbench;
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
    if (this.#probabilities.size > KEPT) this.#probabilities.clear();
    const missing = [...new Set(Array.from(items))].filter((item) => !this.#probabilities.has(item));
    if (missing.length === 0) return;
    const found = this.probabilitiesOf(missing);
    missing.forEach((item, at) => {
      this.#probabilities.set(item, found[at] ?? 0);
    });
  }

  /** Returns the probability (0–1) that the user likes the title. */
  probability(item: number): number {
    if (!this.#probabilities.has(item)) this.predict([item]);
    return this.#probabilities.get(item) ?? 0;
  }

  /** Returns the probabilities (0–1) that the user likes the items, without keeping them: for many titles at once. */
  probabilitiesOf(items: ArrayLike<number>): Float32Array {
    return this.#model.likeProbabilities(this.#factors, items, this.scores);
  }

  /** Returns the user's ratings that raised or lowered a title, see `Explain`. */
  because(item: number, effect: Effect): Because[] {
    return this.#workbench.explain(this.#factors)(item, effect);
  }
}
