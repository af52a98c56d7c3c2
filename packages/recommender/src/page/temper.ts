import { topK } from '../math/select.ts';
import { normalBelow } from '../model/like-probability.ts';
import type { Choice } from '../model/types.ts';

/**
 * Ratings are of titles that people chose, so a likelihood that is calibrated on ratings says too much about the rest of
 * a catalogue, which nobody would choose (docs/recommender.md#titles-that-nobody-chose). The chance that a user would
 * choose a title tempers what their ratings say about it.
 */

/** The title with as many titles before it in the user's order is chosen with the chance ½. */
const CHOSEN = 300;
/** How fast the chance rises between that title and the title of half its place. */
const SHARPNESS = 1.5;
/** What the ratings say against a title loses at most this share: people know well what they would not like. */
const AGAINST = 0.3;
/** A title that a user would surely choose is liked more often than the ratings say, in standard deviations. */
const FOR_CHOICE = 0.2;
/** Nothing is more certain. */
const MOST = 0.97;

/**
 * Returns a function that gives the chance (0–1) that the user would choose a title.
 * @param scores the user's order, see `Model.interest`. Only differences count, so the unit is of no importance.
 */
export function choiceOf(scores: Float32Array): Choice {
  const best = topK(scores, CHOSEN);
  const middle = scores[best[best.length - 1] ?? 0] ?? 0;
  const unit = (scores[best[Math.floor(best.length / 2)] ?? 0] ?? 0) - middle;
  return (item) => (unit > 0 ? 1 / (1 + Math.exp((-SHARPNESS * (scores[item] - middle)) / unit)) : 1);
}

/**
 * Returns the tempered probability that the user likes a title.
 * @param own how far the user's predicted rating lies above the limit of a liked title, in standard deviations.
 * @param strangers the same for a user of whom nothing is known.
 * @param chance the chance that the user would choose the title, see `choiceOf`.
 */
export function temper(own: number, strangers: number, chance: number): number {
  const told = own - strangers;
  const kept = told > 0 ? chance : 1 - AGAINST * (1 - chance);
  return Math.min(MOST, normalBelow(strangers + kept * told + FOR_CHOICE * chance));
}
