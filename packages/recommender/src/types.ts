/**
 * The public shapes of the recommender.
 *
 * Titles are addressed by **dense index** into the catalogue's columns; genres and people by the caller's own
 * ids (any non-negative integers). Every rating is on the product's 0–10 scale.
 */

/** Rows of varying length in two flat arrays: row i is `values[offsets[i]] … values[offsets[i + 1] - 1]`. */
export interface Csr {
  /** size + 1 entries, rising, the first 0. */
  readonly offsets: Int32Array;
  readonly values: Int32Array;
}

/** The catalogue as columns. The model keeps references: treat it as frozen once handed over. */
export interface Catalogue {
  readonly size: number;
  /** The caller's title ids; how a stored model finds its titles in a newer catalogue. Distinct. */
  readonly ids: Int32Array;
  /** 0 movie, 1 series. */
  readonly type: Uint8Array;
  /** Release year, 0 when unknown. */
  readonly year: Int16Array;
  /** How well known, 0 (nobody) to 1 (everybody); a rank quantile or scaled logarithm of votes. */
  readonly popularity: Float32Array;
  /** Genre ids of each title. */
  readonly genres: Csr;
  /** Person ids of each title's directors or creators. */
  readonly directors: Csr;
  /** Person ids of each title's cast, in billing order. */
  readonly cast: Csr;
  /** Titles with an equal number belong to one franchise; -1: to none. `franchiseKeys` derives it from names. */
  readonly franchise: Int32Array;
}

/** Everything known about one person's taste. Order never matters: equal sets give equal factors. */
export interface Signals {
  /** Indexes of rated titles, each once, parallel to `ratings`. */
  readonly rated: ArrayLike<number>;
  /** Ratings 0–10. */
  readonly ratings: ArrayLike<number>;
  /** Indexes of hidden titles: weak dislikes. */
  readonly hidden: ArrayLike<number>;
  /** Indexes of titles put on own lists (Watch Later and custom ones): wishes, not ratings. */
  readonly listed: ArrayLike<number>;
  /** Ids of chosen genres. */
  readonly genres: ArrayLike<number>;
}

/** A folded-in person; made by `Model.foldIn`, read only by the model that made it. */
export interface Person {
  /** Number of ratings folded in. */
  readonly count: number;
  /** Memory held, in bytes, for the caller's bounded cache. */
  readonly bytes: number;
}

/** A predicted rating: its mean, clipped to 0–10, and the variance of a rating about it (squared points). */
export interface Likelihood {
  mean: number;
  variance: number;
}

/** A fact that two titles share; `id` is the caller's id of the genre or person, or the franchise number. */
export interface SharedFact {
  readonly kind: 'franchise' | 'director' | 'cast' | 'genre';
  readonly id: number;
}

/** One own rating and how far it moved a title's predicted mean, in points (signed). */
export interface Because {
  readonly item: number;
  readonly moved: number;
}

/** One interface for the content model (no ratings needed) and for trained ones. All calls are synchronous. */
export interface Model {
  readonly meta: ModelMeta;
  readonly catalogue: Catalogue;

  /** The person's factors in closed form. Indexes outside the catalogue are ignored. About 1 ms for 200 ratings. */
  foldIn(signals: Signals): Person;

  /** Predicted rating of one title. */
  likelihood(person: Person, item: number): Likelihood;

  /** Predicted ratings of many: `mean[i]` (and `variance[i]`) belong to `items[i]`. */
  likelihoods(person: Person, items: ArrayLike<number>, mean: Float32Array, variance?: Float32Array): void;

  /** Probability (0–1) that the person rates a title 7 or more: `out[i]` belongs to `items[i]`. */
  likeProbabilities(person: Person, items: ArrayLike<number>, out: Float32Array): void;

  /**
   * How much the person will want each title: fills `out` (catalogue size), higher is better, no unit.
   * Rated and hidden titles are scored like all others: the caller masks them (see `topK`).
   */
  order(person: Person, out: Float32Array): void;

  /**
   * Why this title and not any other: the (at most two) own ratings that moved its predicted mean most beyond what
   * they moved the average title, largest first. All are reasons in one direction, the sign of `moved`. For a title
   * that all ratings together raised, only liked titles (7 or more) above expectation count; for a title they
   * lowered, only disliked titles (5 or less) below it. Empty when none did so by a visible amount. Of more than 500
   * ratings, only the 500 furthest from expectation are compared. `moved` is beyond the average title; all that
   * a rating moved is in `contributions`.
   */
  because(person: Person, item: number): Because[];

  /** Every own rating's contribution to the mean of `item` before clipping, and the prior they start from. */
  contributions(
    person: Person,
    item: number,
  ): { prior: number; mean: number; ratings: Because[]; others: number };

