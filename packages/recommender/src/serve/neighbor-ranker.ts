import { LIKED } from '../model/like-probability.ts';
import { closeness, type NeighborSpace, type ScaleKind, type TagKind } from '../model/neighbor-space.ts';
import type { TasteSpace } from '../model/taste.ts';
import type { Catalogue } from '../model/types.ts';
import { type CheckedSignals, contentLikeness, HALF, interestCount, type Ranker } from './ranker.ts';

/**
 * The weights of facts in the similarity to a rated title, in the unit of `FAME`. Fitted to several
 * sets of ratings (docs/recommender.md#the-first-evening).
 */
const WORTH = {
  // Every rated title adds `seen`, and adds `graded` for every two points above the user's mean.
  genre: { seen: 0.65, graded: 0.3 },
  director: { seen: 0.2, graded: 0.25 },
  cast: { seen: 0.4, graded: 0.3 },
  // A low rating says little about other titles of its year.
  year: { seen: 0.8, graded: 0 },
  fame: { seen: 0.25, graded: 0.15 },
  franchise: { seen: 0.2, graded: 0.15 },
  country: { seen: 0.2, graded: 0.1 },
  runtime: { seen: 0.15, graded: 0 },
  age: { seen: 0.4, graded: 0.05 },
  type: { seen: 0.2, graded: 0.2 },
};

const TAGS: readonly TagKind[] = ['genre', 'country'];
const SCALES: readonly ScaleKind[] = ['year', 'fame', 'runtime', 'age', 'type'];

/**
 * Score difference between the best known title and an unknown title. A weight of 18 gained nothing for people
 * of niche taste and lost 2 % for all (docs/recommender.md#the-first-evening).
 */
const FAME = 22;

/** Score of a chosen genre for a user without ratings. */
const GENRE_LIFT = 14;

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

/**
 * Liked titles of one genre say more about a taste than as many of different genres, so genres weigh up to
 * `most` times as much for such a user. Years, fame and the other facts do not: a lover of horror wants more
 * horror, not more titles of the years of their favorites. Few people with random ratings reach `from`.
 */
const AGREEMENT = { from: 0.12, slope: 60, most: 3.6 };

/**
 * A title of this popularity weighs 1 as evidence, and a title that is less known by x weighs 1 + x: everybody
 * watches the famous ones, so a rating of another title says more about a taste.
 */
const USUAL_FAME = 0.88;

/**
 * Evidence of a hide, a list entry and a view without a rating. Each has half (`HALF`) the weight of a rating,
 * so a hide never outweighs a liked title of the same kind.
 */
const HIDDEN = { seen: 0, graded: -2 };
const LISTED = { seen: 0.5, graded: 1 };
const SEEN = { seen: 1, graded: 0 };

/**
 * Rated, hidden, listed and seen titles with the weights of their evidence, as parallel columns, of which the first
 * `count` entries are used.
 */
interface Evidence {
  count: number;
  readonly items: Int32Array;
  readonly seen: Float64Array;
  readonly graded: Float64Array;
}

const roomForEvidence = (count: number): Evidence => ({
  count: 0,
  items: new Int32Array(count),
  seen: new Float64Array(count),
  graded: new Float64Array(count),
});

/** The evidence of the last user. Making arrays takes longer than filling them, so all users share these. */
let lastEvidence = roomForEvidence(100);

/**
 * Ranks by content: the score of a title is its popularity plus its similarity to the rated titles. The sum
 * of similarities is divided by √(1 + number of ratings), so a few ratings change the order little.
 */
export function neighborRanker(space: NeighborSpace, taste: TasteSpace, catalogue: Catalogue): Ranker {
  const parts = partsOf(space);
  const scratch = scratchOf(space);
  return {
    fame: { unknown: FAME, known: FAME, aged: 1 },
    needsRatings: false,
    genreLift: GENRE_LIFT,
    fold: (signals, user) => {
      const profile = profileOf(
        space,
        parts,
        scratch,
        evidenceOf(catalogue, signals, user.variance),
        agreementOf(space, signals),
      );
      profile[parts.length] = user.variance;
      return profile;
    },
    score: (state, signals, weight, out) => {
      scoreFacts(space, parts, scratch, state, weight, out);
      addShared(space, evidenceOf(catalogue, signals, state[parts.length]), weight, out);
    },
    similar: contentLikeness(taste, catalogue),
  };
}

/**
 * Returns the factor for the weight of genres: 1, and more when the titles that the user liked, listed or watched
 * have the same genres. Each is compared with the others, so one title, or titles without a common genre, change
 * nothing.
 */
