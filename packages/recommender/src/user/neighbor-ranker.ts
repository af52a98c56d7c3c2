import type { Worth } from '../model/facts.ts';
import { LIKED } from '../model/like-probability.ts';
import { closeness, type NeighborSpace, type TagSpace } from '../model/neighbor-space.ts';
import type { Catalogue } from '../model/types.ts';
import { type CheckedSignals, HALF, interestCount, type Ranker, trustIn } from './ranker.ts';

/**
 * Score difference between the best known title and an unknown title, in the unit of `Worth`. A weight of 18 gained nothing for people
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
 * Liked titles of one genre say more about a taste than as many of different genres, so facts that `agree` weigh up to
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

/** A rated, hidden, listed or seen title with the weights of its evidence. */
interface Evidence {
  readonly item: number;
  readonly seen: number;
  readonly graded: number;
}

/**
 * Ranks by content: the score of a title is its popularity plus its similarity to the rated titles. The sum
 * of similarities is divided by √(1 + number of ratings), so a few ratings change the order little.
 */
export function neighborRanker(space: NeighborSpace, catalogue: Catalogue): Ranker {
  const every = Int32Array.from({ length: catalogue.size }, (_, item) => item);
  return {
    fame: { unknown: FAME, known: FAME, aged: 1 },
    needsRatings: false,
    takesTurns: true,
    readsMean: false,
    genreLift: GENRE_LIFT,
    fold: (signals, { variance }) =>
      Float32Array.of(variance, ...profileOf(space, evidenceOf(catalogue, signals, variance), signals)),
    score: (state, signals, weight, items = every) => {
      const shared = sharedScores(space, evidenceOf(catalogue, signals, state[0]), catalogue.size);
      return factScores(space, state.subarray(1), items).map(
        (score, at) => weight * (score + shared[items[at]]),
      );
    },
  };
}

/**
 * Returns the factor for the weight of a fact: 1, and more when the titles that the user liked, listed or watched
 * have the same values. Each is compared with the others, so one title, or titles without a common value, change
 * nothing.
 */
function agreementOf(
  { rows, weights, centre }: TagSpace,
  { rated, ratings, listed, seen }: CheckedSignals,
): number {
  const liked = [...rated.filter((_, n) => ratings[n] >= LIKED), ...listed, ...seen];
  const all = new Float64Array(centre.length);
  const each = (visit: (tag: number, weight: number) => void): void => {
    for (const item of liked) {
      for (let k = rows.offsets[item]; k < rows.offsets[item + 1]; k++) visit(rows.values[k], weights[k]);
    }
  };
  each((tag, weight) => {
    all[tag] += weight;
  });
  let sum = 0;
  each((tag, weight) => {
    sum += weight * (all[tag] - weight - (liked.length - 1) * centre[tag]);
  });
  // The additional pairs lower the agreement of two or three titles, which may be chance.
  const agreement = sum / Math.max(1, liked.length * (liked.length + 1));
  return Math.min(AGREEMENT.most, 1 + AGREEMENT.slope * Math.max(0, agreement - AGREEMENT.from));
}

/** @param variance `Taste.variance` of the user. Grades of a user with a larger variance have more weight. */
function evidenceOf({ popularity }: Catalogue, signals: CheckedSignals, variance: number): Evidence[] {
  const { rated, ratings, hidden, listed, seen } = signals;
  const mean =
    (MEAN_STRENGTH * MEAN + ratings.reduce((sum, rating) => sum + rating, 0)) /
    (MEAN_STRENGTH + ratings.length);
  const count = interestCount(signals) + HALF * hidden.length;
  // The `1 +` lowers the weight of a single rating.
  const perTitle = 1 / Math.sqrt(1 + count);
  const trustInGrades = (2 * count * Math.sqrt(variance)) / (count + GRADES_TRUSTED);
  const evidence = (item: number, part: number, of: Worth): Evidence => ({
    item,
    seen: part * perTitle * of.seen,
    graded: part * perTitle * trustInGrades * of.graded,
  });
  const trusted = (
    items: Int32Array,
    toEvidence: (item: number, n: number, trust: number) => Evidence,
  ): Evidence[] => {
    const trusts = trustIn(signals, items);
    return Array.from(items, (item, n) => toEvidence(item, n, trusts[n]));
  };
  return [
    ...trusted(rated, (item, n, part) =>
      evidence(item, part * (1 + USUAL_FAME - popularity[item]), {
        seen: 1,
        graded: opinionOf(ratings[n] - mean),
      }),
    ),
    ...Array.from(hidden, (item) => evidence(item, HALF, HIDDEN)),
    ...trusted(listed, (item, _, part) => evidence(item, part * HALF, LISTED)),
    ...trusted(seen, (item, _, part) => evidence(item, part * HALF, SEEN)),
  ];
}

