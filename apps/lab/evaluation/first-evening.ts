import { hashed } from '@marquee/recommender/math/random';
import { topK } from '@marquee/recommender/math/select';
import { LIKED } from '@marquee/recommender/model/like-probability';
import type { Catalogue, Model, UserFactors } from '@marquee/recommender/model/types';
import { arrange } from '@marquee/recommender/page/arrange';
import { candidatesOf } from '@marquee/recommender/page/candidates';
import { choiceOf } from '@marquee/recommender/page/temper';
import { likeMetrics } from './like-metrics.ts';

/** The ratings (0–10) of one user. `items` are catalogue indexes, each once. */
export interface Rater {
  readonly id: number;
  readonly items: Int32Array;
  readonly ratings: Float32Array;
  /** Year of the user's last rating. Infinity when the file has no time. */
  readonly lastYear: number;
}

/** The figures for one number of known ratings. */
export interface EveningFigures {
  readonly known: number;
  /** Number of measured draws (users × repeats). */
  readonly draws: number;
  readonly ndcg10: number;
  readonly popularity: number;
  readonly ratio: number;
  /** Mean over the draws, in points of 0–10. */
  readonly rmse: number;
  readonly meanRmse: number;
  readonly rmseRatio: number;
  /** Share of the first twenty titles that the screens show with a likelihood of 8 or more. */
  readonly shown8: number;
  /** Of the titles counted in `shown8` and rated by the user, the share that the user liked. */
  readonly liked8: number;
  readonly likeEce: number;
  /** `likeEce` of the niche fifth. */
  readonly nicheEce: number;
  /** Shares of the hidden ratings that the screens show with a likelihood of 8 or more, and of 9 or more. */
  readonly hidden8: number;
  readonly hidden9: number;
  /** Of the titles counted in `hidden9`, the share that the user liked. */
  readonly likedOf9: number;
  /**
   * The mean share of relevant titles (at most twenty) among the first twenty titles as a page arranges them, divided by
   * that of popularity: of all users, and of the niche fifth.
   */
  readonly arranged: number;
  readonly arrangedNiche: number;
  /** `ratio` of the niche fifth: the fifth of the users whose relevant titles are least famous. */
  readonly nicheRatio: number;
  readonly users: readonly UserFigures[];
}

/** The means of one user over the draws. Two models are compared on these, user by user. */
export interface UserFigures {
  readonly id: number;
  readonly known: number;
  readonly ndcg10: number;
  readonly popularity: number;
  /** Hits among the first twenty, arranged and by popularity. */
  readonly arranged: number;
  readonly popular: number;
  readonly isNiche: boolean;
}

export const KNOWN = [0, 1, 2, 5, 10, 20, 40];
const NICHE = 0.2;
const LEAST_RATED = 60;
export const RELEVANT = 8;
export const LEAST_RELEVANT = 5;
/** Number of ranks in NDCG. */
export const RANKED = 10;
/** `shown8` is measured on this many titles at the top of the order. */
const SHOWN = 20;
/** The titles that compete for a page, as in `titles/engine/ranking.ts`. */
const KEPT = 1_000;
/** The lowest probability that is shown as 8, because the API rounds likelihoods to one decimal. */
const SHOWN_AS_8 = 0.795;
const SHOWN_AS_9 = 0.895;
/** The baseline predicts the mean of the user's ratings and five pseudo-ratings of 7. */
const MEAN = 7;
const MEAN_STRENGTH = 5;

/** Draws per user. */
const DRAWS = 20;
/** Predicted ratings vary less between draws than orders, and take most of the time. */
const RATING_DRAWS = 5;
/**
 * Upper limit of draws over all users. With more users than this limit, a sample of the users is measured.
 */
const MOST_DRAWS = 5_000;

interface Draw {
  readonly known: Int32Array;
  readonly rated: Float32Array;
  readonly hidden: Int32Array;
  readonly truth: Float32Array;
  readonly lastYear: number;
}

/** The sums over the draws for one number of known ratings. */
class Sums {
  draws = 0;
  /** Number of the draws whose predicted ratings are measured. */
  rated = 0;
  ndcg = 0;
  popularity = 0;
  arranged = 0;
  popular = 0;
  rmse = 0;
  meanRmse = 0;
  shown8 = 0;
  rated8 = 0;
  liked8 = 0;
  /** The hidden ratings, with their probabilities and whether the user liked the title. */
  readonly hidden: { readonly probability: number; readonly liked: boolean; readonly isNiche: boolean }[] =
    [];
  readonly users: UserFigures[] = [];

