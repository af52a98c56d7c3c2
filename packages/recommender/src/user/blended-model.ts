import { standardOf } from '../math/standard.ts';
import { type FactSpace, factSpace } from '../model/fact-space.ts';
import type {
  Catalogue,
  Choice,
  Explain,
  InterestByTaste,
  Model,
  ModelMeta,
  PredictedRating,
  PredictedRatings,
  Signals,
  TasteGroup,
  UserFactors,
} from '../model/types.ts';
import { choiceOf } from '../page/temper.ts';
import { scoresOf } from './ranker.ts';
import { openPure, type PreparedPure, type PureModel } from './taste-model.ts';

/** Both models, and the share of the trained model in the predictions for each title. */
export interface PreparedBlend {
  readonly trained: PreparedPure;
  readonly content: PreparedPure;
  /** Share of the trained model in predicted ratings, by catalogue index: 0 (content model only) to 1. */
  readonly taste: Float32Array;
  /** Share of the trained model in the order, by catalogue index: 0 to 1. */
  readonly order: Float32Array;
}

export type PreparedModel = PreparedPure | PreparedBlend;

/**
 * Creates a model from the arrays of `prepareModel`, which does the slow work.
 * @param shownGenres see `factSpace`.
 */
export function openModel(catalogue: Catalogue, prepared: PreparedModel, shownGenres?: number): Model {
  const facts = factSpace(catalogue, shownGenres);
  if (!('trained' in prepared)) return openPure(catalogue, prepared, facts);
  const { trained, content, taste, order } = prepared;
  return new BlendedModel(openPure(catalogue, trained, facts), openPure(catalogue, content, facts), {
    taste,
    order,
  });
}

/**
 * The leans that training chooses from. With a larger lean, a title needs more ratings before the trained
 * model has a large share.
 */
export const LEANS = [0, 0.25, 1, 4, 16] as const;
/** The lean that uses only the content model. Lean 0 uses only the trained model. */
export const CONTENT_ONLY = 1e9;

/**
 * Returns the share (0–1) of the trained model in the predictions for a title.
 * @param known how well the ratings determine the title, 0 to 1. See `titleKnowledge`.
 */
export function trainedShare(known: number, lean: number): number {
  if (lean >= CONTENT_ONLY) return 0;
  return lean === 0 ? 1 : known / (known + lean * (1 - known));
}

class BlendedUser implements UserFactors {
  readonly trained: UserFactors;
  readonly content: UserFactors;
  readonly count: number;

  constructor(trained: UserFactors, content: UserFactors) {
    this.trained = trained;
    this.content = content;
    this.count = trained.count;
  }
}

/** Standardizes both orders over the titles and returns their weighted mean for each title. */
export function blendOrders(trained: Float32Array, content: Float32Array, share: Float32Array): Float32Array {
  const a = standardOf(trained);
  const b = standardOf(content);
  return trained.map((score, i) =>
    mix(share[i], a.scale * (score - a.mean), b.scale * (content[i] - b.mean)),
  );
}

/** Predicts the weighted mean of two models. Each title has its own weights. */
class BlendedModel implements Model {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;
  readonly facts: FactSpace;
  readonly #trained: PureModel;
  readonly #content: PureModel;
  readonly #tasteShare: Float32Array;
  readonly #orderShare: Float32Array;

  constructor(trained: PureModel, content: PureModel, share: { taste: Float32Array; order: Float32Array }) {
    this.meta = trained.meta;
    this.catalogue = trained.catalogue;
    this.facts = trained.facts;
    this.#trained = trained;
    this.#content = content;
    this.#tasteShare = share.taste;
    this.#orderShare = share.order;
  }