function agreementOf({ tags }: NeighborSpace, { rated, ratings, listed, seen }: CheckedSignals): number {
  const { setOf, sets, weights, centre } = tags.genre;
  const liked = [...rated.filter((_, n) => ratings[n] >= LIKED), ...listed, ...seen];
  const all = new Float64Array(centre.length);
  const each = (visit: (genre: number, weight: number) => void): void => {
    for (const item of liked) {
      for (let k = sets.offsets[setOf[item]]; k < sets.offsets[setOf[item] + 1]; k++)
        visit(sets.values[k], weights[k]);
    }
  };
  each((genre, weight) => {
    all[genre] += weight;
  });
  let sum = 0;
  each((genre, weight) => {
    sum += weight * (all[genre] - weight - (liked.length - 1) * centre[genre]);
  });
  // The additional pairs lower the agreement of two or three titles, which may be chance.
  const agreement = sum / Math.max(1, liked.length * (liked.length + 1));
  return Math.min(AGREEMENT.most, 1 + AGREEMENT.slope * Math.max(0, agreement - AGREEMENT.from));
}

/**
 * Returns the evidence of a user, which the next call overwrites.
 * @param variance `Taste.variance` of the user. Grades of a user with a larger variance have more weight.
 */
function evidenceOf({ popularity }: Catalogue, signals: CheckedSignals, variance: number): Evidence {
  const { rated, ratings, hidden, listed, seen } = signals;
  let sum = MEAN_STRENGTH * MEAN;
  for (let n = 0; n < ratings.length; n++) sum += ratings[n];
  const mean = sum / (MEAN_STRENGTH + ratings.length);
  const count = interestCount(signals) + HALF * hidden.length;
  // The `1 +` lowers the weight of a single rating.
  const share = 1 / Math.sqrt(1 + count);
  const trust = (2 * count * Math.sqrt(variance)) / (count + GRADES_TRUSTED);
  const total = rated.length + hidden.length + listed.length + seen.length;
  if (lastEvidence.items.length < total) lastEvidence = roomForEvidence(total);
  const evidence = lastEvidence;
  evidence.count = 0;
  const add = (item: number, ofSeen: number, ofGraded: number, part: number): void => {
    const at = evidence.count++;
    evidence.items[at] = item;
    evidence.seen[at] = part * share * ofSeen;
    evidence.graded[at] = part * share * trust * ofGraded;
  };
  for (let n = 0; n < rated.length; n++)
    add(rated[n], 1, gradeOf(ratings[n] - mean), 1 + USUAL_FAME - popularity[rated[n]]);
  for (const item of hidden) add(item, HIDDEN.seen, HIDDEN.graded, HALF);
  for (const item of listed) add(item, LISTED.seen, LISTED.graded, HALF);
  for (const item of seen) add(item, SEEN.seen, SEEN.graded, HALF);
  return evidence;
}

/** @param above difference between the rating and the user's mean, in points. */
function gradeOf(above: number): number {
  const dislike = Math.max(0, -DISLIKE_FROM - above);
  return above / 2 - DISLIKE * dislike * dislike;
}

const worth = ({ seen, graded }: Evidence, n: number, of: { seen: number; graded: number }): number =>
  seen[n] * of.seen + graded[n] * of.graded;

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

/** Arrays that every call overwrites. */
interface Scratch {
  /** What the titles of each bin weigh, and `spreadMasses` of it, for the scale with the most bins. */
  readonly mass: Float64Array;
  readonly spread: Float64Array;
  /** The score of each set of tags. */
  readonly ofSets: Readonly<Record<TagKind, Float64Array>>;
}

function scratchOf({ tags, scales }: NeighborSpace): Scratch {
  const bins = Math.max(...SCALES.map((kind) => scales[kind].centre.length));
  const ofSets = (kind: TagKind): Float64Array => new Float64Array(tags[kind].sets.offsets.length - 1);
  return {
    mass: new Float64Array(bins),
    spread: new Float64Array(bins),
    ofSets: { genre: ofSets('genre'), country: ofSets('country') },
  };
}

/**
 * Computes a user's score for each tag and for each bin of a scale. A further entry holds the variance of the
 * user's taste.
 * @param agreement the factor for the weight of genres.
 */