  figures(known: number): EveningFigures {
    const { draws } = this;
    const shown = (least: number) => this.hidden.filter(({ probability }) => probability >= least);
    const sure = shown(SHOWN_AS_9);
    return {
      known,
      draws,
      ndcg10: this.ndcg / draws,
      popularity: this.popularity / draws,
      ratio: ratioOf(this.users),
      arranged: arrangedRatioOf(this.users),
      arrangedNiche: arrangedRatioOf(this.users.filter(({ isNiche }) => isNiche)),
      nicheRatio: ratioOf(this.users.filter(({ isNiche }) => isNiche)),
      users: this.users,
      rmse: this.rmse / this.rated,
      meanRmse: this.meanRmse / this.rated,
      rmseRatio: this.rmse / this.meanRmse,
      shown8: this.shown8 / (this.rated * SHOWN),
      liked8: this.liked8 / this.rated8,
      likeEce: eceOf(this.hidden),
      nicheEce: eceOf(this.hidden.filter(({ isNiche }) => isNiche)),
      hidden8: shown(SHOWN_AS_8).length / this.hidden.length,
      hidden9: sure.length / this.hidden.length,
      likedOf9: sure.filter(({ liked }) => liked).length / sure.length,
    };
  }
}

const eceOf = (hidden: Sums['hidden']): number =>
  likeMetrics(
    Float32Array.from(hidden, ({ probability }) => probability),
    Uint8Array.from(hidden, ({ liked }) => (liked ? 1 : 0)),
  ).like_ece;

/** Returns the mean NDCG of the users, divided by that of the order of popularity. */
export function ratioOf(users: readonly Pick<UserFigures, 'ndcg10' | 'popularity'>[]): number {
  const sum = (of: (user: (typeof users)[number]) => number): number =>
    users.reduce((total, user) => total + of(user), 0);
  return sum(({ ndcg10 }) => ndcg10) / sum(({ popularity }) => popularity);
}

const arrangedRatioOf = (users: readonly Pick<UserFigures, 'arranged' | 'popular'>[]): number =>
  users.reduce((sum, { arranged }) => sum + arranged, 0) /
  users.reduce((sum, { popular }) => sum + popular, 0);

/** Returns the ids of the fifth of the users whose relevant titles have the lowest mean popularity. */
export function nicheOf(users: readonly Rater[], { popularity }: Catalogue): ReadonlySet<number> {
  const fame = users.map(({ id, items, ratings }) => {
    const relevant = items.filter((_, k) => ratings[k] >= RELEVANT);
    const sum = relevant.reduce((total, item) => total + popularity[item], 0);
    return { id, mean: sum / Math.max(1, relevant.length) };
  });
  fame.sort((a, b) => a.mean - b.mean || a.id - b.id);
  return new Set(fame.slice(0, Math.round(NICHE * fame.length)).map(({ id }) => id));
}

/** Returns the users to measure: those with enough ratings, and a sample of more than `MOST_DRAWS`. */
export function measuredUsers(raters: readonly Rater[], seed: number): Rater[] {
  const users = raters
    .filter(({ items }) => items.length >= LEAST_RATED)
    .sort((a, b) => hashed(a.id, 0, seed) - hashed(b.id, 0, seed) || a.id - b.id)
    .slice(0, MOST_DRAWS);
  if (users.length === 0) throw new RangeError(`no user has ${LEAST_RATED} ratings of titles that join`);
  return users;
}

/**
 * Measures the content model for new users. The model gets n random ratings of a user, predicts the other
 * ratings and ranks `candidates`.
 */
export function firstEvening(
  model: Model,
  candidates: Int32Array,
  users: readonly Rater[],
  seed: number,
  draws = DRAWS,
): EveningFigures[] {
  const repeats = Math.max(1, Math.min(draws, Math.floor(MOST_DRAWS / users.length)));
  const niche = nicheOf(users, model.catalogue);
  return KNOWN.map((known) => {
    const sums = new Sums();
    for (const user of users) {
      const { draws, ndcg, popularity, arranged, popular } = sums;
      for (let repeat = 0; repeat < repeats; repeat++) {
        measure(model, candidates, drawOf(user, known, seed + repeat), sums, {
          withRatings: repeat < RATING_DRAWS,
          isNiche: niche.has(user.id),
        });
      }
      const own = sums.draws - draws;
      if (own === 0) continue;
      sums.users.push({
        id: user.id,
        known,
        ndcg10: (sums.ndcg - ndcg) / own,
        popularity: (sums.popularity - popularity) / own,
        arranged: (sums.arranged - arranged) / own,
        popular: (sums.popular - popular) / own,
        isNiche: niche.has(user.id),
      });
    }
    if (sums.draws === 0) throw new RangeError(`no user likes ${LEAST_RELEVANT} titles that join`);
    return sums.figures(known);
  });
}

/**
 * Draws the first `count` ratings of a random order. With the same seed, a larger draw contains every smaller
 * draw.
 */
function drawOf({ id, items, ratings, lastYear }: Rater, count: number, seed: number): Draw {
  const at = Int32Array.from(items.keys());
  const place = Float64Array.from(items, (item) => hashed(id, item, seed));
  at.sort((a, b) => place[a] - place[b] || a - b);
  const known = at.subarray(0, count);
  const hidden = at.subarray(count);
  return {
    known: known.map((k) => items[k]),
    rated: Float32Array.from(known, (k) => ratings[k]),
    hidden: hidden.map((k) => items[k]),
    truth: Float32Array.from(hidden, (k) => ratings[k]),
    lastYear,
  };
}

