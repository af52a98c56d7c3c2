import { GENRES_SHOWN, LIKELIHOOD_BANDS, RATING_MAX } from '@marquee/contracts';
import type { UserFactors } from '@marquee/recommender';
import { type Reasons, tenthsOf } from '#src/titles/cards/card-writer.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';

/** A user whose opinions are asked for. */
interface Opinionated {
  /** See `Taste.serial`. */
  readonly serial: number;
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
}

/**
 * The likelihoods of the last user, because the rows of a page repeat titles. Those of other users are dropped, because
 * their finished pages are cached.
 */
const last = {
  serial: 0,
  /** The probability by title, NaN before it was computed. */
  probabilities: new Float32Array(0),
};

function opinionsOf({ serial, snapshot }: Opinionated): typeof last {
  if (last.serial === serial) return last;
  const { size } = snapshot.data;
  if (last.probabilities.length !== size) last.probabilities = new Float32Array(size);
  last.probabilities.fill(Number.NaN);
  last.serial = serial;
  return last;
}

/** Computes the likelihoods of titles together, which is faster than one by one. */
export function predict(user: Opinionated, items: ArrayLike<number>): void {
  const { probabilities } = opinionsOf(user);
  const missing: number[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    if (!Number.isNaN(probabilities[item])) continue;
    missing.push(item);
    // A title that comes again is not missing.
    probabilities[item] = 0;
  }
  if (missing.length === 0) return;
  const found = new Float32Array(missing.length);
  // Reset `serial` first, because the model may throw and leave zeros.
  last.serial = 0;
  user.snapshot.model.likeProbabilities(user.factors, missing, found);
  missing.forEach((item, at) => {
    probabilities[item] = found[at] ?? 0;
  });
  last.serial = user.serial;
}

/** Returns ten times the probability that the user likes the title. */
export function likelihoodOf(user: Opinionated, item: number): number {
  const { probabilities } = opinionsOf(user);
  if (Number.isNaN(probabilities[item])) predict(user, [item]);
  return RATING_MAX * (probabilities[item] ?? 0);
}

/**
 * Returns the reasons for a title. A reason against a title that the user probably likes would contradict the likelihood
 * beside it, so only red likelihoods have such reasons.
 */
export function becauseOf(user: Opinionated, item: number): Reasons {
  const { model } = user.snapshot;
  const isRed = tenthsOf(likelihoodOf(user, item)) < 10 * LIKELIHOOD_BANDS.low;
  const against = isRed ? model.because(user.factors, item, 'lowered', GENRES_SHOWN) : [];
  if (against.length > 0) return { effect: 'lowered', titles: against };
  return { effect: 'raised', titles: model.because(user.factors, item, 'raised', GENRES_SHOWN) };
}
