import { titleFacts } from './title-facts.ts';
import type { Catalogue } from './types.ts';

/**
 * The expected rating of a title by its facts, in points of 0–10 above a user's mean: the mean of weights fitted on
 * two independent sets of ratings, which agree (docs/recommender.md#the-first-evening).
 */
const POINTS = {
  /** From an unknown title to the best known; beyond `FAMOUS` the rise is steeper. */
  fame: 1.8,
  famous: 8.5,
  /** For each twenty years of age: mostly good titles stay known. */
  age: 0.33,
  series: 0.7,
  /** Part of a franchise. */
  franchise: -0.22,
  /** Made abroad: mostly good titles are known outside their country. */
  abroad: 0.3,
  /** For each quarter of runtime beyond a common movie's. */
  runtime: 0.1,
};

const FAMOUS = 0.85;
/** Below this popularity hardly any title is rated in the data, so the effect of fame is unknown there. */
const LEAST_FAME = 0.6;
const TWENTY_YEARS = 20;
const RECENT = 2005;
/** Years outside 1945–2025 are beyond the data and count as the nearest limit. */
const LEAST_AGE = -1;
const MOST_AGE = 3;

/** A title of popularity p is rated about e^(12 p) times as often as an unknown title. */
const RATED_BY_FAME = 12;

/** Popularity, limited to the range that the data cover. */
export function provenFame(popularity: number): number {
  return Math.max(LEAST_FAME, popularity);
}

/** How often each title is rated, relative to an unknown title. Weights averages over rated titles. */
export function ratedHowOften(catalogue: Catalogue): Float64Array {
  return Float64Array.from(catalogue.popularity, (p) => Math.exp(RATED_BY_FAME * p));
}

/** Prior mean of each title's quality in points; its average over rated titles is 0. */
export function titlePrior(catalogue: Catalogue): Float32Array {
  const { size, popularity, year, type, franchise } = catalogue;
  const prior = new Float32Array(size);
  const facts = titleFacts(catalogue);
  for (let i = 0; i < size; i++) {
    const age = year[i] > 0 ? (RECENT - year[i]) / TWENTY_YEARS : 0;
    prior[i] =
      POINTS.fame * provenFame(popularity[i]) +
      POINTS.famous * Math.max(0, popularity[i] - FAMOUS) +
      POINTS.age * Math.min(MOST_AGE, Math.max(LEAST_AGE, age)) +
      (type[i] === 1 ? POINTS.series : 0) +
      (franchise[i] >= 0 ? POINTS.franchise : 0) +
      POINTS.abroad * facts.abroad[i] +
      POINTS.runtime * facts.runtime[i];
  }
  const often = ratedHowOften(catalogue);
  let sum = 0;
  let all = 0;
  for (let i = 0; i < size; i++) {
    sum += often[i] * prior[i];
    all += often[i];
  }
  return all > 0 ? prior.map((points) => points - sum / all) : prior;
}