  /** The most telling fact that two titles share, to go with a reason. */
  shared(item: number, other: number): SharedFact | null;

  /** How much rating each title would teach × how probably the person knows it: fills `out`, higher is better. */
  teach(person: Person, out: Float32Array): void;

  /** "More like this": fills `out` with the closeness of every title to `item`; `item` itself gets -Infinity. */
  similar(item: number, out: Float32Array): void;
}

/** What a model is, small enough for a JSON column. */
export interface ModelMeta {
  /** Layout of the stored arrays; a loader refuses what it does not know. */
  readonly format: number;
  readonly kind: 'content' | 'trained';
  readonly seed: number;
  readonly hyper: Readonly<Record<string, number>>;
  readonly data: { readonly ratings: number; readonly people: number; readonly items: number };
  /** Held-out figures of this model; null where it was not measured. */
  readonly heldout: HeldOut | null;
  readonly rivals: Rivals;
  /** By how much the model is ahead of content; absent in models that were not measured so. */
  readonly proof?: Proof;
  /** True where all people were trained on, so that the model must not be measured on any of them. */
  readonly crossValidated?: boolean;
  /** Where the ratings of a base model come from, as the operator named it. */
  readonly source?: Source;
  /** See `Verdict`; of a model that was put in use. Absent: nothing. */
  readonly lost?: Lost;
  /** Names, types and lengths of the arrays, in stored order. */
  readonly arrays: readonly StoredArray[];
}

/** Held-out figures of other models, on the same held-out rows. */
export interface Rivals {
  readonly content: HeldOut | null;
  /** The model trained before, or the base where that model has learned from held-out people. */
  readonly previous: HeldOut | null;
  /** What `previous` had lost itself (its `ModelMeta.lost`). Absent: nothing. */
  readonly lost?: Lost;
}

/** A gain over the content model on held-out people: its mean and its standard error over people. */
export interface Margin {
  readonly mean: number;
  readonly error: number;
}

/** Gains in squared error of a predicted rating (points of 0–10) and in NDCG@100. */
export interface Proof {
  readonly taste: Margin;
  readonly order: Margin;
}

/** A ratings file that a model was trained on. */
export interface Source {
  readonly file: string;
  readonly licence: string;
}

/** Held-out figures: rating error and calibration in points of 0–10; ranking of unseen people. */
export interface HeldOut {
  readonly rmse: number;
  readonly mae: number;
  readonly ece: number;
  readonly recall20: number;
  readonly ndcg10: number;
  readonly ndcg100: number;
  /** Hidden ratings, and people with hidden ratings: what the rating figures rest on. */
  readonly ratings: number;
  readonly people: number;
  /** People with enough positives for their ranking to be judged. */
  readonly ranked: number;
}

export interface StoredArray {
  readonly name: string;
  readonly type: 'f32' | 'i32';
  readonly length: number;
}

/** A trained model as data: `meta` is JSON, `arrays` are plain numbers. See `encodeModel`, `decodeModel`. */
export interface StoredModel {
  readonly meta: ModelMeta;
  readonly arrays: Readonly<Record<string, Float32Array | Int32Array>>;
}

/** All ratings as three parallel columns: person (any integer id), title (catalogue index), rating 0–10. */
export interface RatingColumns {
  readonly people: Int32Array;
  readonly items: Int32Array;
  readonly ratings: Float32Array;
}

/** Where training is: in which stage, and how much of everything is done, as a fraction 0–1. */
export interface Progress {
  readonly stage: string;
  readonly overall: number;
}

export interface TrainOptions {
  /** Same seed, same numbers. Default 1. */
  readonly seed?: number;
  /** Called after each step, between which the function yields to the event loop. */
  readonly progress?: (progress: Progress) => void;
  /** Checked between steps; training then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The model trained before: factors start from it, and it is measured on the same held-out rows. */
  readonly previous?: StoredModel;
  /** A model of other people's ratings, which these ratings refine. Used while it rests on more ratings. */
  readonly base?: StoredModel;
  /** Kept with the model. Default: the source of `base`, where it is used. */
  readonly source?: Source;
  /** Fewer people than this are cross-validated. Default 1,500. */
  readonly crossValidatedBelow?: number;
}

/** How much worse a model is than the best before it, as shares of the best's figures; 0 when it is the best. */
export interface Lost {
  readonly rmse: number;
  readonly ndcg100: number;
}

/** Whether a freshly trained model may replace the one in use, and why in one sentence. */
export interface Verdict {
  readonly accept: boolean;
  readonly reason: string;
  /** To be kept with the model (`ModelMeta.lost`), so that small losses cannot add up from one to the next. */
  readonly lost: Lost;
}
