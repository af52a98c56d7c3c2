import { lessonsOf } from '../deck/lessons.ts';
import { topK } from '../math/select.ts';
import { type FactSpace, factSpace } from '../model/fact-space.ts';
import { aboveLimit, DISLIKED } from '../model/like-probability.ts';
import type { NeighborSpace } from '../model/neighbor-space.ts';
import {
  foldTaste,
  type Hint,
  meanWithHints,
  predictedMean,
  predictedVariance,
  type RatingSums,
  sumRatings,
  type Taste,
  type TasteSpace,
  vectorOf,
} from '../model/taste.ts';
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
import { choiceOf, temper } from '../page/temper.ts';
import { similarTitles } from '../similar/similar-titles.ts';
import { explainTitles } from '../tell/explain-titles.ts';
import { addedByFame, type FameSpace, fameSpace, fameTaste } from './fame.ts';
import { certaintyOf, movesOfTitles } from './learned-taste.ts';
import { neighborRanker } from './neighbor-ranker.ts';
import {
  type CheckedSignals,
  checkSignals,
  HALF,
  indexes,
  interestCount,
  type Ranker,
  trustIn,
} from './ranker.ts';
import { groupTitles, keepGroups } from './taste-groups.ts';

import { type TrainedOrderSpace, trainedRanker } from './trained-ranker.ts';

/** The observed values of hides, list entries and chosen genres, in points relative to the average title. */
const HIDDEN = { value: -2, variance: 6 };
const LISTED = { value: 1.5, variance: 6 };
const CHOSEN_GENRE = { value: 1.2, variance: 0.25 };

/** Of n ratings (`interestCount`), n / (5 + n) is the share by which evidence replaces first guesses: fame and chosen genres. */
const HALF_KNOWN = 5;

/** The probability that a user knows a title is its popularity to this power, increased by interest. */
const KNOWN_BY_FAME = 3;
/** What interest adds to this is between 0 and 1. */
const KNOWN_WITHOUT_INTEREST = 0.25;
/** How much steeper the probability rises with interest where fame says nothing. */
const INTEREST_FOR_FAME = 2;

/** `teach` computes the information gain only of the titles that the user most probably knows. */
const TEACH_CANDIDATES = 1500;

/** Evidence of a user, and what the ranker made of it. */
interface Ranked {
  readonly signals: CheckedSignals;
  readonly state: Float32Array;
}

class FoldedUser implements UserFactors, Ranked {
  readonly signals: CheckedSignals;
  readonly taste: Taste;
  readonly state: Float32Array;
  readonly genres: Int32Array;
  readonly tastes: Tastes;
  readonly count: number;

  constructor({ signals, state }: Ranked, taste: Taste, genres: Int32Array, tastes: Tastes) {
    this.signals = signals;
    this.taste = taste;
    this.state = state;
    this.genres = genres;
    this.tastes = tastes;
    this.count = signals.rated.length;
  }
}

/** The arrays of the ranker, which is the content ranker or the trained ranker. */
export type OrderSpace =
  | { readonly kind: 'content' }
  | { readonly kind: 'trained'; readonly trained: TrainedOrderSpace };

/**
 * All numbers of a model for one catalogue, as plain values and typed arrays for transfer from a worker
 * thread.
 */
export interface PreparedPure {
  readonly meta: ModelMeta;
  readonly taste: TasteSpace;
  readonly order: OrderSpace;
  /** Tells the tastes of a user apart, and ranks by content. */
  readonly neighbors: NeighborSpace;
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
  neighbors: NeighborSpace,
): PreparedPure {
  const centre = centreOf(taste);
  return { meta, taste, order, neighbors, genres: genresOf(catalogue, taste, centre), centre };
}

/** The tastes of a user, and whether two of them have nearly nothing in common. */
export interface Tastes {
  readonly groups: readonly TasteGroup[];
  readonly areClear: boolean;
  /** See `GroupedTitles`. */
  readonly changes: number;
}

/** A model that is not blended, of which a blend asks more. */
export interface PureModel extends Model {
  /**
   * @param before see `Model.foldIn`. What changed neither ratings nor genres leaves the likelihood of before.
   * @param tastes those of another model for the same signals.
   */
  foldIn(signals: Signals, before?: UserFactors, tastes?: Tastes): UserFactors;

  tastes(user: UserFactors): Tastes;
}

