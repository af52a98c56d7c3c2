import { multiply } from '../math/sparse.ts';
import type { Worth } from '../model/facts.ts';
import { LIKED } from '../model/like-probability.ts';
import { closeness, type NeighborSpace, type SharedSpace, type TagSpace } from '../model/neighbor-space.ts';
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
  // One array for all users, because allocating it takes longer than filling it. `score` returns none of it and never waits,
  // so two users cannot mix.
  const profile = new Float32Array(space.titles.columnCount);
  return {
    fame: { unknown: FAME, known: FAME, aged: 1 },
    needsRatings: false,
    takesTurns: true,
    readsMean: false,
    genreLift: GENRE_LIFT,
    fold: (_, { variance }) => Float32Array.of(variance),
    score([variance], signals, weight, items) {
      fillProfile(profile.fill(0), space, evidenceOf(catalogue, signals, variance), signals);
      return multiply(space.titles, profile, weight, items);
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

/** Adds a user's points for each column of `NeighborSpace.titles` to a profile of zeros. */
function fillProfile(
  profile: Float32Array,
  { tags, scales, shared }: NeighborSpace,
  evidence: readonly Evidence[],
  signals: CheckedSignals,
): void {
  let from = 0;
  /** Adds the points of what each title has, and returns the sum of the points of the titles that have anything. */
  const addValues = ({ worth, rows, weights }: SharedSpace | TagSpace, factor = 1): number => {
    let all = 0;
    for (const one of evidence) {
      const points = factor * pointsOf(one, worth);
      const end = rows.offsets[one.item + 1];
      for (let k = rows.offsets[one.item]; k < end; k++)
        profile[from + rows.values[k]] += points * weights[k];
      if (end > rows.offsets[one.item]) all += points;
    }
    return all;
  };
  for (const tag of tags) {
    const { centre } = tag;
    const all = addValues(tag, tag.agrees ? agreementOf(tag, signals) : 1);
    for (let a = 0; a < centre.length; a++) profile[from + a] -= all * centre[a];
    from += centre.length;
  }
  for (const { bin, reach, centre, worth } of scales) {
    const mass = new Float64Array(centre.length);
    let all = 0;
    for (const one of evidence) {
      const b = bin[one.item];
      if (b === centre.length) continue;
      const points = pointsOf(one, worth);
      mass[b] += points;
      all += points;
    }
    const spread = spreadMasses(mass, closeness(0, 1, reach));
    for (let b = 0; b < centre.length; b++) profile[from + b] = spread[b] - all * centre[b];
    from += centre.length;
  }
  for (const fact of shared) {
    addValues(fact);
    from += fact.count;
  }
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
