import { LIKED } from '../model/like-probability.ts';
import { titleAge } from '../model/title-prior.ts';
import type { Catalogue } from '../model/types.ts';

/**
 * Fame is a prior: the best guess for a user of whom nothing is known, which gives way to what their signals
 * say (docs/adr/0032-let-fame-give-way-to-taste.md).
 */
export interface FameSpace {
  /**
   * The fame of each title, 0 to 1. The curve is concave, so that fame keeps unknown titles down but hardly
   * distinguishes two well-known titles.
   */
  readonly fame: Float32Array;
  /**
   * How much more a user likes each title than its votes say, because votes are few for old titles. 0 for new
   * titles: they lack votes too, so their votes do not overstate how well they are known.
   */
  readonly age: Float32Array;
}

/** Popularity at which the curve has lost all but 1/e of its slope. */
const BEND = 1;
/**
 * Weight of twenty years of age for a user with many signals, in the unit of the content ranker. It raises a
 * well-known title as if it had three fifths more votes. Without
 * signals the order is that of popularity.
 */
const AGED = 0.5;
/** Fame of the title that a typical user rates, as a popularity. */
const TYPICAL = 0.85;
/**
 * The weight of fame changes by this factor for each unit by which liked titles are more famous, and disliked
 * titles less famous, than a typical one.
 */
const LEARNED = 8;
/** The typical title counts as this many ratings, so that one rating moves the weight by little. */
const BELIEF = 10;
const LEAST = 0.3;
const MOST = 1.2;

const curve = (popularity: number): number => (1 - Math.exp(-popularity / BEND)) / (1 - Math.exp(-1 / BEND));

export function fameSpace(catalogue: Catalogue): FameSpace {
  return {
    fame: catalogue.popularity.map(curve),
    age: Float32Array.from(catalogue.year, (year) => Math.max(0, titleAge(year))),
  };
}

/**
 * Returns the factor for the weight of fame that the fame of the user's liked and disliked titles suggests. Famous titles
 * that the user has not watched count as disliked ones: this user does not choose what everybody watches.
 */
export function fameTaste(
  { fame }: FameSpace,
  { rated, ratings, unseen }: { rated: Int32Array; ratings: Float32Array; unseen: Int32Array },
): number {
  const typical = curve(TYPICAL);
  let sum = 0;
  for (let n = 0; n < rated.length; n++) {
    sum += (ratings[n] >= LIKED ? 1 : -1) * (fame[rated[n]] - typical);
  }
  const avoided = unseen.filter((item) => fame[item] > typical);
  for (const item of avoided) sum -= fame[item] - typical;
  const count = rated.length + avoided.length;
  return Math.min(MOST, Math.max(LEAST, 1 + (LEARNED * sum) / (count + BELIEF)));
}

/**
 * Returns a function that gives what the fame of a title adds to its score.
 * @param weight the weight of fame for a typical user with this many signals.
 * @param count number of signals.
 */
export function addedByFame(
  { fame, age }: FameSpace,
  weight: number,
  aged: number,
  count: number,
): (item: number) => number {
  const wa = (aged * AGED * count) / (1 + count);
  return (item) => weight * fame[item] + wa * age[item];
}