/** Creates a model from the arrays of `prepareContentModel` or `prepareTrained`, which do the slow work. */
export function openPure(
  catalogue: Catalogue,
  prepared: PreparedPure,
  facts: FactSpace = factSpace(catalogue),
): PureModel {
  const { taste, order, neighbors } = prepared;
  const byContent = neighborRanker(neighbors, catalogue);
  const ranker = order.kind === 'content' ? byContent : trainedRanker(order.trained, catalogue, taste);
  return new TasteModel(prepared, catalogue, { ranker, byContent }, facts);
}

/** Implements `Model`. Content models and trained models differ only in taste space and ranker. */
class TasteModel implements PureModel {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;
  readonly facts: FactSpace;
  readonly #space: TasteSpace;
  readonly #neighbors: NeighborSpace;
  readonly #ranker: Ranker;
  /** Tells to which of a user's tastes a title belongs. */
  readonly #byContent: Ranker;
  readonly #centre: Float64Array;
  readonly #genres: ReadonlyMap<number, PreparedPure['genres'][number]>;
  readonly #fame: FameSpace;
  /** `aboveLimit` of each title for a user of whom nothing is known, the same for all users; NaN until it is computed. */
  readonly #strangers: Float32Array;
  #stranger: FoldedUser | undefined;
  /** Made when it is asked for, because training asks for none. */
  #similar: ReturnType<typeof similarTitles> | undefined;

  constructor(
    { meta, taste, neighbors, genres, centre }: PreparedPure,
    catalogue: Catalogue,
    { ranker, byContent }: { ranker: Ranker; byContent: Ranker },
    facts: FactSpace,
  ) {
    this.meta = meta;
    this.catalogue = catalogue;
    this.facts = facts;
    this.#space = taste;
    this.#neighbors = neighbors;
    this.#ranker = ranker;
    this.#byContent = byContent;
    this.#centre = centre;
    this.#genres = new Map(genres.map((genre) => [genre.id, genre]));
    this.#fame = fameSpace(catalogue);
    this.#strangers = new Float32Array(catalogue.size).fill(Number.NaN);
  }

