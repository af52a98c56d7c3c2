import { packedLength, unpack } from '../math/packed.ts';
import { topK } from '../math/select.ts';
import { explainTaste, tasteMoves } from '../model/explain-taste.ts';
import { LIKED, likeProbability } from '../model/like-probability.ts';
import type { NeighborSpace } from '../model/neighbor-space.ts';
import {
  foldTaste,
  type Hint,
  posteriorCovariance,
  predictedMean,
  predictedVariance,
  predictRatings,
  sumRatings,
  type Taste,
  type TasteSpace,
} from '../model/taste.ts';
import type {
  Because,
  Catalogue,
  Effect,
  Likelihood,
  Model,
  ModelMeta,
  Signals,
  UserFactors,
} from '../model/types.ts';
import { addFame, type FameSpace, fameSpace, fameTaste } from './fame.ts';
import { certaintyOf, movesOfTitles } from './learned-taste.ts';
import { lessonsOf } from './lessons.ts';
import { neighborRanker } from './neighbor-ranker.ts';
import { type CheckedSignals, interestCount, type Ranker } from './ranker.ts';
import { type FactSpace, factSpace, mostSpecific } from './shared-fact.ts';
import { type TrainedOrderSpace, trainedRanker } from './trained-ranker.ts';

/** The observed values of hides, list entries and chosen genres, in points relative to the average title. */
const HIDDEN = { value: -2, variance: 6 };
const LISTED = { value: 1.5, variance: 6 };
const CHOSEN_GENRE = { value: 1.2, variance: 0.25 };

/** For a user with n ratings, the weight of the prior of fame is 5 / (5 + n). */
const HALF_KNOWN = 5;

/** From this number of titles on, computing the covariance once is faster than solving for each title. */
const MANY = 16;

/** A rating that moved a title by fewer points than this is not shown as a reason. */
const VISIBLE_MOVE = 0.03;

/**
 * Reasons are the most specific of this many ratings with the largest effects. With more, a shared director
 * with almost no effect would replace the rating that decided.
 */
const LARGEST_MOVES = 6;
const REASONS_SHOWN = 2;

/** The sign of the moves with each effect. */
const WAYS: Readonly<Record<Effect, number>> = { raised: 1, lowered: -1 };

/** The ratings with the largest effects on the last title, which every call overwrites. */
const largest = new Int32Array(LARGEST_MOVES);
const largestMoves = new Float64Array(LARGEST_MOVES);
const largestItems = new Int32Array(LARGEST_MOVES);

/** A title with this rating or a lower rating (points of 0–10) is disliked. */
const DISLIKED = 5;

/** Reasons are chosen from at most this many ratings: the ratings that differ most from their predictions. */
const REASONS = 500;

/** The probability that a user knows a title is its popularity to this power, increased by interest. */
const KNOWN_BY_FAME = 3;

/** `teach` computes the information gain only of the titles that the user most probably knows. */
const TEACH_CANDIDATES = 1500;

/** Shared by users, because an empty array takes 200 bytes. */
const NO_TITLES = new Int32Array();

/** Memory of a typed array besides its entries, and the number of typed arrays of a user. */
const ARRAY_BYTES = 180;
const ARRAYS = 10;

/**
 * Ratings of `user` that may be reasons: the first `count` entries of each array, which have room for more. `moved` is
 * written by every call of `because`.
 */
interface Reasons {
  user: FoldedUser | null;
  count: number;
  readonly rated: Int32Array;
  readonly ratings: Float32Array;
  /** The effect of each rating, see `explainTaste`. */
  readonly explained: Float64Array;
  /** The mean move of all titles by each rating. */
  readonly average: Float64Array;
  readonly moved: Float64Array;
}

const roomForReasons = (count: number, d: number): Reasons => ({
  user: null,
  count: 0,
  rated: new Int32Array(count),
  ratings: new Float32Array(count),
  explained: new Float64Array(count * d),
  average: new Float64Array(count),
  moved: new Float64Array(count),
});

