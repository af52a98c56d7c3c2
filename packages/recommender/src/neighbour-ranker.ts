import { FAME_BINS, fameCloseness, type NeighbourSpace, YEARS, yearCloseness } from './neighbour-space.ts';
import { contentLikeness, type Known, type Ranker } from './ranker.ts';
import type { TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';

/**
 * Weights of closeness to a rated title by kind of fact: for having watched it at all, and for each two points of its
 * rating above the person's mean. Fitted on several sets of ratings, see docs/recommender.md. The unit is that of
 * `POPULARITY`.
 */
const WORTH = {
  genre: { seen: 0.65, graded: 0.45 },
  director: { seen: 0.2, graded: 0.25 },
  cast: { seen: 0.2, graded: 0.15 },
  year: { seen: 0.55, graded: 0.25 },
  fame: { seen: 0.25, graded: 0.15 },
  franchise: { seen: 0.2, graded: 0.15 },
};

/** How much better the best known title is than an unknown title. */
const POPULARITY = 14;

/** A person's mean is that of their ratings and of five of 7. */
const MEAN = 7;
const MEAN_STRENGTH = 5;

/** Ratings more than two points below the mean are dislikes, and count by their square. */
const DISLIKE_FROM = 2;
const DISLIKE = 0.4;

/** Grades count double for a person with many ratings and are half trusted at eight: they are noisier than choices. */
const GRADES_TRUSTED = 8;

/** A hide and a list entry as evidence: seen (or wished for) by so much, and graded so. Each is half a rating. */
const HIDDEN = { seen: 0, graded: -2 };
const LISTED = { seen: 0.5, graded: 1 };
const HALF = 0.5;

/** One title that a person is known to have an opinion on. */
interface Evidence {
  readonly item: number;
  readonly seen: number;
  readonly graded: number;
}

/**
 * Order by content: popularity, plus how close a title is to what the person rated, divided by √ratings. Few ratings
 * move the order little, and without any it is that of popularity.
 */
export function neighbourRanker(space: NeighbourSpace, taste: TasteSpace, catalogue: Catalogue): Ranker {
  const axes = space.genreCentre.length;
  const { size } = catalogue;
  return {
    popularity: { unknown: POPULARITY, known: POPULARITY },
    needsRatings: false,
    genreLift: POPULARITY,
    fold: (known, person) => profileOf(space, evidenceOf(known, person.variance), person.variance),
    score: (state, known, weight, out) => {
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
      addShared(space, evidenceOf(known, state[axes + YEARS + FAME_BINS]), weight, out);
    },
    similar: contentLikeness(taste, catalogue),
  };
}

/** @param variance of the person's taste: clear likes and dislikes count more than choices. */
function evidenceOf(known: Known, variance: number): Evidence[] {
  const { rated, ratings, hidden, listed } = known;
  let sum = MEAN_STRENGTH * MEAN;
  for (const rating of ratings) sum += rating;
  const mean = sum / (MEAN_STRENGTH + ratings.length);
  const isRated = new Set(rated);
  const hints = [hidden, listed].map((items) => items.filter((item) => !isRated.has(item)));
  const count = rated.length + HALF * (hints[0].length + hints[1].length);
  // One more than there are, so that the first rating does not count in full.
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

/** @param above points above the person's mean. */
function gradeOf(above: number): number {
  const dislike = Math.max(0, -DISLIKE_FROM - above);
  return above / 2 - DISLIKE * dislike * dislike;
}

const worth = ({ seen, graded }: Evidence, of: { seen: number; graded: number }): number =>
  seen * of.seen + graded * of.graded;

/** What each genre, year and fame is worth to a person, and the variance of their taste, in one array. */
function profileOf(space: NeighbourSpace, evidence: readonly Evidence[], variance: number): Float32Array {
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
  space: NeighbourSpace,
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
