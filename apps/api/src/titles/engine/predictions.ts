import { LIKELIHOOD_BANDS, RATING_MAX } from '@marquee/contracts';
import {
  type Candidates,
  type Choice,
  candidatesOf,
  choiceOf,
  type Effect,
  type Explain,
  type Model,
  type UserFactors,
} from '@marquee/recommender';

/**
 * When more predictions than this are kept and a new one is needed, the kept ones are forgotten with their reasons. So a
 * member who pages through the catalogue takes no more memory than others. These are a few pages: titles are shown again soon
 * or not at all.
 */
const KEPT = 200;

/** Rated titles that had an effect on a title, see `Explain`. */
interface Reasons {
  readonly effect: Effect;
  readonly reasons: readonly number[];
}

/** Returns the likelihood as cards have it, in tenths: rounded, and limited to 0 … RATING_MAX. */
export const tenthsOf = (likelihood: number): number =>
  Math.max(0, Math.min(RATING_MAX * 10, Math.round(likelihood * 10)));

/**
 * What the model predicts for one user. Each part is computed when it is first asked for, and kept with the taste. A
 * likelihood needs the order of all titles, which takes most of the time of a page.
 */
export class Predictions {
  readonly #model: Model;
  readonly #factors: UserFactors;
  readonly #chooser: (() => UserFactors) | undefined;
  readonly #kept = new Map<number, number>();
  /** The reasons of some of the titles in `#kept`. */
  readonly #reasons = new Map<number, Reasons>();
  #scores: Float32Array | undefined;
  #choice: Choice | undefined;
  #explain: Explain | undefined;

  /** @param chooser returns the factors that decide what the user would choose, where not all evidence does. */
  constructor(model: Model, factors: UserFactors, chooser?: () => UserFactors) {
    this.#model = model;
    this.#factors = factors;
    this.#chooser = chooser;
  }

  /** The user's interest in every title. All rows read this array, so it must not be changed. */
  get scores(): Float32Array {
    this.#scores ??= this.#model.interest(this.#factors);
    return this.#scores;
  }

  /** Returns the items as candidates of a page, each with the taste of the user that it belongs to. */
  candidatesAmong(items: Int32Array): Candidates {
    const { scores } = this;
    const interest = Float32Array.from(items, (item) => scores[item] ?? 0);
    return candidatesOf(this.#model, this.#factors, items, interest);
  }

  /** Returns the probabilities (0–1) that the user likes titles, which takes much less time together than one by one. */
  of(items: readonly number[]): number[] {
    const isMissing = (item: number): boolean => !this.#kept.has(item);
    if (this.#kept.size > KEPT && items.some(isMissing)) {
      this.#kept.clear();
      this.#reasons.clear();
    }
    const missing = [...new Set(items)].filter(isMissing);
    const found = missing.length > 0 ? this.probabilitiesOf(missing) : [];
    missing.forEach((item, at) => {
      this.#kept.set(item, found[at] ?? 0);
    });
    return items.map((item) => this.#kept.get(item) ?? 0);
  }

  /** Returns the probabilities (0–1) that the user likes the items, without keeping them: for many titles at once. */
  probabilitiesOf(items: ArrayLike<number>): Float32Array {
    this.#choice ??= choiceOf(this.#chooser ? this.#model.interest(this.#chooser()) : this.scores);
    return this.#model.likeProbabilities(this.#factors, items, this.#choice);
  }

  /**
   * Returns the function that explains titles. What it keeps of each rating may take more memory than the rest of a taste, so it
   * lives for one reply, whose titles are explained without a pause between them.
   */
  #explainer(): Explain {
    if (this.#explain === undefined) {
      this.#explain = this.#model.explain(this.#factors);
      setImmediate(() => {
        this.#explain = undefined;
      });
    }
    return this.#explain;
  }

  /** Returns what explains the likelihood of a title. It is kept as long as the likelihood. */
  reasonsFor(item: number): Reasons {
    const [probability = 0] = this.of([item]);
    const known = this.#reasons.get(item);
    if (known) return known;
    const found = this.#findReasons(item, probability);
    this.#reasons.set(item, found);
    return found;
  }

  /**
   * Explains a title. A reason against a title that the user probably likes would contradict the likelihood beside it, so only
   * red likelihoods have such reasons.
   */
  #findReasons(item: number, probability: number): Reasons {
    const explain = this.#explainer();
    const isRed = tenthsOf(RATING_MAX * probability) < 10 * LIKELIHOOD_BANDS.low;
    const against = isRed ? explain(item, 'lowered') : [];
    if (against.length > 0) return { effect: 'lowered', reasons: against };
    return { effect: 'raised', reasons: explain(item, 'raised') };
  }
}