  foldIn(signals: Signals, before?: UserFactors): BlendedUser {
    const known = before && blendedUser(before);
    const content = this.#content.foldIn(signals, known?.content);
    const tastes = this.#content.tastes(content);
    return new BlendedUser(this.#trained.foldIn(signals, known?.trained, tastes), content);
  }

  predictRating(user: UserFactors, item: number): PredictedRating {
    const { trained, content } = blendedUser(user);
    const w = this.#tasteShare[item];
    const a = this.#trained.predictRating(trained, item);
    const b = this.#content.predictRating(content, item);
    return mixture(w, a.mean, a.variance, b.mean, b.variance);
  }

  predictRatings(user: UserFactors, items: ArrayLike<number>): PredictedRatings {
    const { trained, content } = blendedUser(user);
    const a = this.#trained.predictRatings(trained, items);
    const b = this.#content.predictRatings(content, items);
    const mixed = Array.from(items, (item, k) =>
      mixture(this.#tasteShare[item], a.mean[k], a.variance[k], b.mean[k], b.variance[k]),
    );
    return {
      mean: Float64Array.from(mixed, ({ mean }) => mean),
      variance: Float64Array.from(mixed, ({ variance }) => variance),
    };
  }

  likeProbabilities(
    user: UserFactors,
    items: ArrayLike<number>,
    choice: Choice = choiceOf(this.interest(user)),
  ): Float32Array {
    const { trained, content } = blendedUser(user);
    const other = this.#content.likeProbabilities(content, items, choice);
    return this.#trained
      .likeProbabilities(trained, items, choice)
      .map((probability, k) => mix(this.#tasteShare[items[k]], probability, other[k]));
  }

  interest(user: UserFactors, items?: Int32Array): Float32Array {
    const { trained, content } = blendedUser(user);
    const blend = blendOrders(
      this.#trained.interest(trained),
      this.#content.interest(content),
      this.#orderShare,
    );
    return items ? scoresOf(blend, items) : blend;
  }

  interestByTaste(user: UserFactors, items: Int32Array): InterestByTaste {
    const { trained, content } = blendedUser(user);
    // Only clear tastes take turns, as for the trained model alone.
    const byTrained = this.#trained.interestByTaste(trained, items);
    if (byTrained.byTaste.length === 0) return byTrained;
    const byContent = this.#content.interestByTaste(content, items);
    const share = scoresOf(this.#orderShare, items);
    const byTaste = byTrained.byTaste.map((scores, at) => blendOrders(scores, byContent.byTaste[at], share));
    return { ...byTrained, byTaste };
  }

  groups(user: UserFactors): readonly TasteGroup[] {
    return this.#content.groups(blendedUser(user).content);
  }

  /**
   * Takes the reasons from the model with the larger share, because effects from two models cannot be added
   * up.
   */
  explain(user: UserFactors): Explain {
    const { trained, content } = blendedUser(user);
    const byTrained = this.#trained.explain(trained);
    const byContent = this.#content.explain(content);
    return (item, effect) => (this.#tasteShare[item] >= 0.5 ? byTrained : byContent)(item, effect);
  }

  moves(user: UserFactors): Float32Array {
    const { trained, content } = blendedUser(user);
    const other = this.#content.moves(content);
    return this.#trained.moves(trained).map((move, i) => mix(this.#tasteShare[i], move, other[i]));
  }

  certainty(user: UserFactors, items: ArrayLike<number>): number {
    if (items.length === 0) return 0;
    const { trained, content } = blendedUser(user);
    let share = 0;
    for (let k = 0; k < items.length; k++) share += this.#tasteShare[items[k]] / items.length;
    return mix(share, this.#trained.certainty(trained, items), this.#content.certainty(content, items));
  }

  teach(user: UserFactors, fameWeight?: number): Float32Array {
    const { trained, content } = blendedUser(user);
    const byTrained = this.#trained.teach(trained, fameWeight);
    const byContent = this.#content.teach(content, fameWeight);
    const a = 1 / Math.max(1e-30, largest(byTrained));
    const b = 1 / Math.max(1e-30, largest(byContent));
    return byTrained.map((value, i) => mix(this.#tasteShare[i], a * value, b * byContent[i]));
  }

  similar(item: number): Float32Array {
    return this.#content.similar(item);
  }
}

function blendedUser(user: UserFactors): BlendedUser {
  if (user instanceof BlendedUser) return user;
  throw new TypeError('the user was not folded in by this model');
}

function mix(share: number, a: number, b: number): number {
  return share * a + (1 - share) * b;
}

/**
 * Returns the mean and the variance of a mixture of two predictions. The variance includes the difference of
 * the two means.
 */
function mixture(share: number, am: number, av: number, bm: number, bv: number): PredictedRating {
  return {
    mean: mix(share, am, bm),
    variance: mix(share, av, bv) + share * (1 - share) * (am - bm) ** 2,
  };
}

function largest(values: Float32Array): number {
  return values.reduce((most, x) => Math.max(most, x), 0);
}