function profileOf(
  { tags, scales }: NeighborSpace,
  parts: Parts,
  { mass, spread }: Scratch,
  evidence: Evidence,
  agreement: number,
): Float32Array {
  const profile = new Float32Array(parts.length + 1);
  const { count, items } = evidence;
  for (const kind of TAGS) {
    const { setOf, sets, weights, centre } = tags[kind];
    const own = parts.at[kind];
    const factor = kind === 'genre' ? agreement : 1;
    let all = 0;
    for (let n = 0; n < count; n++) {
      const points = factor * worth(evidence, n, WORTH[kind]);
      const from = sets.offsets[setOf[items[n]]];
      const to = sets.offsets[setOf[items[n]] + 1];
      for (let k = from; k < to; k++) profile[own + sets.values[k]] += points * weights[k];
      if (to > from) all += points;
    }
    for (let a = 0; a < centre.length; a++) profile[own + a] -= all * centre[a];
  }
  for (const kind of SCALES) {
    const { bin, reach, centre } = scales[kind];
    mass.fill(0);
    let all = 0;
    for (let n = 0; n < count; n++) {
      const b = bin[items[n]];
      if (b === centre.length) continue;
      const points = worth(evidence, n, WORTH[kind]);
      mass[b] += points;
      all += points;
    }
    spreadMasses(mass, centre.length, closeness(0, 1, reach), spread);
    for (let b = 0; b < centre.length; b++) profile[parts.at[kind] + b] = spread[b] - all * centre[b];
  }
  return profile;
}

/**
 * Writes for each of the first `bins` bins the sum of all masses, each times `step` to the power of its distance. What
 * comes from below and what comes from above are each the sum for the next bin times `step`.
 */
function spreadMasses(mass: Float64Array, bins: number, step: number, out: Float64Array): void {
  let below = 0;
  for (let b = 0; b < bins; b++) {
    below = mass[b] + step * below;
    out[b] = below;
  }
  let above = 0;
  for (let b = bins - 1; b >= 0; b--) {
    out[b] += above;
    above = step * (above + mass[b]);
  }
}

/**
 * Writes the score of each title from its tags and scales. Makes only one pass over the titles, because every
 * request runs this function.
 */
function scoreFacts(
  { tags, scales }: NeighborSpace,
  { at }: Parts,
  { ofSets }: Scratch,
  profile: Float32Array,
  weight: number,
  out: Float32Array,
): void {
  const { year, fame, runtime, age, type } = scales;
  const [years, levels, minutes, ages, types] = [year.bin, fame.bin, runtime.bin, age.bin, type.bin];
  const [genres, countries] = [tags.genre.setOf, tags.country.setOf];
  const { genre: ofGenres, country: ofCountries } = ofSets;
  scoreSets(tags.genre, profile, at.genre, ofGenres);
  scoreSets(tags.country, profile, at.country, ofCountries);
  for (let i = 0; i < out.length; i++) {
    out[i] =
      weight *
      (ofGenres[genres[i]] +
        ofCountries[countries[i]] +
        profile[at.year + years[i]] +
        profile[at.fame + levels[i]] +
        profile[at.runtime + minutes[i]] +
        profile[at.age + ages[i]] +
        profile[at.type + types[i]]);
  }
}

/** Writes the score of each set of tags. `profile` has the score of each tag from `own` on. */
function scoreSets(
  { sets, weights }: NeighborSpace['tags']['genre'],
  profile: Float32Array,
  own: number,
  out: Float64Array,
): void {
  for (let set = 0; set < out.length; set++) {
    let score = 0;
    for (let k = sets.offsets[set]; k < sets.offsets[set + 1]; k++)
      score += profile[own + sets.values[k]] * weights[k];
    out[set] = score;
  }
}

/** Adds scores to titles that share people or a franchise with the evidence. */
function addShared(space: NeighborSpace, evidence: Evidence, weight: number, out: Float32Array): void {
  const { count, items } = evidence;
  for (const [people, of] of [
    [space.directors, WORTH.director],
    [space.cast, WORTH.cast],
    [space.franchises, WORTH.franchise],
  ] as const) {
    const { offsets, values } = people.ofTitle;
    const { offsets: starts, values: titles } = people.titlesOf;
    const { weights, weightsOf } = people;
    for (let n = 0; n < count; n++) {
      const points = weight * worth(evidence, n, of);
      for (let k = offsets[items[n]]; k < offsets[items[n] + 1]; k++) {
        const person = values[k];
        const end = starts[person + 1];
        const own = points * weights[k];
        for (let t = starts[person]; t < end; t++) out[titles[t]] += own * weightsOf[t];
      }
    }
  }
}