  foldIn(signals: Signals, before?: UserFactors, tastes?: Tastes): FoldedUser {
    const checked = checkSignals(signals, this.catalogue.size);
    const genres = Int32Array.from(new Set(Array.from(signals.genres))).sort();
    const hints: Hint[] = [];
    for (const genre of genres) {
      const hint = this.#genres.get(genre)?.hint;
      if (hint) hints.push(hint);
    }
    let summed: RatingSums | undefined;
    const sums = (): RatingSums => {
      summed ??= sumRatings(this.#space, checked.rated, checked.ratings, trustIn(checked, checked.rated));
      return summed;
    };
    const known = before && foldedUser(before);
    // A hide, a list entry and a view change the order, and nothing that was said of ratings.
    const taste =
      known && hasSameOpinion(known, checked, genres) ? known.taste : foldTaste(this.#space, sums(), hints);
    const { hidden, listed } = checked;
    const latest = indexes(signals.latest ?? [], this.catalogue.size);
    const found = tastes ?? this.#tastesOf(checked, latest, taste, known?.tastes);
    const toUser = (withWishes: Taste): FoldedUser => {
      const ranked = { signals: checked, state: this.#ranker.fold(checked, withWishes) };
      return new FoldedUser(ranked, taste, genres, found);
    };
    if (!this.#ranker.readsMean || hidden.length + listed.length === 0) return toUser(taste);
    // Hides and list entries say what a user wants to see, not how they would rate it. So only the order, which
    // has no calibration to lose, reads them.
    for (const item of hidden) hints.push({ vector: this.#factorsOf(item), ...HIDDEN });
    for (const item of listed) hints.push({ vector: this.#factorsOf(item), ...LISTED });
    return toUser({ ...taste, mean: meanWithHints(this.#space, sums(), hints, taste) });
  }

  /** Finds the groups of what the user chose, or keeps those of before. Those with the largest share are first. */
  #tastesOf(signals: CheckedSignals, latest: Int32Array, taste: Taste, before?: Tastes): Tastes {
    const { rated, ratings, listed, seen, doubted } = signals;
    // What somebody rated low is none of their tastes.
    const chosen = ratings.map((rating) => (rating > DISLIKED ? rating : Number.NEGATIVE_INFINITY));
    const byRating = topK(chosen, rated.length).map((n) => rated[n]);
    const titles = Int32Array.from([...byRating, ...listed, ...seen]);
    /** Returns how much the titles of a group say for an item. */
    const speakFor = (group: ReadonlySet<number>, item: number): number => {
      const evidence = evidenceWithin(signals, group);
      const state = this.#byContent.fold(evidence, taste);
      return this.#byContent.score(state, evidence, 1, Int32Array.of(item))[0];
    };
    const kept = before && keepGroups(before, titles, speakFor);
    const { groups, areClear, changes } = kept ?? groupTitles(this.#neighbors, titles);
    const isRated = new Set(rated);
    const isLatest = new Set(latest);
    const weightOf = (item: number): number => (isRated.has(item) ? 1 : HALF) * (isLatest.has(item) ? 2 : 1);
    const weigh = (titles: Iterable<number>): number =>
      Array.from(titles, weightOf).reduce((sum, weight) => sum + weight, 0);
    const weighed = groups.map((titles) => {
      const weight = weigh(titles);
      const isDoubted = 2 * weigh(titles.filter((item) => doubted.has(item))) > weight;
      return { titles, weight: isDoubted ? 0 : weight };
    });
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
    const shared = weighed
      .map(({ titles, weight }) => ({ titles, share: weight / Math.max(all, Number.MIN_VALUE) }))
      .sort((a, b) => b.share - a.share);
    return { groups: shared, areClear, changes };
  }

  /** Returns the vector of a title without the bias, because a wish says nothing of how kindly a user rates. */
  #factorsOf(item: number): Float64Array {
    return vectorOf(this.#space, item).fill(0, this.#space.factors);
  }

  predictRating(user: UserFactors, item: number): PredictedRating {
    const { mean, variance } = this.predictRatings(user, [item]);
    return { mean: mean[0], variance: variance[0] };
  }

  predictRatings(user: UserFactors, items: ArrayLike<number>): PredictedRatings {
    const { mean, variance } = this.#predict(user, items);
    return { mean: mean.map(clip), variance };
  }

  likeProbabilities(
    user: UserFactors,
    items: ArrayLike<number>,
    choice: Choice = choiceOf(this.interest(user)),
  ): Float32Array {
    const { mean, variance } = this.#predict(user, items);
    const strangers = this.#ofStrangers(items);
    return Float32Array.from(mean, (points, k) =>
      temper(aboveLimit(points, variance[k]), strangers[k], choice(items[k])),
    );
  }

  /** Returns `aboveLimit` of each title for a user of whom nothing is known. Each is computed once. */
  #ofStrangers(items: ArrayLike<number>): Float32Array {
    const missing = Int32Array.from(items).filter((item) => Number.isNaN(this.#strangers[item]));
    if (missing.length > 0) {
      this.#stranger ??= this.foldIn({ rated: [], ratings: [], hidden: [], listed: [], genres: [] });
      const { mean, variance } = this.#predict(this.#stranger, missing);
      missing.forEach((item, k) => {
        this.#strangers[item] = aboveLimit(mean[k], variance[k]);
      });
    }
    return Float32Array.from(items, (item) => this.#strangers[item]);
  }

  /** Predicts ratings, with means that are not clipped to 0–10. */
  #predict(user: UserFactors, items: ArrayLike<number>): PredictedRatings {
    const { taste } = foldedUser(user);
    return {
      mean: Float64Array.from(items, (item) => predictedMean(this.#space, taste.mean, item)),
      variance: Float64Array.from(items, predictedVariance(this.#space, taste)),
    };
  }

  interest(user: UserFactors, items?: Int32Array): Float32Array {
    const folded = foldedUser(user);
    return this.#interestFrom(folded, this.#liftsOf(folded.genres), items);
  }

  interestByTaste(user: UserFactors, items: Int32Array): InterestByTaste {
    const { signals, taste, genres, tastes } = foldedUser(user);
    const turns = turnsOf(tastes, this.#ranker.takesTurns);
    const lifts = this.#liftsOf(genres);
    // What is folded in is not kept with the user, because a cache holds thousands of them.
    const byTaste = turns.map(({ titles }) => {
      const evidence = evidenceWithin(signals, new Set(titles));
      return this.#interestFrom(
        { signals: evidence, state: this.#ranker.fold(evidence, taste) },
        lifts,
        items,
      );
    });
    return { byTaste, shares: turns.map(({ share }) => share), areClear: tastes.areClear };
  }

  groups(user: UserFactors): readonly TasteGroup[] {
    return this.tastes(user).groups;
  }

  tastes(user: UserFactors): Tastes {
    return foldedUser(user).tastes;
  }

  /** @param lifts what chosen genres say of each title (`#liftsOf`). */
  #interestFrom({ signals, state }: Ranked, lifts: Float32Array, items?: Int32Array): Float32Array {
    const { fame, needsRatings, genreLift } = this.#ranker;
    const count = interestCount(signals);
    const fameShare = HALF_KNOWN / (HALF_KNOWN + count);
    const famous = (fame.known + (fame.unknown - fame.known) * fameShare) * fameTaste(this.#fame, signals);
    const byFame = addedByFame(this.#fame, famous, fame.aged, count);
    const lift = genreLift * fameShare;
    const scores = this.#ranker.score(state, signals, needsRatings ? 1 - fameShare : 1, items);
    for (let at = 0; at < scores.length; at++) {
      const item = items === undefined ? at : items[at];
      scores[at] += byFame(item) + lift * lifts[item];
    }
    return scores;
  }

  explain(user: UserFactors): Explain {
    const { signals, taste } = foldedUser(user);
    return explainTitles({ space: this.#space, facts: this.facts, centre: this.#centre }, signals, taste);
  }

  moves(user: UserFactors): Float32Array {
    return movesOfTitles(this.#space, foldedUser(user).taste);
  }

  certainty(user: UserFactors, items: ArrayLike<number>): number {
    return certaintyOf(this.#space, foldedUser(user).taste, this.#centre, items);
  }

  teach(user: UserFactors, fameWeight = 1): Float32Array {
    const { signals, state, taste } = foldedUser(user);
    const { popularity } = this.catalogue;
    // Interest raises the probability that a user knows a title, because users know more titles of their
    // taste. Of what fame loses, interest gains.
    const byFame = KNOWN_BY_FAME * fameWeight;
    const least = KNOWN_WITHOUT_INTEREST * fameWeight;
    const slope = 1 + INTEREST_FOR_FAME * (1 - fameWeight);
    const known = this.#ranker
      .score(state, signals, 0.25)
      .map((interest, i) => popularity[i] ** byFame * (least + 1 / (1 + Math.exp(-slope * interest))));
    // A rated title gives no new information.
    for (const item of signals.rated) known[item] = 0;
    const asked = topK(known, TEACH_CANDIDATES);
    const lessons = lessonsOf(
      this.#space,
      taste,
      asked,
      Float64Array.from(asked, (item) => known[item]),
    );
    // Titles without a computed information gain are ranked below all titles with an information gain.
    const out = known.map((probability) => 1e-6 * probability);
    asked.forEach((item, at) => {
      out[item] = lessons[at];
    });
    return out;
  }

  similar(item: number): Float32Array {
    this.#similar ??= similarTitles(this.catalogue);
    return this.#similar(item);
  }

  /** Returns how much chosen genres lift every title: 1 for one genre of it, and a tenth more for each further one. */
  #liftsOf(genres: Int32Array): Float32Array {
    const lifts = new Float32Array(this.catalogue.size);
    for (const genre of genres) {
      for (const item of this.#genres.get(genre)?.titles ?? []) lifts[item] += lifts[item] ? 0.1 : 1;
    }
    return lifts;
  }
}

/**
 * Returns the tastes that take turns: none when there is one.
 * @param takesTurns see `Ranker.takesTurns`.
 */
export function turnsOf({ groups, areClear }: Tastes, takesTurns: boolean): TasteGroup[] {
  const shared = groups.filter(({ share }) => share > 0);
  return shared.length > 1 && (takesTurns || areClear) ? shared : [];
}

/** Returns the evidence of these titles. What was hidden belongs to no group. */
function evidenceWithin(
  { rated, ratings, listed, seen, unseen, doubted }: CheckedSignals,
  own: ReadonlySet<number>,
): CheckedSignals {
  const isOwn = (item: number): boolean => own.has(item);
  return {
    rated: rated.filter(isOwn),
    ratings: ratings.filter((_, n) => isOwn(rated[n])),
    hidden: new Int32Array(0),
    listed: listed.filter(isOwn),
    seen: seen.filter(isOwn),
    unseen,
    doubted,
  };
}

/** Returns whether what the likelihood rests on is the same: ratings, the trust in them, and chosen genres. */
function hasSameOpinion({ signals, genres }: FoldedUser, now: CheckedSignals, chosen: Int32Array): boolean {
  const areEqual = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    a.length === b.length && Array.from(a).every((x, at) => x === b[at]);
  return (
    areEqual(signals.rated, now.rated) &&
    areEqual(signals.ratings, now.ratings) &&
    areEqual(genres, chosen) &&
    areEqual([...signals.doubted], [...now.doubted])
  );
}

function foldedUser(user: UserFactors): FoldedUser {
  if (user instanceof FoldedUser) return user;
  throw new TypeError('the user was not folded in by this package');
}

function clip(rating: number): number {
  return Math.min(10, Math.max(0, rating));
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
): PreparedPure['genres'] {
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