/** What the predictions for one user share. Larger than the user, so every model has it once, for its last user. */
interface Opened {
  user: FoldedUser | null;
  /** The packed covariance of the user's posterior. */
  readonly covariance: Float64Array;
  /** All entries of the covariance, for reasons. */
  readonly whole: Float64Array;
  /** Candidates for reasons of each effect, computed on the user's first call of `because`. */
  readonly reasons: Record<Effect, Reasons>;
}

class FoldedUser implements UserFactors {
  readonly signals: CheckedSignals;
  readonly taste: Taste;
  readonly state: Float32Array;
  readonly genres: Int32Array;
  readonly count: number;
  readonly bytes: number;

  constructor(signals: CheckedSignals, taste: Taste, state: Float32Array, genres: Int32Array) {
    this.signals = signals;
    this.taste = taste;
    this.state = state;
    this.genres = genres;
    const { rated, hidden, listed, seen } = signals;
    this.count = rated.length;
    this.bytes =
      8 * (taste.factor.length + 2 * taste.mean.length) +
      4 * (2 * rated.length + hidden.length + listed.length + seen.length + state.length + genres.length) +
      ARRAY_BYTES * ARRAYS;
  }
}

/** The arrays of the ranker, which is the content ranker or the trained ranker. */
export type OrderSpace =
  | { readonly kind: 'content'; readonly neighbors: NeighborSpace }
  | { readonly kind: 'trained'; readonly trained: TrainedOrderSpace };

/**
 * All numbers of a model for one catalogue, as plain values and typed arrays for transfer from a worker
 * thread.
 */
export interface PreparedModel {
  readonly meta: ModelMeta;
  readonly taste: TasteSpace;
  readonly order: OrderSpace;
  /** Id and titles of each genre, and the observation (`Hint`) for users who chose the genre. */
  readonly genres: readonly { readonly id: number; readonly titles: Int32Array; readonly hint: Hint }[];
  /** The mean of the factors over all titles. The last entry is 1, for the user's bias. */
  readonly centre: Float64Array;
}

export function prepare(
  meta: ModelMeta,
  catalogue: Catalogue,
  taste: TasteSpace,
  order: OrderSpace,
): PreparedModel {
  const centre = centreOf(taste);
  return { meta, taste, order, genres: genresOf(catalogue, taste, centre), centre };
}

/** Creates a model from the arrays of `prepareContentModel` or `prepareModel`, which do the slow work. */
export function openModel(catalogue: Catalogue, prepared: PreparedModel): Model {
  const { taste, order } = prepared;
  const ranker =
    order.kind === 'content'
      ? neighborRanker(order.neighbors, taste, catalogue)
      : trainedRanker(order.trained, catalogue, taste);
  return new TasteModel(prepared, catalogue, ranker);
}

/** Implements `Model`. Content models and trained models differ only in taste space and ranker. */
class TasteModel implements Model {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;
  readonly #space: TasteSpace;
  readonly #ranker: Ranker;
  readonly #centre: Float64Array;
  readonly #genres: ReadonlyMap<number, PreparedModel['genres'][number]>;
  readonly #facts: FactSpace;
  readonly #fame: FameSpace;
  readonly #opened: Opened;
  readonly #scratch: Float64Array;
  /** The titles that `#liftGenres` has lifted, 0 or 1. */
  readonly #lifted: Uint8Array;

