import { titleFacts } from './title-facts.ts';
import type { Catalogue } from './types.ts';

/**
 * Effects of a title's facts on its expected rating, in points of 0–10. Most values are means of the effects
 * that were fitted to two independent sets of ratings (docs/recommender.md#the-first-evening).
 */
const POINTS = {
  /** Per unit of popularity, 0 to 1. */
  fame: 1.8,
  /** Added to `fame` for popularity above `FAMOUS`. */
  famous: 8.5,
  /**
   * Weight per twenty years of age. It is positive, because old titles that are still known are mostly good.
   */
  age: 0.33,
  series: 0.7,
  /** Added for a title that belongs to a franchise. */
  franchise: -0.22,
  /** Added for a title from abroad. Titles that are known outside their country are mostly good. */
  abroad: 0.3,
  /** Weight per step of `titleFacts().runtime`. */
  runtime: 0.1,
};

const FAMOUS = 0.85;
/**
 * The data contain hardly any ratings of less popular titles. Below this popularity, the effect of fame is
 * unknown.
 */
const LEAST_FAME = 0.6;
const TWENTY_YEARS = 20;
const RECENT = 2005;
/** The limits of the age, in units of twenty years. The data cover the years 1945 to 2025. */
const LEAST_AGE = -1;
const MOST_AGE = 3;

/** A title of popularity p is rated about e^(12 p) times as often as an unknown title. */
const RATED_BY_FAME = 12;

/** Returns the age of a title at `RECENT`, in units of twenty years; 0 for an unknown year. */
export function titleAge(year: number): number {
  return year > 0 ? Math.min(MOST_AGE, Math.max(LEAST_AGE, (RECENT - year) / TWENTY_YEARS)) : 0;
}

/** Returns the popularity, or the lowest popularity that the data cover when the popularity is lower. */
export function provenFame(popularity: number): number {
  return Math.max(LEAST_FAME, popularity);
}

/**
 * Estimates how often each title is rated, relative to an unknown title. The results are weights for means
 * over titles.
 */
export function ratedHowOften(catalogue: Catalogue): Float64Array {
  return Float64Array.from(catalogue.popularity, (p) => Math.exp(RATED_BY_FAME * p));
}

/**
 * Returns the prior mean of the quality of each title, in points. The mean over all titles, weighted by
 * `ratedHowOften`, is 0.
 */
export function titlePrior(catalogue: Catalogue): Float32Array {
  const { size, popularity, year, type, franchise } = catalogue;
  const prior = new Float32Array(size);
  const facts = titleFacts(catalogue);
  for (let i = 0; i < size; i++) {
    prior[i] =
      POINTS.fame * provenFame(popularity[i]) +
      POINTS.famous * Math.max(0, popularity[i] - FAMOUS) +
      POINTS.age * titleAge(year[i]) +
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
