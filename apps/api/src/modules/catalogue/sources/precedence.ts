// Decides which source's facts and offers are used when two sources have the same title.
import type { SourceName } from './source.ts';

/**
 * Sources by the quality of their offers, best first. Offers with deep links and prices have the best
 * quality.
 */
const OFFERS_BEST_FIRST: readonly SourceName[] = ['streaming-availability', 'tmdb'];
/** Sources by the quality of their facts, best first. */
const FACTS_BEST_FIRST: readonly SourceName[] = ['tmdb', 'streaming-availability'];

const before = (order: readonly SourceName[], name: SourceName): SourceName[] =>
  order.slice(0, order.indexOf(name));

/** Returns the sources whose offers replace the offers of this source. */
export const betterOffers = (name: SourceName): SourceName[] => before(OFFERS_BEST_FIRST, name);
/** Returns the sources whose facts replace the facts of this source. */
export const betterFacts = (name: SourceName): SourceName[] => before(FACTS_BEST_FIRST, name);
