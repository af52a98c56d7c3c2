import { hashed } from '../math/random.ts';
import { topK } from '../math/select.ts';
import { gradeOf, POSITIVE } from '../model/grades.ts';
import type { HeldOut, Model, RatingColumns } from '../model/types.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics } from './rating-metrics.ts';

/** Share of users held out of training. */
const USERS = 0.1;
/** Largest number of held-out users that are measured. */
const MOST_USERS = 2000;

/** The ratings of a held-out user are split into this many parts. One part is hidden at a time. */
const PARTS = 5;

/**
 * With fewer held-out users than this, every part is hidden in turn, so every rating is predicted once. With
 * more users, only the first part is hidden.
 */
const FEW_USERS = 200;

/** With a fixed seed, every training holds out the same users and ratings, so models stay comparable. */
const SEED = 20260801;

/** The ranking of a user with fewer positives than this number is not measured. */
export const FEWEST_POSITIVES = 5;

/** With fewer held-out users than this number, the standard error is too uncertain to prove a gain. */
export const FEWEST_USERS = 5;

/**
 * With fewer users than this, the model is trained on all users, and held-out figures come from
 * cross-validation. One user in ten would be too few held-out users to distinguish a gain from chance.
 */
const CROSS_VALIDATED_BELOW = 1500;
const FOLDS = 5;

/**
 * A user whose ratings are not in the training data. Some ratings of the user are folded in, and the other
 * ratings are predicted.
 */
export interface HeldOutUser {
  readonly id: number;
  readonly rated: number[];
  readonly ratings: number[];
  readonly hiddenItems: number[];
  readonly hiddenRatings: number[];
}

/** Returns whether a user is held out of one training. */
export type IsKeptOut = (user: number) => boolean;

/** Returns whether a user is held out. A hash of the id selects one user in ten. */
export function isHeldOut(user: number): boolean {
  return hashed(user, 1, SEED) < USERS;
}

/**
 * Returns how a model of these users is measured: each fold is held out from one training. With few users,
 * there are several folds, and one more training on all users gives the model.
 */
export function validationOf(
  users: Int32Array,
  crossValidatedBelow = CROSS_VALIDATED_BELOW,
): { cross: boolean; folds: readonly IsKeptOut[] } {
  const ids = [...new Set(users)];
  // One training holds out one user in ten, and gives the model.
  if (ids.length >= crossValidatedBelow) return { cross: false, folds: [isHeldOut] };
  if (ids.length < 2) return { cross: true, folds: [] };
  ids.sort((a, b) => hashed(a, 1, SEED) - hashed(b, 1, SEED) || a - b);
  const count = Math.min(FOLDS, ids.length);
  const foldOf = new Map(ids.map((id, rank) => [id, rank % count]));
  return {
    cross: true,
    folds: Array.from({ length: count }, (_, fold) => (user: number) => foldOf.get(user) === fold),
  };
}

/**
 * Returns at most 2,000 held-out users with their hidden ratings. With few users, every part of the ratings
 * is hidden in turn, so a user occurs several times.
 */
export function heldOutUsers(
  columns: RatingColumns,
  idOf: (item: number) => number,
  isKept: IsKeptOut = isHeldOut,
): HeldOutUser[] {
  const rows = new Map<number, number[]>();
  for (let k = 0; k < columns.users.length; k++) {
    const id = columns.users[k];
    if (!isKept(id)) continue;
    const own = rows.get(id);
    if (own) own.push(k);
    else rows.set(id, [k]);
  }
  const chosen = [...rows]
    .sort(([a], [b]) => hashed(a, 1, SEED) - hashed(b, 1, SEED) || a - b)
    .slice(0, MOST_USERS);
  const parts = chosen.length < FEW_USERS ? PARTS : 1;
  return chosen
    .flatMap(([id, own]) => Array.from({ length: parts }, (_, part) => hide(id, own, part, columns, idOf)))
    .filter((user) => user.hiddenItems.length > 0);
}

function hide(
  id: number,
  rows: readonly number[],
  part: number,
  columns: RatingColumns,
  idOf: (item: number) => number,
): HeldOutUser {
  const user: HeldOutUser = { id, rated: [], ratings: [], hiddenItems: [], hiddenRatings: [] };
  for (const k of rows) {
    const isHidden = Math.floor(hashed(id, idOf(columns.items[k]), SEED + 1) * PARTS) === part;
    (isHidden ? user.hiddenItems : user.rated).push(columns.items[k]);
    (isHidden ? user.hiddenRatings : user.ratings).push(columns.ratings[k]);
  }
  return user;
}

/** Computes the held-out figures of a model. Returns null without users. */
export async function measure(
  model: Model,
  users: readonly HeldOutUser[],
  step: (share: number) => Promise<void> | void = () => {},
): Promise<HeldOut | null> {
  if (users.length === 0) return null;
  const predicted: number[] = [];
  const observed: number[] = [];
  const rankings: RankingMetrics[] = [];
  const ranked = new Set<number>();
  for (const [at, one] of users.entries()) {
    const user = model.foldIn({
      rated: one.rated,
      ratings: one.ratings,
      hidden: [],
      listed: [],
      genres: [],
    });
    predicted.push(...model.predictRatings(user, one.hiddenItems).mean);
    observed.push(...one.hiddenRatings);
    const relevant = new Set(one.hiddenItems.filter((_, k) => one.hiddenRatings[k] >= POSITIVE));
    const positives = one.ratings.filter((r) => gradeOf(r) === 1).length + relevant.size;
    if (positives >= FEWEST_POSITIVES && relevant.size > 0) {
      const out = model.interest(user);
      for (const item of one.rated) out[item] = Number.NEGATIVE_INFINITY;
      rankings.push(rankingMetrics(topK(out, 100), relevant, relevant.size));
      ranked.add(one.id);
    }
    if (at % 50 === 0) await step(at / users.length);
  }
  return {
    ...ratingMetrics(predicted, observed),
    ...meanRanking(rankings),
    ratings: predicted.length,
    people: new Set(users.map(({ id }) => id)).size,
    ranked: ranked.size,
  };
}
