import { topK } from '../math/select.ts';
import { gradeOf, POSITIVE } from '../model/grades.ts';
import type { HeldOut, Proof } from '../model/types.ts';
import { blendOrders, CONTENT_ONLY, LEANS, trainedShare } from '../user/blended-model.ts';
import type { PureModel } from '../user/taste-model.ts';
import type { HeldOutUser } from './heldout.ts';
import { FEWEST_POSITIVES, FEWEST_USERS } from './heldout.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics } from './rating-metrics.ts';

/** The leans of the candidate blends, see `LEANS`. The last candidate is the content model alone. */
const CANDIDATES = [...LEANS, CONTENT_ONLY];
const CONTENT = CANDIDATES.length - 1;

/**
 * A gain over the content model is accepted above this many standard errors over users. A blend without a
 * real gain passes with probability 5 %, and the best of several such blends passes more often.
 */
const STANDARD_ERRORS = 1.65;

/** Predictions and rankings of every candidate blend for held-out users, collected over folds. */
export interface Trial {
  /** The user of each hidden rating, parallel to `observed`. */
  readonly users: number[];
  readonly observed: number[];
  /** The predicted ratings of each candidate, parallel to `observed`. */
  readonly predicted: readonly number[][];
  /** The user of each ranking. */
  readonly ranked: number[];
  /** The figures of each candidate, parallel to `ranked`. */
  readonly rankings: readonly RankingMetrics[][];
}

export function newTrial(): Trial {
  return {
    users: [],
    observed: [],
    predicted: CANDIDATES.map(() => []),
    ranked: [],
    rankings: CANDIDATES.map(() => []),
  };
}

/**
 * Adds the predictions of a trained model and a content model for held-out users to a trial.
 * @param known how well the ratings determine each title, 0–1, by catalogue index. See `titleKnowledge`.
 */
export async function addToTrial(
  trial: Trial,
  trained: PureModel,
  content: PureModel,
  known: Float32Array,
  users: readonly HeldOutUser[],
  step: (share: number) => Promise<void> | void = () => {},
): Promise<void> {
  const shares = CANDIDATES.map((lean) => known.map((k) => trainedShare(k, lean)));
  for (const [at, user] of users.entries()) {
    const signals = { rated: user.rated, ratings: user.ratings, hidden: [], listed: [], genres: [] };
    const byTrained = trained.foldIn(signals);
    const byContent = content.foldIn(signals);
    const ofTrained = trained.predictRatings(byTrained, user.hiddenItems).mean;
    const ofContent = content.predictRatings(byContent, user.hiddenItems).mean;
    user.hiddenItems.forEach((item, k) => {
      const [one, other] = [ofTrained[k], ofContent[k]];
      shares.forEach((share, c) => {
        trial.predicted[c].push(share[item] * one + (1 - share[item]) * other);
      });
      trial.observed.push(user.hiddenRatings[k]);
      trial.users.push(user.id);
    });
    const relevant = new Set(user.hiddenItems.filter((_, k) => user.hiddenRatings[k] >= POSITIVE));
    const positives = user.ratings.filter((r) => gradeOf(r) === 1).length + relevant.size;
    if (positives >= FEWEST_POSITIVES && relevant.size > 0) {
      // The blend is chosen by the orders from all evidence, before tastes take turns.
      const a = trained.interest(byTrained);
      const b = content.interest(byContent);
      trial.ranked.push(user.id);
      shares.forEach((share, c) => {
        const out = blendOrders(a, b, share);
        for (const item of user.rated) out[item] = Number.NEGATIVE_INFINITY;
        trial.rankings[c].push(rankingMetrics(topK(out, 100), relevant, relevant.size));
      });
    }
    if (at % 50 === 0) await step(at / users.length);
  }
}

export interface Outcome {
  readonly tasteLean: number;
  readonly orderLean: number;
  /** The figures of the chosen blend, and of the content model. Null without held-out users. */
  readonly heldout: HeldOut | null;
  readonly content: HeldOut | null;
  readonly proof: Proof;
}

/**
 * Chooses one blend for predicted ratings and another blend for the order. Chooses the content model alone
 * when every gain may be chance.
 */
export function concludeTrial(trial: Trial): Outcome {
  const taste = best(CANDIDATES.map((_, c) => errorGain(trial, c)));
  const order = best(CANDIDATES.map((_, c) => rankingGain(trial, c)));
  return {
    tasteLean: CANDIDATES[taste.candidate],
    orderLean: CANDIDATES[order.candidate],
    heldout: figures(trial, taste.candidate, order.candidate),
    content: figures(trial, CONTENT, CONTENT),
    proof: { taste: taste.gain, order: order.gain },
  };
}

interface Gain {
  readonly mean: number;
  readonly error: number;
}

/**
 * Returns the candidate with the highest lower limit (`certain`) of its gain, and the gain. Returns the
 * content model when this limit is 0 or less.
 */
function best(gains: readonly Gain[]): { candidate: number; gain: Gain } {
  let at = 0;
  gains.forEach((gain, c) => {
    if (c !== CONTENT && certain(gain) > certain(gains[at])) at = c;
  });
  return { candidate: certain(gains[at]) > 0 ? at : CONTENT, gain: gains[at] };
}

/**
 * Returns the lower confidence limit of a gain. So a large uncertain gain does not exceed a small certain
 * gain.
 */
function certain({ mean, error }: Gain): number {
  return mean - STANDARD_ERRORS * error;
}

/**
 * Returns how far the candidate's squared error is below the content model's error, in squared points per
 * rating.
 */
function errorGain(trial: Trial, candidate: number): Gain {
  const byUser = new Map<number, { sum: number; count: number }>();
  trial.observed.forEach((r, k) => {
    const own = byUser.get(trial.users[k]) ?? { sum: 0, count: 0 };
    own.sum += (trial.predicted[CONTENT][k] - r) ** 2 - (trial.predicted[candidate][k] - r) ** 2;
    own.count++;
    byUser.set(trial.users[k], own);
  });
  return ratio([...byUser.values()]);
}

/** Returns how far the candidate's NDCG@100 exceeds the NDCG@100 of the content model. */
function rankingGain(trial: Trial, candidate: number): Gain {
  const byUser = new Map<number, { sum: number; count: number }>();
  trial.ranked.forEach((id, k) => {
    const own = byUser.get(id) ?? { sum: 0, count: 0 };
    own.sum += trial.rankings[candidate][k].ndcg100 - trial.rankings[CONTENT][k].ndcg100;
    own.count++;
    byUser.set(id, own);
  });
  return ratio([...byUser.values()]);
}

/**
 * Returns Σ sums / Σ counts with a standard error. The error is computed over users, because ratings of one
 * user are not independent.
 */
function ratio(users: readonly { sum: number; count: number }[]): Gain {
  const n = users.length;
  const count = users.reduce((total, p) => total + p.count, 0);
  if (n < FEWEST_USERS || count === 0) return { mean: 0, error: 0 };
  const mean = users.reduce((total, p) => total + p.sum, 0) / count;
  const square = users.reduce((total, p) => total + (p.sum - mean * p.count) ** 2, 0);
  return { mean, error: (Math.sqrt(square) / count) * Math.sqrt(n / (n - 1)) };
}

function figures(trial: Trial, taste: number, order: number): HeldOut | null {
  if (trial.observed.length === 0) return null;
  return {
    ...ratingMetrics(trial.predicted[taste], trial.observed),
    ...meanRanking(trial.rankings[order]),
    ratings: trial.observed.length,
    people: new Set(trial.users).size,
    ranked: new Set(trial.ranked).size,
  };
}
