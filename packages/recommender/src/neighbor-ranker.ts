import { closeness, type NeighborSpace, type ScaleKind, type TagKind } from './neighbor-space.ts';
import { type CheckedSignals, contentLikeness, type Ranker } from './ranker.ts';
import type { TasteSpace } from './taste.ts';
import type { Catalogue } from './types.ts';

/**
 * The weights of facts in the similarity to a rated title, in the unit of `POPULARITY`. Fitted to several
 * sets of ratings (docs/recommender.md#the-first-evening).
 */
const WORTH = {
  // Every rated title adds `seen`, and adds `graded` for every two points above the user's mean.
  genre: { seen: 0.65, graded: 0.45 },
  director: { seen: 0.2, graded: 0.25 },
  cast: { seen: 0.2, graded: 0.15 },
  year: { seen: 0.55, graded: 0.25 },
  fame: { seen: 0.25, graded: 0.15 },
  franchise: { seen: 0.2, graded: 0.15 },
  country: { seen: 0.2, graded: 0.1 },
  runtime: { seen: 0.15, graded: 0 },
  age: { seen: 0.2, graded: 0.05 },
  type: { seen: 0.2, graded: 0.2 },
};

const TAGS: readonly TagKind[] = ['genre', 'country'];
const SCALES: readonly ScaleKind[] = ['year', 'fame', 'runtime', 'age', 'type'];

/** Score difference between a title of popularity 1 and a title of popularity 0. */
const POPULARITY = 14;

/** The mean rating of a user includes five pseudo-ratings of 7. */
const MEAN = 7;
const MEAN_STRENGTH = 5;

/**
 * Ratings more than two points below the mean are dislikes. The penalty grows with the square of the excess.
 */
const DISLIKE_FROM = 2;
const DISLIKE = 0.4;

/**
 * Grades (how high titles are rated) are noisier than choices (which titles are rated). So the weight of
 * grades grows with the number n of ratings: it is 2 n / (n + 8).
 */
const GRADES_TRUSTED = 8;

/** Evidence of a hide and of a list entry. Both have half (`HALF`) the weight of a rating. */
const HIDDEN = { seen: 0, graded: -2 };
const LISTED = { seen: 0.5, graded: 1 };
const HALF = 0.5;

/** A rated, hidden or listed title with the weights of its evidence. */
interface Evidence {
  readonly item: number;
  readonly seen: number;
  readonly graded: number;
}

/**
 * Ranks by content: the score of a title is its popularity plus its similarity to the rated titles. The sum
 * of similarities is divided by √(1 + number of ratings), so a few ratings change the order little.
 */
export function neighborRanker(space: NeighborSpace, taste: TasteSpace, catalogue: Catalogue): Ranker {
  const parts = partsOf(space);
  return {
    popularity: { unknown: POPULARITY, known: POPULARITY },
    needsRatings: false,
    genreLift: POPULARITY,
    fold: (signals, user) => profileOf(space, parts, evidenceOf(signals, user.variance), user.variance),
    score: (state, signals, weight, out) => {
      scoreFacts(space, parts, state, weight, out);
      addShared(space, evidenceOf(signals, state[parts.length]), weight, out);
    },
    similar: contentLikeness(taste, catalogue),
  };
}

