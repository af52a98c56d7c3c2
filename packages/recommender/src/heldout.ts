import { gradeOf, POSITIVE } from './inner-validation.ts';
import { hashed } from './random.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics } from './rating-metrics.ts';
import { topK } from './select.ts';
import type { HeldOut, Model, RatingColumns } from './types.ts';

/** Share of users kept out of training when there are enough users. */
const PEOPLE = 0.1;
const MOST_PEOPLE = 2000;

/** A held-out user's ratings are hidden in this number of equal parts. */
const PARTS = 5;

/** With fewer held-out users than this each part is hidden once, so that each of their ratings is predicted. */
const FEW_PEOPLE = 200;

/** Fixed, so that every training holds out the same users and ratings, and models stay comparable. */
const SEED = 20260801;

/** Fewest positives for a user's ranking to be judged. */
export const FEWEST_POSITIVES = 5;

/** With fewer held-out users than this the spread between users is unknown, so no gain is proven. */
export const FEWEST_PEOPLE = 5;

/**
 * With fewer users than this the model learns from all of them, and held-out figures come from cross-validation over
 * users. One in ten of 1,500 is 150 users; with fewer a gain cannot be told from chance.
 */
const CROSS_VALIDATED_BELOW = 1500;
const FOLDS = 5;

/** A user whose ratings were not trained on: some are folded in, the others are predicted. */
export interface HeldOutUser {
  readonly id: number;
  readonly rated: number[];
  readonly ratings: number[];
  readonly hiddenItems: number[];
  readonly hiddenRatings: number[];
}

/** One training to measure, with the users kept out of it. */
export type IsKeptOut = (user: number) => boolean;

/** Whether a user is held out. Depends on the id alone; one user in ten. */
export function isHeldOut(user: number): boolean {
  return hashed(user, 1, SEED) < PEOPLE;
}

/**
 * The trainings that measure a model of these users. With many users it is one training that keeps one in ten out.
 * With few users it is one training per fold, and the model itself comes from a further training on all users.
 */
export function validationOf(
  people: Int32Array,
  crossValidatedBelow = CROSS_VALIDATED_BELOW,
): { cross: boolean; folds: readonly IsKeptOut[] } {
  const ids = [...new Set(people)];
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
 * The held-out users of a set of ratings with their hidden ratings; at most 2,000, chosen by lowest hash. With few
 * users every rating is hidden once, so a user occurs several times.
 */
export function heldOutUsers(
  columns: RatingColumns,
  idOf: (item: number) => number,
  isKept: IsKeptOut = isHeldOut,
): HeldOutUser[] {
  const rows = new Map<number, number[]>();
  for (let k = 0; k < columns.people.length; k++) {
    const id = columns.people[k];
    if (!isKept(id)) continue;
    const own = rows.get(id);
    if (own) own.push(k);
    else rows.set(id, [k]);
  }
  const chosen = [...rows]
    .sort(([a], [b]) => hashed(a, 1, SEED) - hashed(b, 1, SEED) || a - b)
    .slice(0, MOST_PEOPLE);
  const parts = chosen.length < FEW_PEOPLE ? PARTS : 1;
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

/** Held-out figures of any model, through the interface that the product uses. Null without held-out users. */
export async function measure(
  model: Model,
  people: readonly HeldOutUser[],
  step: (share: number) => Promise<void> | void = () => {},
): Promise<HeldOut | null> {
  if (people.length === 0) return null;
  const predicted: number[] = [];
  const observed: number[] = [];
  const rankings: RankingMetrics[] = [];
  const ranked = new Set<number>();
  const out = new Float32Array(model.catalogue.size);
  for (const [at, one] of people.entries()) {
    const user = model.foldIn({
      rated: one.rated,
      ratings: one.ratings,
      hidden: [],
      listed: [],
      genres: [],
    });
    one.hiddenItems.forEach((item, k) => {
      predicted.push(model.likelihood(user, item).mean);
      observed.push(one.hiddenRatings[k]);
    });
    const relevant = new Set(one.hiddenItems.filter((_, k) => one.hiddenRatings[k] >= POSITIVE));
    const positives = one.ratings.filter((r) => gradeOf(r) === 1).length + relevant.size;
    if (positives >= FEWEST_POSITIVES && relevant.size > 0) {
      model.order(user, out);
      for (const item of one.rated) out[item] = Number.NEGATIVE_INFINITY;
      rankings.push(rankingMetrics(topK(out, 100), relevant, relevant.size));
      ranked.add(one.id);
    }
    if (at % 50 === 0) await step(at / people.length);
  }
  return {
    ...ratingMetrics(predicted, observed),
    ...meanRanking(rankings),
    ratings: predicted.length,
    people: new Set(people.map(({ id }) => id)).size,
    ranked: ranked.size,
  };
}
