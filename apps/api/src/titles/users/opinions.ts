import { LIKELIHOOD_BANDS, RATING_MAX } from '@marquee/contracts';
import type { UserFactors } from '@marquee/recommender';
import { type Reasons, tenthsOf } from '#src/titles/cards/card-writer.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Desk } from '#src/titles/engine/workbench.ts';

/** A user whose opinions are asked for. */
interface Opinionated {
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
}

const deskOf = ({ snapshot, factors }: Opinionated): Desk => snapshot.workbench.deskOf(factors);

/** Computes the likelihoods of the titles of a page together, before `likelihoodOf` is asked for each. */
export function predict(user: Opinionated, items: ArrayLike<number>): void {
  deskOf(user).predict(items);
}

/** Returns the probabilities (0–1) that the user likes the items, without keeping them: for many titles at once. */
export const probabilitiesOf = (user: Opinionated, items: ArrayLike<number>): Float32Array =>
  user.snapshot.model.likeProbabilities(user.factors, items, deskOf(user).scores);

/** Returns ten times the probability that the user likes the title. */
export const likelihoodOf = (user: Opinionated, item: number): number =>
  RATING_MAX * deskOf(user).probability(item);

/**
 * Returns the reasons for a title. A reason against a title that the user probably likes would contradict the likelihood
 * beside it, so only red likelihoods have such reasons.
 */
export function becauseOf(user: Opinionated, item: number): Reasons {
  const desk = deskOf(user);
  const isRed = tenthsOf(likelihoodOf(user, item)) < 10 * LIKELIHOOD_BANDS.low;
  const against = isRed ? desk.because(item, 'lowered') : [];
  if (against.length > 0) return { effect: 'lowered', titles: against };
  return { effect: 'raised', titles: desk.because(item, 'raised') };
}