function measure(
  model: Model,
  candidates: Int32Array,
  draw: Draw,
  sums: Sums,
  { withRatings, isNiche }: { withRatings: boolean; isNiche: boolean },
): void {
  const { known, rated, hidden, truth, lastYear } = draw;
  const { year, popularity } = model.catalogue;
  const isKnown = new Set(known);
  // Titles released after the user's last rating are left out.
  const open = candidates.filter((item) => year[item] <= lastYear && !isKnown.has(item));
  const isOpen = new Set(open);
  const relevant = new Set(hidden.filter((item, k) => truth[k] >= RELEVANT && isOpen.has(item)));
  if (relevant.size < LEAST_RELEVANT) return;

  const user = model.foldIn({ rated: known, ratings: rated, hidden: [], listed: [], genres: [] });
  const scores = model.interest(user);
  const best = bestOf(open, scores, SHOWN);
  sums.draws++;
  sums.ndcg += ndcg(best, relevant);
  sums.popularity += ndcg(bestOf(open, popularity, RANKED), relevant);
  sums.arranged += hits(arrangedOf(model, user, open, SHOWN), relevant);
  sums.popular += hits(bestOf(open, popularity, SHOWN), relevant);
  if (!withRatings) return;
  sums.rated++;
  measureRatings(model, user, scores, draw, sums, isNiche);

  const truthOf = new Map(Array.from(hidden, (item, k) => [item, truth[k]]));
  const probability = model.likeProbabilities(user, best, choiceOf(scores));
  best.forEach((item, k) => {
    if (probability[k] < SHOWN_AS_8) return;
    sums.shown8++;
    const rating = truthOf.get(item);
    if (rating === undefined) return;
    sums.rated8++;
    if (rating >= LIKED) sums.liked8++;
  });
}

function measureRatings(
  model: Model,
  user: UserFactors,
  scores: Float32Array,
  { rated, hidden, truth }: Draw,
  sums: Sums,
  isNiche: boolean,
): void {
  const { mean } = model.predictRatings(user, hidden);
  const probability = model.likeProbabilities(user, hidden, choiceOf(scores));
  const own = rated.reduce((sum, r) => sum + r, MEAN_STRENGTH * MEAN) / (MEAN_STRENGTH + rated.length);
  let square = 0;
  let ownSquare = 0;
  truth.forEach((rating, k) => {
    square += (mean[k] - rating) ** 2;
    ownSquare += (own - rating) ** 2;
    sums.hidden.push({ probability: probability[k], liked: rating >= LIKED, isNiche });
  });
  sums.rmse += Math.sqrt(square / truth.length);
  sums.meanRmse += Math.sqrt(ownSquare / truth.length);
}

/** Of so many best known titles, `greenShare` is the share that is green. */
const BEST_KNOWN = 2_000;
/** The rating of a title that somebody loves. */
const LOVED = 9;

/**
 * Returns the share of the best known titles that the screens show with a likelihood of 8 or more, after `count` titles
 * rated 9 or more: the mean over the users who have as many.
 */
export function greenShare(model: Model, users: readonly Rater[], count: number, seed: number): number {
  const known = topK(model.catalogue.popularity, BEST_KNOWN);
  const shares = users.flatMap((user) => {
    const { ids, ratings } = lovedOf(user);
    if (ids.length < count) return [];
    const draw = drawOf({ ...user, items: ids, ratings }, count, seed);
    const factors = model.foldIn({
      rated: draw.known,
      ratings: draw.rated,
      hidden: [],
      listed: [],
      genres: [],
    });
    const green = model.likeProbabilities(factors, known).filter((probability) => probability >= SHOWN_AS_8);
    return [green.length / known.length];
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function lovedOf({ items, ratings }: Rater): { ids: Int32Array; ratings: Float32Array } {
  const isLoved = (_: number, k: number): boolean => ratings[k] >= LOVED;
  return { ids: items.filter(isLoved), ratings: ratings.filter((rating) => rating >= LOVED) };
}

export function bestOf(open: Int32Array, scores: Float32Array, count: number): Int32Array {
  return topK(
    Float32Array.from(open, (item) => scores[item]),
    count,
  ).map((k) => open[k]);
}

/** Returns the first titles of a page that shows the best thousand of `open`, as the page arranges them. */
export function arrangedOf(model: Model, user: UserFactors, open: Int32Array, count: number): Int32Array {
  const items = bestOf(open, model.interest(user), KEPT);
  const isOpen = new Set(open);
  const candidates = candidatesOf(model, user, items, model.interest(user, items));
  return arrange(model, candidates, { isKnown: (item) => !isOpen.has(item), places: count });
}

/** Returns the share of the relevant titles, at most twenty, that is shown. */
const hits = (shown: Int32Array, relevant: ReadonlySet<number>): number =>
  shown.filter((item) => relevant.has(item)).length / Math.min(SHOWN, relevant.size);

export function ndcg(best: Int32Array, relevant: ReadonlySet<number>): number {
  let gain = 0;
  let ideal = 0;
  for (let k = 0; k < RANKED; k++) {
    const discount = 1 / Math.log2(k + 2);
    if (relevant.has(best[k])) gain += discount;
    if (k < relevant.size) ideal += discount;
  }
  return gain / ideal;
}
