import type { Explain, Model, UserFactors } from '@marquee/recommender';

/**
 * The working memory of a snapshot, and the only one that is no part of a taste: what explains the titles of the last
 * user, which is larger than a taste and asked for by each card of a page.
 */
export class Workbench {
  readonly #model: Model;
  #last: { factors: UserFactors; explain: Explain } | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  explain(factors: UserFactors): Explain {
    if (this.#last?.factors !== factors) this.#last = { factors, explain: this.#model.explain(factors) };
    return this.#last.explain;
  }
}
