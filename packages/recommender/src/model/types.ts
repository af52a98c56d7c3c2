import type { FactSpace } from './fact-space.ts';

/**
 * The public types: titles are indexes in the catalogue's columns, and ratings are 0–10. Genres and people
 * have the caller's ids (integers from 0).
 */

/** Rows of varying length in two flat arrays: row i is `values[offsets[i]] … values[offsets[i + 1] - 1]`. */
export interface Csr {
  /** Has size + 1 entries in rising order. The first entry is 0. */
  readonly offsets: Int32Array;
  readonly values: Int32Array;
}

/** The catalogue as columns. The model keeps references to the arrays, so do not change the arrays later. */
export interface Catalogue {
  readonly size: number;
  /** Distinct title ids of the caller. A stored model finds its titles in a newer catalogue by these ids. */
  readonly ids: Int32Array;
  /** 0 for a movie, 1 for a series. */
  readonly type: Uint8Array;
  /** Release year, 0 when unknown. */
  readonly year: Int16Array;
  /** 0 (unknown) to 1 (the best known): a rank quantile or a scaled logarithm of votes. */
  readonly popularity: Float32Array;
  /** Genre ids of each title. */
  readonly genres: Csr;
  /** Themes of each title: what it is about, where it plays, its kind and its tone. An absent column means unknown. */
  readonly themes?: Csr;
  /** The group of each theme, by its id: 0 (about), 1 (setting), 2 (kind) or 3 (tone). `similarTitles` weighs them. */
  readonly themeGroup?: Uint8Array;
  /** Indexes of the titles that people who love a title are most likely to love too. An absent column means unknown. */
  readonly lovedWith?: Csr;
  /** Person ids of each title's directors or creators. */
  readonly directors: Csr;
  /** Person ids of each title's cast, in billing order. */
  readonly cast: Csr;
  /**
   * Titles with the same number belong to one franchise, and -1 means no franchise. `franchiseKeys` derives
   * the numbers.
   */
  readonly franchise: Int32Array;
  /**
   * Ids of each title's production countries. An absent column means unknown, also for the next columns.
   */
  readonly countries?: Csr;
  /** The country that each title is from: one of `countries`, or -1 when unknown, as among co-producers. */
  readonly ownCountry?: Int32Array;
  /** Runtime of a movie, or of an episode, in minutes; 0 when unknown. */
  readonly runtime?: Int16Array;
  /** 0 (for everyone) to 3 (for adults), -1 when unknown. `ageLevel` derives the level from an age rating. */
  readonly ageLevel?: Int8Array;
}

/**
 * All signals of one user. The order of the signals has no effect: equal sets give equal factors, but for groups that are
 * kept from before.
 */
export interface Signals {
  /** Indexes of rated titles, each once, parallel to `ratings`. */
  readonly rated: ArrayLike<number>;
  /** The ratings of these titles, 0–10. */
  readonly ratings: ArrayLike<number>;
  /** Indexes of hidden titles: weak dislikes. Hides, list entries and views change the order and no predicted rating. */
  readonly hidden: ArrayLike<number>;
  /** Indexes of titles in the user's lists (Watch Later and custom lists): interest. */
  readonly listed: ArrayLike<number>;
  /** Indexes of titles that the user saw and has not rated: interest without an opinion. */
  readonly seen?: ArrayLike<number>;
  /** Indexes of titles that the user has not watched: how far they choose what everybody watches. */
  readonly unseen?: ArrayLike<number>;
  /** Ids of chosen genres. */
  readonly genres: ArrayLike<number>;
  /** Indexes of the titles that the user chose last, which count double in the shares of their tastes. */
  readonly latest?: ArrayLike<number>;
  /** Indexes of titles whose evidence counts a quarter: the user said that it is not their taste. */
  readonly doubted?: ArrayLike<number>;
}

/** One of up to three tastes of a user. */
export interface TasteGroup {
  /** The chosen titles of this taste: those by which it was found, the highest rating first, and those that joined it. */
  readonly titles: Int32Array;
  /** The share (0–1) of the places that it has. 0 when the user doubts most of its titles. */
  readonly share: number;
}