/** @param variance `Taste.variance` of the user. Grades of a user with a larger variance have more weight. */
function evidenceOf(signals: CheckedSignals, variance: number): Evidence[] {
  const { rated, ratings, hidden, listed } = signals;
  let sum = MEAN_STRENGTH * MEAN;
  for (const rating of ratings) sum += rating;
  const mean = sum / (MEAN_STRENGTH + ratings.length);
  const isRated = new Set(rated);
  const hints = [hidden, listed].map((items) => items.filter((item) => !isRated.has(item)));
  const count = rated.length + HALF * (hints[0].length + hints[1].length);
  // The `1 +` lowers the weight of a single rating.
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

/** @param above difference between the rating and the user's mean, in points. */
function gradeOf(above: number): number {
  const dislike = Math.max(0, -DISLIKE_FROM - above);
  return above / 2 - DISLIKE * dislike * dislike;
}

const worth = ({ seen, graded }: Evidence, of: { seen: number; graded: number }): number =>
  seen * of.seen + graded * of.graded;

/**
 * The index in a profile at which the facts of each kind begin. The index `length` has the variance of the
 * taste.
 */
interface Parts {
  readonly at: Readonly<Record<TagKind | ScaleKind, number>>;
  readonly length: number;
}

function partsOf({ tags, scales }: NeighborSpace): Parts {
  const at = { genre: 0, country: 0, year: 0, fame: 0, runtime: 0, age: 0, type: 0 };
  let length = 0;
  for (const kind of TAGS) {
    at[kind] = length;
    length += tags[kind].centre.length;
  }
  for (const kind of SCALES) {
    at[kind] = length;
    // The additional bin is for titles with an unknown value. Its score is 0.
    length += scales[kind].centre.length + 1;
  }
  return { at, length };
}

/**
 * Computes a user's score for each tag and for each bin of a scale. The last entry is the variance of the
 * user's taste.
 */
function profileOf(
  { tags, scales }: NeighborSpace,
  parts: Parts,
  evidence: readonly Evidence[],
  variance: number,
): Float32Array {
  const profile = new Float32Array(parts.length + 1);
  profile[parts.length] = variance;
  for (const kind of TAGS) {
    const { ofTitle, weights, centre } = tags[kind];
    const own = profile.subarray(parts.at[kind], parts.at[kind] + centre.length);
    let all = 0;
    for (const one of evidence) {
      const points = worth(one, WORTH[kind]);
      const from = ofTitle.offsets[one.item];
      const to = ofTitle.offsets[one.item + 1];
      for (let k = from; k < to; k++) own[ofTitle.values[k]] += points * weights[k];
      if (to > from) all += points;
    }
    for (let a = 0; a < own.length; a++) own[a] -= all * centre[a];
  }
  for (const kind of SCALES) {
    const { bin, reach, centre } = scales[kind];
    const mass = new Float64Array(centre.length);
    let all = 0;
    for (const one of evidence) {
      if (bin[one.item] === centre.length) continue;
      const points = worth(one, WORTH[kind]);
      mass[bin[one.item]] += points;
      all += points;
    }
    for (let b = 0; b < centre.length; b++)
      profile[parts.at[kind] + b] = spread(mass, b, reach) - all * centre[b];
  }
  return profile;
}

function spread(mass: Float64Array, bin: number, reach: number): number {
  let sum = 0;
  for (let other = 0; other < mass.length; other++) {
    if (mass[other] !== 0) sum += mass[other] * closeness(bin, other, reach);
  }
  return sum;
}

/**
 * Writes the score of each title from its tags and scales. Makes only one pass over the titles, because every
 * request runs this function.
 */
function scoreFacts(
  { tags, scales }: NeighborSpace,
  { at }: Parts,
  profile: Float32Array,
  weight: number,
  out: Float32Array,
): void {
  const { year, fame, runtime, age, type } = scales;
  const [years, levels, minutes, ages, types] = [year.bin, fame.bin, runtime.bin, age.bin, type.bin];
  const { offsets: from, values: genres } = tags.genre.ofTitle;
  const { offsets: made, values: countries } = tags.country.ofTitle;
  const genreWeights = tags.genre.weights;
  const countryWeights = tags.country.weights;
  for (let i = 0; i < out.length; i++) {
    let sum =
      profile[at.year + years[i]] +
      profile[at.fame + levels[i]] +
      profile[at.runtime + minutes[i]] +
      profile[at.age + ages[i]] +
      profile[at.type + types[i]];
    for (let k = from[i]; k < from[i + 1]; k++) sum += profile[at.genre + genres[k]] * genreWeights[k];
    for (let k = made[i]; k < made[i + 1]; k++) sum += profile[at.country + countries[k]] * countryWeights[k];
    out[i] = weight * sum;
  }
}

/** Adds scores to titles that share people or a franchise with the evidence. */
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
