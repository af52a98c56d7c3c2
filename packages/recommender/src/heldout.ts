import { hashed } from './random.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics } from './rating-metrics.ts';
import { topK } from './select.ts';
import { gradeOf, POSITIVE } from './train-order.ts';
import type { HeldOut, Model, RatingColumns } from './types.ts';

/** Share of people kept out of training where there are enough of them. */
const PEOPLE = 0.1;
const MOST_PEOPLE = 2000;

/** A held-out person's ratings are hidden in so many parts of equal size. */
const PARTS = 5;

/** Fewer held-out people than this are asked once for every part, so that each of their ratings is predicted. */
const FEW_PEOPLE = 200;

/** Fixed, so that the same people and ratings are held out in every training and models stay comparable. */
const SEED = 20260801;

/** Fewest positives for a person's ranking to be judged. */
export const FEWEST_POSITIVES = 5;

/** Fewer held-out people than this prove nothing: the spread between them is not known. */
export const FEWEST_PEOPLE = 5;

/**
 * Fewer people than this are all trained on; held-out figures then come from cross-validation over people. One in ten
 * of this many is 150 people, too few below it to tell a gain from chance.
 */
const CROSS_VALIDATED_BELOW = 1500;
const FOLDS = 5;

/** A person whose ratings were not trained on: some are folded in, the others must be predicted. */
export interface HeldOutPerson {
  readonly id: number;
  readonly rated: number[];
  readonly ratings: number[];
  readonly hiddenItems: number[];
  readonly hiddenRatings: number[];
}

/** One training to measure: who is kept out of it. */
export type IsKeptOut = (person: number) => boolean;

/** Whether a person is held out: decided by their id alone, one in ten. */
export function isHeldOut(person: number): boolean {
  return hashed(person, 1, SEED) < PEOPLE;
}

/**
 * How to measure a model of these people: with many, one training that keeps one in ten out; with few, one training
 * for each fold of them, none of which is the model itself.
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
    folds: Array.from({ length: count }, (_, fold) => (person: number) => foldOf.get(person) === fold),
  };
}

/**
 * The held-out people of a set of ratings with what is hidden of them; at most 2,000, those of lowest hash. Of few
 * people every rating is hidden once: they then occur several times.
 */
export function heldOutPeople(
  columns: RatingColumns,
  idOf: (item: number) => number,
  isKept: IsKeptOut = isHeldOut,
): HeldOutPerson[] {
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
    .filter((person) => person.hiddenItems.length > 0);
}

function hide(
  id: number,
  rows: readonly number[],
  part: number,
  columns: RatingColumns,
  idOf: (item: number) => number,
): HeldOutPerson {
  const person: HeldOutPerson = { id, rated: [], ratings: [], hiddenItems: [], hiddenRatings: [] };
  for (const k of rows) {
    const isHidden = Math.floor(hashed(id, idOf(columns.items[k]), SEED + 1) * PARTS) === part;
    (isHidden ? person.hiddenItems : person.rated).push(columns.items[k]);
    (isHidden ? person.hiddenRatings : person.ratings).push(columns.ratings[k]);
  }
  return person;
}

/** Held-out figures of any model, through the interface that the product uses. Null without held-out people. */
export async function measure(
  model: Model,
  people: readonly HeldOutPerson[],
  step: (share: number) => Promise<void> | void = () => {},
): Promise<HeldOut | null> {
  if (people.length === 0) return null;
  const predicted: number[] = [];
  const observed: number[] = [];
  const rankings: RankingMetrics[] = [];
  const ranked = new Set<number>();
  const out = new Float32Array(model.catalogue.size);
  for (const [at, one] of people.entries()) {
    const person = model.foldIn({
      rated: one.rated,
      ratings: one.ratings,
      hidden: [],
      listed: [],
      genres: [],
    });
    one.hiddenItems.forEach((item, k) => {
      predicted.push(model.likelihood(person, item).mean);
      observed.push(one.hiddenRatings[k]);
    });
    const relevant = new Set(one.hiddenItems.filter((_, k) => one.hiddenRatings[k] >= POSITIVE));
    const positives = one.ratings.filter((r) => gradeOf(r) === 1).length + relevant.size;
    if (positives >= FEWEST_POSITIVES && relevant.size > 0) {
      model.order(person, out);
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