/** The interest from the evidence of each taste alone. All lists are empty where no tastes take turns. */
export interface InterestByTaste {
  /** For each taste, the interest in the asked titles, parallel to them. */
  readonly byTaste: readonly Float32Array[];
  /** The share of the places that each taste gets. They sum to 1. */
  readonly shares: readonly number[];
  /** Whether two tastes have nearly nothing in common. */
  readonly areClear: boolean;
}

/** A folded-in user. Pass the object only to the model whose `foldIn` created it. */
export interface UserFactors {
  /** Number of ratings folded in. */
  readonly count: number;
}

/**
 * A predicted rating: the mean, clipped to 0–10, and the variance of a rating around this mean, in squared
 * points.
 */
export interface PredictedRating {
  readonly mean: number;
  readonly variance: number;
}

/** The predicted ratings of many titles: `mean[i]` and `variance[i]` belong to title i of the call. */
export interface PredictedRatings {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/**
 * A fact that two titles share. `id` is the caller's id of the theme, genre, person or country, the franchise
 * number, the first year of the decade, or, for `loved_with`, the index of the other title.
 */
export interface SharedFact {
  readonly kind: 'franchise' | 'loved_with' | 'theme' | 'director' | 'cast' | 'genre' | 'country' | 'decade';
  readonly id: number;
}

/** The chance (0–1) that a user would choose a title. */
export type Choice = (item: number) => number;

/** Whether reasons speak for a title or against it. */
export type Effect = 'raised' | 'lowered';

/**
 * Returns at most two rated titles of a user that raised or lowered a title. Among the ratings with the largest
 * effects, those with the most specific shared fact come first (see `sharedFacts`). Only ratings of 7 or more raise a
 * title, and only ratings of 5 or less lower it. A title that is loved with one rated 8 or more
 * may have it as a reason at any effect; without one, the array is empty when no effect is large enough to show.
 */
export type Explain = (item: number, effect: Effect) => number[];

/**
 * The interface of the content model and of trained models. All calls are synchronous. A model never changes, and
 * every array that it returns is new.
 */
export interface Model {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;
  /** The facts that titles can share, for `arrange` and for reasons. */
  readonly facts: FactSpace;

  /**
   * Computes the user's factors in closed form. Ignores indexes outside the catalogue.
   * @param before the same user's factors before the last changes, whose groups stay until a tenth of the chosen titles
   * has come or gone. Without it, groups are found again.
   */
  foldIn(signals: Signals, before?: UserFactors): UserFactors;

  /** Predicts the rating of one title. */
  predictRating(user: UserFactors, item: number): PredictedRating;

  /** Predicts the ratings of many titles. */
  predictRatings(user: UserFactors, items: ArrayLike<number>): PredictedRatings;

  /**
   * Returns the probabilities (0–0.97) that the user would rate titles 7 or more, parallel to `items`. A title that the
   * user would hardly choose gets less of what their ratings say for it, see `page/temper.ts`.
   * @param choice `choiceOf` the user's `interest`, for a caller that has it.
   */
  likeProbabilities(user: UserFactors, items: ArrayLike<number>, choice?: Choice): Float32Array;

  /**
   * Returns the user's interest in titles from all evidence, without a unit: the order in which titles are recommended.
   * Rated and hidden titles get scores too, so the caller must exclude them (see `topK`).
   * @param items every title without; the result is parallel to them.
   */
  interest(user: UserFactors, items?: Int32Array): Float32Array;

  /** Returns the interest in titles from the evidence of each taste, where several take turns on a page. */
  interestByTaste(user: UserFactors, items: Int32Array): InterestByTaste;

  /** Returns the tastes of the user, those with the largest share first: one, unless several explain the choices better. */
  groups(user: UserFactors): readonly TasteGroup[];

  /** Returns a function that finds reasons. It keeps the effects of the user's ratings, so use it for many titles. */
  explain(user: UserFactors): Explain;

  /**
   * Returns the move of every title in points: the predicted mean minus the predicted mean for a user without
   * signals.
   */
  moves(user: UserFactors): Float32Array;

  /**
   * Returns how certain the taste for `items` is: the share (0–1) of the prior variance of x that signals
   * removed. Here x is the mean prediction for `items` minus the mean prediction for all titles.
   */
  certainty(user: UserFactors, items: ArrayLike<number>): number;

