import { FAME_BINS, fameCloseness, type NeighborSpace, YEARS, yearCloseness } from './neighbor-space.ts';
import { type CheckedSignals, contentLikeness, type Ranker } from './ranker.ts';
import type { TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';

/**
 * Weights of similarity to a rated title by kind of fact: for having watched it at all, and for each two points of its
 * rating above the user's mean. Fitted on several sets of ratings (docs/recommender.md#the-first-evening). The unit is
 * that of `POPULARITY`.
 */
const WORTH = {
  genre: { seen: 0.65, graded: 0.45 },
  director: { seen: 0.2, graded: 0.25 },
  cast: { seen: 0.2, graded: 0.15 },
  year: { seen: 0.55, graded: 0.25 },
  fame: { seen: 0.25, graded: 0.15 },
  franchise: { seen: 0.2, graded: 0.15 },
};

/** The score of the best known title above that of an unknown title. */
const POPULARITY = 14;

/** A user's mean includes five pseudo-ratings of 7. */
const MEAN = 7;
const MEAN_STRENGTH = 5;

/** Ratings more than two points below the mean are dislikes, and count by their square. */
const DISLIKE_FROM = 2;
const DISLIKE = 0.4;

/** Grades are noisier than choices. Their weight grows with the number of ratings to double, half of it at eight. */
const GRADES_TRUSTED = 8;

/** Weight and grade of a hide and of a list entry as evidence. Each has half the weight of a rating. */
const HIDDEN = { seen: 0, graded: -2 };
const LISTED = { seen: 0.5, graded: 1 };
const HALF = 0.5;

/** One title with evidence of the user's opinion. */
interface Evidence {
  readonly item: number;
  readonly seen: number;
  readonly graded: number;
}

/**
 * Order by content: popularity, plus the similarity of a title to the rated titles, divided by √ratings. Few ratings
 * move the order little, and without ratings it is the order of popularity.
 */
export function neighborRanker(space: NeighborSpace, taste: TasteSpace, catalogue: Catalogue): Ranker {
  const axes = space.genreCentre.length;
  const { size } = catalogue;
  return {
    popularity: { unknown: POPULARITY, known: POPULARITY },
    needsRatings: false,
    genreLift: POPULARITY,
    fold: (signals, user) => profileOf(space, evidenceOf(signals, user.variance), user.variance),
    score: (state, signals, weight, out) => {
      const { genres, genreWeights, yearBin, fameBin } = space;
      const years = state.subarray(axes, axes + YEARS);
      const fame = state.subarray(axes + YEARS, axes + YEARS + FAME_BINS);
      for (let i = 0; i < size; i++) {
        let sum = fame[fameBin[i]];
        if (yearBin[i] >= 0) sum += years[yearBin[i]];
        for (let k = genres.offsets[i]; k < genres.offsets[i + 1]; k++) {
          sum += state[genres.values[k]] * genreWeights[k];
        }
        out[i] = weight * sum;
      }
      addShared(space, evidenceOf(signals, state[axes + YEARS + FAME_BINS]), weight, out);
    },
    similar: contentLikeness(taste, catalogue),
  };
}

/** @param variance of the user's taste: with a larger variance, likes and dislikes count more than choices. */
function evidenceOf(signals: CheckedSignals, variance: number): Evidence[] {
  const { rated, ratings, hidden, listed } = signals;
  let sum = MEAN_STRENGTH * MEAN;
  for (const rating of ratings) sum += rating;
  const mean = sum / (MEAN_STRENGTH + ratings.length);
  const isRated = new Set(rated);
  const hints = [hidden, listed].map((items) => items.filter((item) => !isRated.has(item)));
  const count = rated.length + HALF * (hints[0].length + hints[1].length);
  // One more than the number of ratings, so that the first rating does not count in full.
  const share = 1 / Math.sqrt(1 + count);
  const trust = (2 * count * Math.sqrt(variance)) / (count + GRADES_TRUSTED);
  const evidence = (
    item: number,
    { seen, graded }: { seen: number; graded: number },
    part: number,
  ): Evidence => ({
    item,
    seen: part * share * seen,
    graded: part * share * trust * graded,
  });
  return [
    ...Array.from(rated, (item, n) => evidence(item, { seen: 1, graded: gradeOf(ratings[n] - mean) }, 1)),
    ...Array.from(hints[0], (item) => evidence(item, HIDDEN, HALF)),
    ...Array.from(hints[1], (item) => evidence(item, LISTED, HALF)),
  ];
}

/** @param above points above the user's mean. */
function gradeOf(above: number): number {
  const dislike = Math.max(0, -DISLIKE_FROM - above);
  return above / 2 - DISLIKE * dislike * dislike;
}

const worth = ({ seen, graded }: Evidence, of: { seen: number; graded: number }): number =>
  seen * of.seen + graded * of.graded;

/** The user's score for each genre, year and fame bin, and the variance of their taste, in one array. */
function profileOf(space: NeighborSpace, evidence: readonly Evidence[], variance: number): Float32Array {
  const axes = space.genreCentre.length;
  const profile = new Float32Array(axes + YEARS + FAME_BINS + 1);
  profile[axes + YEARS + FAME_BINS] = variance;
  const years = new Float64Array(YEARS);
  const fame = new Float64Array(FAME_BINS);
  const all = { genre: 0, year: 0, fame: 0 };
  for (const one of evidence) {
    const genre = worth(one, WORTH.genre);
    const { offsets, values } = space.genres;
    for (let k = offsets[one.item]; k < offsets[one.item + 1]; k++) {
      profile[values[k]] += genre * space.genreWeights[k];
    }
    all.genre += genre;
    const year = worth(one, WORTH.year);
    if (space.yearBin[one.item] >= 0) {
      years[space.yearBin[one.item]] += year;
      all.year += year;
    }
    fame[space.fameBin[one.item]] += worth(one, WORTH.fame);
    all.fame += worth(one, WORTH.fame);
  }
  for (let a = 0; a < axes; a++) profile[a] -= all.genre * space.genreCentre[a];
  for (let b = 0; b < YEARS; b++) {
    profile[axes + b] = spread(years, b, yearCloseness) - all.year * space.yearCentre[b];
  }
  for (let b = 0; b < FAME_BINS; b++) {
    profile[axes + YEARS + b] = spread(fame, b, fameCloseness) - all.fame * space.fameCentre[b];
  }
  return profile;
}

function spread(mass: Float64Array, bin: number, closeness: (a: number, b: number) => number): number {
  let sum = 0;
  for (let other = 0; other < mass.length; other++) {
    if (mass[other] !== 0) sum += mass[other] * closeness(bin, other);
  }
  return sum;
}

/** Titles that share people or a franchise with the evidence, found through the titles of each. */
function addShared(
  space: NeighborSpace,
  evidence: readonly Evidence[],
  weight: number,
  out: Float32Array,
): void {
  for (const [people, of] of [
    [space.directors, WORTH.director],
    [space.cast, WORTH.cast],
    [space.franchises, WORTH.franchise],
  ] as const) {
    const { ofTitle, weights, titlesOf, weightsOf } = people;
    for (const one of evidence) {
      const points = weight * worth(one, of);
      for (let k = ofTitle.offsets[one.item]; k < ofTitle.offsets[one.item + 1]; k++) {
        const person = ofTitle.values[k];
        for (let t = titlesOf.offsets[person]; t < titlesOf.offsets[person + 1]; t++) {
          out[titlesOf.values[t]] += points * weights[k] * weightsOf[t];
        }
      }
    }
  }
}