/** @param above difference between the rating and the user's mean, in points. */
function opinionOf(above: number): number {
  const dislike = Math.max(0, -DISLIKE_FROM - above);
  return above / 2 - DISLIKE * dislike * dislike;
}

const pointsOf = ({ seen, graded }: Evidence, worth: Worth): number =>
  seen * worth.seen + graded * worth.graded;

/**
 * Computes a user's score for each value of the tags and for each bin of the scales, in the order of `space`. The
 * last bin of a scale, for titles with an unknown value, gets 0.
 */
function profileOf(
  { tags, scales }: NeighborSpace,
  evidence: readonly Evidence[],
  signals: CheckedSignals,
): number[] {
  const ofTags = tags.flatMap((tag) => {
    const { rows, weights, centre, worth } = tag;
    const scores = new Float64Array(centre.length);
    const factor = tag.agrees ? agreementOf(tag, signals) : 1;
    let all = 0;
    for (const one of evidence) {
      const points = factor * pointsOf(one, worth);
      const from = rows.offsets[one.item];
      const to = rows.offsets[one.item + 1];
      for (let k = from; k < to; k++) scores[rows.values[k]] += points * weights[k];
      if (to > from) all += points;
    }
    return Array.from(scores, (score, a) => score - all * centre[a]);
  });
  const ofScales = scales.flatMap(({ bin, reach, centre, worth }) => {
    const mass = new Float64Array(centre.length);
    let all = 0;
    for (const one of evidence) {
      const b = bin[one.item];
      if (b === centre.length) continue;
      const points = pointsOf(one, worth);
      mass[b] += points;
      all += points;
    }
    return [...spreadMasses(mass, closeness(0, 1, reach)).map((score, b) => score - all * centre[b]), 0];
  });
  return [...ofTags, ...ofScales];
}

/**
 * Returns for each bin the sum of all masses, each times `step` to the power of its distance. What comes from below and
 * what comes from above are each the sum for the next bin times `step`.
 */
function spreadMasses(mass: Float64Array, step: number): Float64Array {
  const out = new Float64Array(mass.length);
  let below = 0;
  for (let b = 0; b < mass.length; b++) {
    below = mass[b] + step * below;
    out[b] = below;
  }
  let above = 0;
  for (let b = mass.length - 1; b >= 0; b--) {
    out[b] += above;
    above = step * (above + mass[b]);
  }
  return out;
}

/** Returns the score of each of the items from its tags and scales. */
function factScores({ tags, scales }: NeighborSpace, profile: Float32Array, items: Int32Array): Float32Array {
  const out = new Float32Array(items.length);
  let from = 0;
  for (const { rows, weights, centre } of tags) {
    const { offsets, values } = rows;
    for (let at = 0; at < items.length; at++) {
      const item = items[at];
      let sum = 0;
      for (let k = offsets[item]; k < offsets[item + 1]; k++) sum += profile[from + values[k]] * weights[k];
      out[at] += sum;
    }
    from += centre.length;
  }
  for (const { bin, centre } of scales) {
    for (let at = 0; at < items.length; at++) out[at] += profile[from + bin[items[at]]];
    from += centre.length + 1;
  }
  return out;
}

/** Returns the score of every title for the people or the franchise that it shares with the evidence. */
function sharedScores({ shared }: NeighborSpace, evidence: readonly Evidence[], size: number): Float32Array {
  const out = new Float32Array(size);
  for (const { worth, ofTitle, weights, titlesOf, weightsOf } of shared) {
    for (const one of evidence) {
      const points = pointsOf(one, worth);
      for (let k = ofTitle.offsets[one.item]; k < ofTitle.offsets[one.item + 1]; k++) {
        const value = ofTitle.values[k];
        for (let t = titlesOf.offsets[value]; t < titlesOf.offsets[value + 1]; t++)
          out[titlesOf.values[t]] += points * weights[k] * weightsOf[t];
      }
    }
  }
  return out;
}
