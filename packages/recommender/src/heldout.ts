import { hashed } from './random.ts';
import { meanRanking, type RankingMetrics, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics } from './rating-metrics.ts';
import { topK } from './select.ts';
import { gradeOf, POSITIVE } from './train-order.ts';
import type { HeldOut, Model, RatingColumns } from './types.ts';

/** Share of people kept out of training, and of their ratings that a model must then foretell. */
const PEOPLE = 0.1;
const MOST_PEOPLE = 2000;
const RATINGS = 0.2;

/** Fixed, so that the same people and ratings are held out in every training and models stay comparable. */
const SEED = 20260801;

/** Fewest positives for a person's ranking to be judged. */
const FEWEST_POSITIVES = 5;

/** A person whose ratings were not trained on: some are folded in, the others must be foretold. */
export interface HeldOutPerson {
  readonly rated: number[];
  readonly ratings: number[];
  readonly hiddenItems: number[];
  readonly hiddenRatings: number[];
}

/** Whether a person is held out: decided by their id alone, one in ten. */
export function isHeldOut(person: number): boolean {
  return hashed(person, 1, SEED) < PEOPLE;
}

/** The held-out people of a set of ratings with what is hidden of them; at most 2,000, those of lowest hash. */
export function heldOutPeople(columns: RatingColumns, idOf: (item: number) => number): HeldOutPerson[] {
  const people = new Map<number, HeldOutPerson>();
  for (let k = 0; k < columns.people.length; k++) {
    const id = columns.people[k];
    if (!isHeldOut(id)) continue;
    let person = people.get(id);
    if (!person) {
      person = { rated: [], ratings: [], hiddenItems: [], hiddenRatings: [] };
      people.set(id, person);
    }
    if (hashed(id, idOf(columns.items[k]), SEED + 1) < RATINGS) {
      person.hiddenItems.push(columns.items[k]);
      person.hiddenRatings.push(columns.ratings[k]);
    } else {
      person.rated.push(columns.items[k]);
      person.ratings.push(columns.ratings[k]);
    }
  }
  return [...people]
    .sort(([a], [b]) => hashed(a, 1, SEED) - hashed(b, 1, SEED))
    .slice(0, MOST_PEOPLE)
    .map(([, person]) => person)
    .filter((person) => person.hiddenItems.length > 0);
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
    }
    if (at % 50 === 0) await step(at / people.length);
  }
  return {
    ...ratingMetrics(predicted, observed),
    ...meanRanking(rankings),
    ratings: predicted.length,
    people: rankings.length,
  };
}
