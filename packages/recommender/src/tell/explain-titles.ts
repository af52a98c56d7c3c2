import { topK } from '../math/select.ts';
import type { FactSpace } from '../model/fact-space.ts';
import { DISLIKED, LIKED } from '../model/like-probability.ts';
import { movesOfRatings } from '../model/moves-of-ratings.ts';
import { predictedMean, type Taste, type TasteSpace, vectorOf } from '../model/taste.ts';
import type { Effect, Explain } from '../model/types.ts';
import type { CheckedSignals } from '../user/ranker.ts';
import { lovedWith, mostSpecific } from './shared-fact.ts';

/** A rating that moved a title by fewer points than this is not shown as a reason. */
const VISIBLE_MOVE = 0.03;

/**
 * Reasons are the most specific of this many ratings with the largest effects. With more, a shared director
 * with almost no effect would replace the rating that decided.
 */
const LARGEST_MOVES = 6;
const REASONS_SHOWN = 2;

/** A title that is loved with one that the user rated so high may be explained by it, however small its effect was. */
const LOVED = 8;

/** The sign of the moves with each effect. */
const WAYS: Readonly<Record<Effect, number>> = { raised: 1, lowered: -1 };

/** Reasons are chosen from at most this many ratings: the ratings that differ most from their predictions. */
const REASONS = 500;

/** What reasons are computed from, the same for all users. */
interface Explained {
  readonly space: TasteSpace;
  readonly facts: FactSpace;
  /** The mean of the vectors of all titles. */
  readonly centre: Float64Array;
}

/** The ratings that may be reasons. The arrays are parallel. */
interface Candidates {
  readonly items: Int32Array;
  /** See `movesOfRatings`. */
  readonly movesOf: (vector: Float64Array) => Float64Array;
  /** The mean move of all titles by each rating. */
  readonly averages: Float64Array;
}

/** Returns a function that finds the reasons for titles. It computes what each rating shifts once, and keeps it. */
export function explainTitles(explained: Explained, signals: CheckedSignals, taste: Taste): Explain {
  const { space, facts } = explained;
  const candidates: Partial<Record<Effect, Candidates>> = {};
  const loved = new Set(signals.rated.filter((_, n) => signals.ratings[n] >= LOVED));
  return (item, effect) => {
    candidates[effect] ??= candidatesOf(explained, signals, taste, effect);
    const { items, movesOf, averages } = candidates[effect];
    const way = WAYS[effect];
    const points = movesOf(vectorOf(space, item)).map((move, n) => {
      // A rating that moves all titles equally does not explain this title, so subtract the average move.
      const more = way * (move - averages[n]);
      // A title's own rating is not a reason for it.
      const isReason = items[n] !== item && more >= VISIBLE_MOVE && way * move > 0;
      return isReason ? more : Number.NEGATIVE_INFINITY;
    });
    const moved = Array.from(topK(points, LARGEST_MOVES), (n) => items[n]);
    const named = effect === 'raised' ? lovedWith(facts, item).filter((other) => loved.has(other)) : [];
    return mostSpecific(facts, item, [...new Set([...moved, ...named])], REASONS_SHOWN);
  };
}

/** Returns the ratings that may be reasons: likes that were higher than expected, or dislikes that were lower. */
function candidatesOf(
  { space, centre }: Explained,
  { rated, ratings }: CheckedSignals,
  taste: Taste,
  effect: Effect,
): Candidates {
  const surprises = ratings.map((rating, n) => rating - predictedMean(space, taste.prior, rated[n]));
  // Sorted, so that of equal effects the lower title is first.
  const mostSurprising = topK(surprises.map(Math.abs), REASONS).sort();
  const places = mostSurprising.filter((n) => {
    const rating = ratings[n];
    return WAYS[effect] * surprises[n] > 0 && (effect === 'raised' ? rating >= LIKED : rating <= DISLIKED);
  });
  const items = places.map((n) => rated[n]);
  const own = Float32Array.from(places, (n) => ratings[n]);
  const movesOf = movesOfRatings(space, taste, { rated: items, ratings: own }, rated.length);
  return { items, movesOf, averages: movesOf(centre) };
}