  constructor({ meta, taste, genres, centre }: PreparedModel, catalogue: Catalogue, ranker: Ranker) {
    this.meta = meta;
    this.catalogue = catalogue;
    this.#space = taste;
    this.#ranker = ranker;
    this.#centre = centre;
    this.#genres = new Map(genres.map((genre) => [genre.id, genre]));
    const d = taste.factors + 1;
    this.#scratch = new Float64Array(packedLength(d));
    this.#lifted = new Uint8Array(catalogue.size);
    this.#opened = {
      user: null,
      covariance: new Float64Array(packedLength(d)),
      whole: new Float64Array(d * d),
      reasons: { raised: roomForReasons(0, d), lowered: roomForReasons(0, d) },
    };
    this.#facts = factSpace(catalogue);
    this.#fame = fameSpace(catalogue);
  }

  foldIn(signals: Signals): FoldedUser {
    const { size } = this.catalogue;
    const order: number[] = [];
    for (let k = 0; k < signals.rated.length; k++)
      if (valid(signals.rated[k], size) && Number.isFinite(signals.ratings[k])) order.push(k);
    order.sort((a, b) => signals.rated[a] - signals.rated[b]);
    const rated = new Int32Array(order.length);
    const ratings = new Float32Array(order.length);
    order.forEach((k, n) => {
      rated[n] = signals.rated[k];
      ratings[n] = Math.min(10, Math.max(0, signals.ratings[k]));
    });
    // The strongest evidence of a title replaces the others: a rating, a hide, a list entry, a view.
    let used: Set<number> | null = null;
    const rest = (items: ArrayLike<number>): Int32Array => {
      if (items.length === 0) return NO_TITLES;
      used ??= new Set(rated);
      const stronger = used;
      const own = indexes(items, size).filter((item) => !stronger.has(item));
      for (const item of own) stronger.add(item);
      return own;
    };
    const checked: CheckedSignals = {
      rated,
      ratings,
      hidden: rest(signals.hidden),
      listed: rest(signals.listed),
      seen: rest(signals.seen ?? []),
    };
    const genres = Int32Array.from(new Set(Array.from(signals.genres))).sort();
    const hints: Hint[] = [];
    for (const genre of genres) {
      const hint = this.#genres.get(genre)?.hint;
      if (hint) hints.push(hint);
    }
    const sums = sumRatings(this.#space, checked.rated, checked.ratings);
    const taste = foldTaste(this.#space, sums, hints);
    const { hidden, listed } = checked;
    if (hidden.length + listed.length === 0) {
      return new FoldedUser(checked, taste, this.#ranker.fold(checked, taste), genres);
    }
    // Hides and list entries say what a user wants to see, not how they would rate it. So only the order, which
    // has no calibration to lose, reads them.
    for (const item of hidden) hints.push({ vector: item, ...HIDDEN });
    for (const item of listed) hints.push({ vector: item, ...LISTED });
    const wish = foldTaste(this.#space, sums, hints);
    return new FoldedUser(checked, taste, this.#ranker.fold(checked, wish), genres);
  }

  likelihood(user: UserFactors, item: number): Likelihood {
    const { taste } = own(user);
    return {
      mean: clip(predictedMean(this.#space, taste.mean, item)),
      variance: predictedVariance(this.#space, taste, item),
    };
  }

  likelihoods(
    user: UserFactors,
    items: ArrayLike<number>,
    mean: Float32Array,
    variance?: Float32Array,
  ): void {
    const { taste } = own(user);
    for (let k = 0; k < items.length; k++) {
      mean[k] = clip(predictedMean(this.#space, taste.mean, items[k]));
      if (variance) variance[k] = predictedVariance(this.#space, taste, items[k]);
    }
  }

  likeProbabilities(user: UserFactors, items: ArrayLike<number>, out: Float32Array): void {
    const folded = own(user);
    const { taste } = folded;
    const isOpen = items.length >= MANY || this.#opened.user === folded;
    const covariance = isOpen ? this.#open(folded).covariance : null;
    const mean = new Float64Array(items.length);
    const variance = new Float64Array(items.length);
    predictRatings(this.#space, taste, items, covariance, mean, variance);
    for (let k = 0; k < items.length; k++) out[k] = likeProbability(mean[k], variance[k]);
  }

  order(user: UserFactors, out: Float32Array): void {
    const { signals, state, genres } = own(user);
    const { fame, needsRatings, genreLift } = this.#ranker;
    const count = interestCount(signals);
    const fade = HALF_KNOWN / (HALF_KNOWN + count);
    this.#ranker.score(state, signals, needsRatings ? 1 - fade : 1, out);
    const famous = (fame.known + (fame.unknown - fame.known) * fade) * fameTaste(this.#fame, signals);
    addFame(this.#fame, famous, fame.aged, count, out);
    if (genres.length > 0) this.#liftGenres(genres, genreLift * fade, out);
  }

  because(user: UserFactors, item: number, effect: Effect, shownGenres: number): Because[] {
    const folded = own(user);
    const { count: ratings, rated, explained, average, moved } = this.#reasonsOf(folded, effect);
    tasteMoves(this.#space, explained, ratings, item, moved);
    const way = WAYS[effect];
    // The ratings with the largest effects, largest first. Of equal effects, the lower title is first.
    let count = 0;
    for (let n = 0; n < ratings; n++) {
      // A rating that moves all titles equally does not explain this title, so subtract the average move.
      const more = way * (moved[n] - average[n]);
      // A title's own rating is not a reason for it.
      if (more < VISIBLE_MOVE || way * moved[n] <= 0 || rated[n] === item) continue;
      if (count === LARGEST_MOVES && more <= largestMoves[count - 1]) continue;
      let at = count < LARGEST_MOVES ? count++ : count - 1;
      for (; at > 0 && more > largestMoves[at - 1]; at--) {
        largestMoves[at] = largestMoves[at - 1];
        largest[at] = largest[at - 1];
      }
      largestMoves[at] = more;
      largest[at] = n;
    }
    for (let at = 0; at < count; at++) largestItems[at] = rated[largest[at]];
    return mostSpecific(this.#facts, item, largestItems, count, REASONS_SHOWN, shownGenres);
  }

  moves(user: UserFactors, out: Float32Array): void {
    movesOfTitles(this.#space, own(user).taste, out);
  }

  certainty(user: UserFactors, items: ArrayLike<number>): number {
    return certaintyOf(this.#space, own(user).taste, this.#centre, items);
  }

  #open(user: FoldedUser): Opened {
    const opened = this.#opened;
    if (opened.user === user) return opened;
    opened.user = null;
    posteriorCovariance(user.taste, opened.covariance, this.#scratch);
    unpack(opened.covariance, this.#space.factors + 1, opened.whole);
    opened.user = user;
    return opened;
  }

  /** Returns the ratings that may be reasons: likes that were higher than expected, or dislikes that were lower. */
  #reasonsOf(user: FoldedUser, effect: Effect): Reasons {
    const { reasons, whole } = this.#open(user);
    if (reasons[effect].user === user) return reasons[effect];
    const { signals, taste } = user;
    const surprising = signals.rated.length > REASONS ? this.#mostSurprising(user) : null;
    const length = surprising?.length ?? signals.rated.length;
    const d = this.#space.factors + 1;
    if (reasons[effect].rated.length < length) reasons[effect] = roomForReasons(length, d);
    const found = reasons[effect];
    const { rated, ratings, explained, average } = found;
    const way = WAYS[effect];
    found.user = null;
    let count = 0;
    for (let k = 0; k < length; k++) {
      const n = surprising === null ? k : surprising[k];
      const rating = signals.ratings[n];
      if (effect === 'raised' ? rating < LIKED : rating > DISLIKED) continue;
      if (!(way * this.#surpriseOf(user, n) > 0)) continue;
      rated[count] = signals.rated[n];
      ratings[count++] = rating;
    }
    explainTaste(this.#space, taste, { rated, ratings, count }, user.count, whole, explained);
    average.fill(0, 0, count);
    for (let c = 0; c < d; c++) {
      for (let n = 0; n < count; n++) average[n] += this.#centre[c] * explained[c * count + n];
    }
    found.count = count;
    found.user = user;
    return found;
  }

  /** Returns how much higher the rating is than expected without it, in points. */
  #surpriseOf({ signals, taste }: FoldedUser, n: number): number {
    return signals.ratings[n] - predictedMean(this.#space, taste.prior, signals.rated[n]);
  }

  /** Returns the places of the `REASONS` ratings that differ most from what was expected, rising. */
  #mostSurprising(user: FoldedUser): Int32Array {
    const distances = Float32Array.from(user.signals.rated, (_, n) => Math.abs(this.#surpriseOf(user, n)));
    return topK(distances, REASONS).sort();
  }

  teach(user: UserFactors, out: Float32Array): void {
    const { signals, taste } = own(user);
    const { popularity } = this.catalogue;
    // Interest raises the probability that a user knows a title, because users know more titles of their
    // taste.
    this.#ranker.score(own(user).state, signals, 0.25, out);
    for (let i = 0; i < out.length; i++) {
      out[i] = popularity[i] ** KNOWN_BY_FAME * (0.25 + 1 / (1 + Math.exp(-out[i])));
    }
    // A rated title gives no new information.
    for (const item of signals.rated) out[item] = 0;
    const asked = topK(out, TEACH_CANDIDATES);
    const known = Float64Array.from(asked, (item) => out[item]);
    // Titles without a computed information gain are ranked below all titles with an information gain.
    for (let i = 0; i < out.length; i++) out[i] *= 1e-6;
    const { covariance } = this.#open(own(user));
    const lessons = lessonsOf(this.#space, taste, asked, known, covariance);
    asked.forEach((item, at) => {
      out[item] = lessons[at];
    });
  }

  similar(item: number, out: Float32Array): void {
    this.#ranker.similar(item, out);
    out[item] = Number.NEGATIVE_INFINITY;
  }

  #liftGenres(genres: Int32Array, lift: number, out: Float32Array): void {
    const lifted = this.#lifted.fill(0);
    for (const genre of genres) {
      const titles = this.#genres.get(genre)?.titles ?? NO_TITLES;
      for (let at = 0; at < titles.length; at++) {
        const item = titles[at];
        out[item] += lifted[item] === 0 ? lift : 0.1 * lift;
        lifted[item] = 1;
      }
    }
  }
}

function own(user: UserFactors): FoldedUser {
  if (user instanceof FoldedUser) return user;
  throw new TypeError('the user was not folded in by this package');
}

function clip(rating: number): number {
  return Math.min(10, Math.max(0, rating));
}

function valid(index: number, size: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < size;
}

function indexes(list: ArrayLike<number>, size: number): Int32Array {
  const distinct = new Set(Array.from(list));
  return Int32Array.from(distinct)
    .filter((i) => valid(i, size))
    .sort();
}

function centreOf({ size, factors, items }: TasteSpace): Float64Array {
  const d = factors + 1;
  const centre = new Float64Array(d);
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < factors; c++) centre[c] += items[i * d + c] / size;
  }
  centre[factors] = 1;
  return centre;
}

/**
 * Returns the titles of each genre, and the observation for users who chose the genre. The vector of the
 * observation is the mean factor of the genre's titles minus the mean factor of all titles.
 */
function genresOf(
  catalogue: Catalogue,
  { factors, items }: TasteSpace,
  centre: Float64Array,
): PreparedModel['genres'] {
  const d = factors + 1;
  const lists = new Map<number, number[]>();
  for (let i = 0; i < catalogue.size; i++) {
    for (let k = catalogue.genres.offsets[i]; k < catalogue.genres.offsets[i + 1]; k++) {
      const list = lists.get(catalogue.genres.values[k]);
      if (list) list.push(i);
      else lists.set(catalogue.genres.values[k], [i]);
    }
  }
  return Array.from(lists, ([id, list]) => {
    const vector = new Float64Array(d);
    for (const item of list) {
      for (let c = 0; c < factors; c++) vector[c] += (items[item * d + c] - centre[c]) / list.length;
    }
    return { id, titles: Int32Array.from(list), hint: { vector, ...CHOSEN_GENRE } };
  });
}