  /**
   * Returns the value of a new rating of every title: information gain × probability that the user knows the title.
   * @param fameWeight the weight of fame in that probability, 0 to 1; interest replaces it, see `weightOfFame`.
   */
  teach(user: UserFactors, fameWeight?: number): Float32Array;

  /** Returns the similarity of every title to `item`, see `similarTitles`. */
  similar(item: number): Float32Array;
}

/** Description of a model, small enough for a JSON column. */
export interface ModelMeta {
  /** Layout of the stored arrays. A loader refuses an unknown layout. */
  readonly format: number;
  readonly kind: 'content' | 'trained';
  readonly seed: number;
  readonly hyper: Readonly<Record<string, number>>;
  /** `people` are users: the key of models stored before the word was settled. */
  readonly data: { readonly ratings: number; readonly people: number; readonly items: number };
  /** Held-out figures of this model; null when the model was not measured. */
  readonly heldout: HeldOut | null;
  readonly rivals: Rivals;
  /** The gains over the content model. Missing in models that were not measured. */
  readonly proof?: Proof;
  /**
   * True when the model was trained on all users. Such a model must not be measured on any of these users.
   */
  readonly crossValidated?: boolean;
  /** See `PromotionDecision.lost`, set at the promotion of the model. Absent means no loss. */
  readonly lost?: Lost;
  /** Names, types and lengths of the arrays, in stored order. */
  readonly arrays: readonly StoredArray[];
}

/** Held-out figures of other models, measured on the same held-out rows. */
export interface Rivals {
  readonly content: HeldOut | null;
  /** Null when the previous model was trained on held-out users. */
  readonly previous: HeldOut | null;
  /** The stored loss of `previous` (its `ModelMeta.lost`). Absent means no loss. */
  readonly lost?: Lost;
}

/** A gain over the content model on held-out users: its mean and its standard error over users. */
export interface Margin {
  readonly mean: number;
  readonly error: number;
}

/** The gain in squared error of predicted ratings (points of 0–10), and the gain in NDCG@100. */
export interface Proof {
  readonly taste: Margin;
  readonly order: Margin;
}

/** Held-out figures. Rating error and calibration are in points of 0–10. */
export interface HeldOut {
  readonly rmse: number;
  readonly mae: number;
  readonly ece: number;
  readonly recall20: number;
  readonly ndcg10: number;
  readonly ndcg100: number;
  /** Number of hidden ratings, and number of users with hidden ratings. */
  readonly ratings: number;
  readonly people: number;
  /** Number of users with enough positives to measure their ranking. */
  readonly ranked: number;
}

export interface StoredArray {
  readonly name: string;
  readonly type: 'f32' | 'i32';
  readonly length: number;
}

/** A trained model as data: `meta` is stored as JSON, `arrays` as bytes by `encodeModel`. */
export interface StoredModel {
  readonly meta: ModelMeta;
  readonly arrays: Readonly<Record<string, Float32Array | Int32Array>>;
}

/** All ratings as three parallel columns: user (any integer id), title (catalogue index), rating 0–10. */
export interface RatingColumns {
  readonly users: Int32Array;
  readonly items: Int32Array;
  readonly ratings: Float32Array;
}

/** Progress of training: the stage, and the finished share of all stages, 0–1. */
export interface Progress {
  readonly stage: string;
  readonly overall: number;
}

export interface TrainOptions {
  /** The same seed gives the same numbers. The default is 1. */
  readonly seed?: number;
  /** Called after each step. */
  readonly progress?: (progress: Progress) => void;
  /** Checked between steps. When the signal is aborted, the training rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * The previous model. Training starts from its factors, and the previous model is measured on the same
   * held-out rows.
   */
  readonly previous?: StoredModel;
  /** With fewer users than this number, the training cross-validates. The default is 1,500. */
  readonly crossValidatedBelow?: number;
}

/** Relative loss of a model against the best earlier model. 0 when the model is at least as good. */
export interface Lost {
  readonly rmse: number;
  readonly ndcg100: number;
}

/** Whether a newly trained model may replace the current model, with the reason in one sentence. */
export interface PromotionDecision {
  readonly accept: boolean;
  readonly reason: string;
  /**
   * Stored with the model (`ModelMeta.lost`). Without a stored loss, small losses of consecutive models could
   * add up.
   */
  readonly lost: Lost;
}
