// Decides which source's facts and offers are used when two sources have the same title.
import { DEMO_SOURCE, type SourceName } from './source.ts';

type Rank = Readonly<Record<SourceName, number>>;

/** The quality of each source's offers, 1 is best. Offers with deep links and prices have the best quality. */
const OFFERS: Rank = { 'streaming-availability': 1, tmdb: 2 };
/** The quality of each source's facts, 1 is best. */
const FACTS: Rank = { tmdb: 1, 'streaming-availability': 2 };

const sources = Object.keys(OFFERS).filter((name): name is SourceName => name in FACTS);
const better = (rank: Rank, name: SourceName): SourceName[] =>
  sources.filter((other) => rank[other] < rank[name]);

/** Returns the sources whose offers replace the offers of this source. */
export const betterOffers = (name: SourceName): SourceName[] => better(OFFERS, name);
/** Returns the sources whose facts replace the facts of this source. */
export const betterFacts = (name: SourceName): SourceName[] => better(FACTS, name);

/** The sources of seasons and episodes, the best first. A feed comes after them, and the lists of the demo come last. */
const SERIES: readonly string[] = ['tvmaze', 'tmdb'];
const rankOfSeries = (source: string): number => {
  const place = SERIES.indexOf(source);
  if (place >= 0) return place;
  return source === DEMO_SOURCE ? SERIES.length + 1 : SERIES.length;
};

/** Returns whether a source replaces the seasons and episodes that another one wrote. */
export const mayReplaceSeries = (source: string, stored: string): boolean =>
  rankOfSeries(source) <= rankOfSeries(stored);
