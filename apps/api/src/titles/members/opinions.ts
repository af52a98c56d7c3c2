import { GENRES_SHOWN, LIKELIHOOD_BANDS, RATING_MAX } from '@marquee/contracts';
import type { Effect, UserFactors } from '@marquee/recommender';
import { toTenths } from '#src/titles/cards/card-writer.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import { textAt } from '#src/titles/engine/texts.ts';
import { writeSharedFact } from './shared-fact.mapper.ts';

/** A user whose opinions are asked for. */
interface Opinionated {
  readonly snapshot: Snapshot;
  readonly factors: UserFactors;
}

/** The likelihoods and reasons of one user that were computed. */
interface Opinions {
  readonly user: WeakRef<Opinionated>;
  readonly likelihoods: Map<number, number>;
  readonly because: Map<number, readonly Uint8Array[]>;
  /** The start of a reason as JSON in UTF-8, by rated title. */
  readonly starts: Map<number, Uint8Array>;
}

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const END = Buffer.from('}');
const CLOSE = Buffer.from(']');
const SHARED = {
  raised: Buffer.from('raised","shared":'),
  lowered: Buffer.from('lowered","shared":'),
};

/**
 * The opinions of the last user, because the rows of a page repeat titles. Replies are cached, so caching the
 * opinions of every user would use memory for what is not asked again.
 */
let last: Opinions | null = null;

function opinionsOf(user: Opinionated): Opinions {
  if (last?.user.deref() === user) return last;
  last = { user: new WeakRef(user), likelihoods: new Map(), because: new Map(), starts: new Map() };
  return last;
}

/** Computes the likelihoods of titles together, which is faster than one by one. */
export function predict(user: Opinionated, items: ArrayLike<number>): void {
  const { likelihoods } = opinionsOf(user);
  const missing = Int32Array.from(items).filter((item) => !likelihoods.has(item));
  const found = new Float32Array(missing.length);
  user.snapshot.model.likeProbabilities(user.factors, missing, found);
  missing.forEach((item, at) => {
    likelihoods.set(item, RATING_MAX * (found[at] ?? 0));
  });
}

/** Returns ten times the probability that the user likes the title. */
export function likelihoodOf(user: Opinionated, item: number): number {
  const { likelihoods } = opinionsOf(user);
  if (!likelihoods.has(item)) predict(user, [item]);
  return likelihoods.get(item) ?? 0;
}

/**
 * Returns `because` as JSON in UTF-8, in pieces. A reason against a title that the user probably likes would contradict
 * the likelihood beside it, so only red likelihoods have such reasons.
 */
export function becauseOf(user: Opinionated, item: number): readonly Uint8Array[] {
  const opinions = opinionsOf(user);
  const known = opinions.because.get(item);
  if (known !== undefined) return known;
  const pieces = [OPEN];
  const isRed = Number(toTenths(likelihoodOf(user, item))) < LIKELIHOOD_BANDS.low;
  if (isRed) addReasons(user, opinions, item, 'lowered', pieces);
  if (pieces.length === 1) addReasons(user, opinions, item, 'raised', pieces);
  pieces.push(CLOSE);
  opinions.because.set(item, pieces);
  return pieces;
}

function addReasons(
  { snapshot, factors }: Opinionated,
  { starts }: Opinions,
  item: number,
  effect: Effect,
  pieces: Uint8Array[],
): void {
  const { data, model } = snapshot;
  for (const { item: rated, shared } of model.because(factors, item, effect, GENRES_SHOWN)) {
    let start = starts.get(rated);
    if (start === undefined) {
      start = Buffer.from(
        `{"medium_id":${data.ids[rated]},"title":${JSON.stringify(textAt(data.titles, rated))},"effect":"`,
      );
      starts.set(rated, start);
    }
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(start, SHARED[effect], writeSharedFact(data, shared, item, rated), END);
  }
}
