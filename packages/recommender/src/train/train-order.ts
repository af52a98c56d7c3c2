import { dotRows } from '../math/dot.ts';
import { gradeOf } from '../model/grades.ts';
import type { Catalogue } from '../model/types.ts';
import { foldIals, gramOf, type Ials } from '../user/fold-ials.ts';
import { EASE_SHARE, TILT } from '../user/trained-ranker.ts';
import { type Ease, trainEase } from './ease.ts';
import { trainIals } from './ials.ts';
import { type AskedUser, bestOf, climb, judge, qualityOf, split } from './inner-validation.ts';
import { contentRows, headOf, restrict, standardize, warmFactors } from './order-columns.ts';
import type { RatingTable } from './rating-table.ts';

export interface OrderOptions {
  readonly factors: number;
  /** Upper limit of titles that EASE covers: the titles with the most ratings. */
  readonly head: number;
  readonly seed: number;
  /**
   * Returns the item factors of an earlier model by catalogue index, or null for a title that the model
   * lacks.
   */
  readonly warm?: (item: number) => Float32Array | null;
  readonly step?: (stage: string, share: number) => Promise<void> | void;
}

/** A trained order: rankers over the columns of a rating table. */
export interface TrainedOrder {
  readonly ials: Ials;
  readonly ease: Ease;
  /** Maps each column of EASE to its column in the rating table. */
  readonly head: Int32Array;
  readonly hyper: {
    readonly lambda: number;
    readonly unobserved: number;
    readonly regularisation: number;
    readonly easeShare: number;
  };
  /**
   * Held-back users for `chooseTilt`, with scores of rankers that were trained without these users. The array
   * is empty with few users.
   */
  readonly asked: readonly AskedUser[];
}

const ITERATIONS = 8;
const ITERATIONS_OF_FEW = 12;

/**
 * Up to this many users, inner validation uses three splits instead of one. The blend shares and the tilt
 * then have their default values, because the held-back users are too few.
 */
const FEW_USERS = 1500;
/** The start values of the hyperparameters. The search multiplies or divides the values by two. */
export const START = { lambda: 100, unobserved: 0.15, regularisation: 0.006 };

const EASE_SHARES = [0.3, 0.4, 0.5, 0.6, 0.7];

/** Inner validation of item weights uses at most this many titles. */
const INNER_TITLES = 1500;
/**
 * Largest number of titles in the item weights when inner validation chooses the shares of the blend. 3,700
 * titles take 10 s.
 */
const BLENDED_TITLES = 4000;

/**
 * Fits the order to a table of ratings (0–10). Inner validation chooses hyperparameters: held-back users are
 * folded in with some titles, and their other titles are ranked.
 */
export async function trainOrder(
  catalogue: Catalogue,
  table: RatingTable,
  options: OrderOptions,
): Promise<TrainedOrder> {
  const step = options.step ?? (() => {});
  const grades = { ...table.matrix, values: table.matrix.values.map(gradeOf) };
  const { asked, ...hyper } = await chooseHyper(catalogue, table, options, step);
  const { factors, seed } = options;

  const warm = options.warm ? warmFactors(table.titles, factors, options.warm) : undefined;
  const ials = await trainIals(grades, {
    factors,
    unobserved: hyper.unobserved,
    regularisation: hyper.regularisation,
    iterations: table.matrix.rows > FEW_USERS ? ITERATIONS : ITERATIONS_OF_FEW,
    seed,
    ...(warm ? { warm } : {}),
    step: (done, total) => step('implicit factors', done / total),
  });

  const head = headOf(table.matrix, options.head);
  const ease = await trainEase(restrict(grades, head), {
    lambda: hyper.lambda,
    content: contentRows(catalogue, table.titles, head),
    step: (share) => step('item weights', share),
  });
  return { ials, ease, head, hyper, asked };
}

/** Returns a score for every column, given a user's titles (columns) and grades. */
type Scorer = (titles: Int32Array, grades: Float32Array) => Float32Array;

function ialsScorer(ials: Ials): Scorer {
  const { factors, items, unobserved } = ials;
  const size = items.length / factors;
  const gram = gramOf(items, size, factors, unobserved);
  return (titles, grades) => dotRows(items, factors, foldIals(ials, gram, titles, grades));
}

/** Returns a scorer that scores all `size` columns with an EASE over `head`. Columns outside `head` get 0. */
function easeScorer(ease: Ease, head: Int32Array, size: number): Scorer {
  const place = new Int32Array(size).fill(-1);
  head.forEach((column, at) => {
    place[column] = at;
  });
  return (titles, grades) => {
    const scores = new Float32Array(head.length);
    const out = new Float32Array(size);
    const known = Array.from(titles.keys()).filter((t) => place[titles[t]] >= 0);
    ease.score(
      known.map((t) => place[titles[t]]),
      known.map((t) => grades[t]),
      scores,
    );
    head.forEach((column, at) => {
      out[column] = scores[at];
    });
    return out;
  };
}

/**
 * Replaces `out` by the weighted mean of `out` and `other`.
 * @param share the weight of `other`, 0–1.
 */
function blend(out: Float32Array, other: Float32Array, share: number): void {
  for (let i = 0; i < out.length; i++) out[i] = share * other[i] + (1 - share) * out[i];
}

async function chooseHyper(
  catalogue: Catalogue,
  table: RatingTable,
  options: OrderOptions,
  step: (stage: string, share: number) => Promise<void> | void,
): Promise<TrainedOrder['hyper'] & Pick<TrainedOrder, 'asked'>> {
  const splits = (table.matrix.rows > FEW_USERS ? [0] : [0, 1, 2]).map((part) =>
    split(table.matrix, part, options.seed),
  );
  // With fewer users than titles, EASE is fast for all titles. With more users, EASE covers only the titles
  // with the most ratings.
  const few = table.matrix.rows < table.matrix.columnCount;
  const head = headOf(table.matrix, few ? table.matrix.columnCount : INNER_TITLES);
  const size = table.matrix.columnCount;

  let tried = 0;
  const tell = (): Promise<void> | void => step('choosing hyper-parameters', 1 - 1 / (1 + ++tried / 6));

  const weigh = async (lambda: number, covered = head): Promise<Float32Array[][]> => {
    const content = contentRows(catalogue, table.titles, covered);
    const scores: Float32Array[][] = [];
    for (const one of splits) {
      const ease = await trainEase(restrict(one.train, covered), { lambda, content });
      const score = easeScorer(ease, covered, size);
      scores.push(one.users.map((user) => standardized(score(user.titles, user.grades))));
    }
    await tell();
    return scores;
  };
  // Keep the scores of the best parameters, because the next stage blends these scores.
  let weights: Float32Array[][] = [];
  let best = Number.NEGATIVE_INFINITY;
  const exponent = await climb(async (e) => {
    const scores = await weigh(START.lambda * 2 ** e);
    const quality = judge(splits, scores);
    if (quality > best) {
      best = quality;
      weights = scores;
    }
    return quality;
  });
  const lambda = START.lambda * 2 ** exponent;
  // The best shares depend on the titles that EASE covers, so EASE covers more titles from here on.
  if (!few && size > head.length) weights = await weigh(lambda, headOf(table.matrix, BLENDED_TITLES));

  // Choose hyperparameters of the implicit factors by the quality of the blend.
  const factors = splits.length > 1 ? Math.min(64, options.factors) : options.factors;
  const fit = async (unobserved: number, regularisation: number): Promise<Float32Array[][]> => {
    const scores: Float32Array[][] = [];
    for (const one of splits) {
      const settings = { unobserved, regularisation, factors, iterations: ITERATIONS, seed: options.seed };
      const score = ialsScorer(await trainIals(one.train, settings));
      scores.push(one.users.map((user) => standardized(score(user.titles, user.grades))));
    }
    await tell();
    return scores;
  };
  const mixed = (byFactors: Float32Array[][], share: number): Float32Array[][] =>
    mixedInto(byFactors, weights, share);
  let byFactors: Float32Array[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  const quality = async (unobserved: number, regularisation: number): Promise<number> => {
    const scores = await fit(unobserved, regularisation);
    const found = judge(splits, mixed(scores, EASE_SHARE));
    if (found > reached) {
      reached = found;
      byFactors = scores;
    }
    return found;
  };
  // Change both values together first, because their effects are similar.
  const turn = await climb((e) => quality(START.unobserved * 2 ** e, START.regularisation / 2 ** e));
  const unobserved = START.unobserved * 2 ** turn;
  const base = START.regularisation / 2 ** turn;
  // Then change `regularisation` alone.
  const regularisation = base * 2 ** (await climb((e) => quality(unobserved, base * 2 ** e), reached));

  const hyper = { lambda, unobserved, regularisation };
  if (splits.length > 1) return { ...hyper, easeShare: EASE_SHARE, asked: [] };
  const easeShare = bestOf(EASE_SHARES, (share) => judge(splits, mixed(byFactors, share)));
  const scores = mixed(byFactors, easeShare);
  const asked = splits.flatMap((one, s) => one.users.map((user, p) => ({ ...user, scores: scores[s][p] })));
  return { ...hyper, easeShare, asked };
}

/**
 * Returns copies of `scores` with `other` blended in. The first index is the split, and the second is the
 * user.
 * @param share the weight of `other`.
 */
function mixedInto(
  scores: readonly Float32Array[][],
  other: readonly Float32Array[][],
  share: number,
): Float32Array[][] {
  return scores.map((split, s) =>
    split.map((own, p) => {
      const out = own.slice();
      blend(out, other[s][p], share);
      return out;
    }),
  );
}

/** Candidates for the tilt; see `TILT`. */
const TILTS = [0, 0.25, 0.5, 0.75, 1, 1.5];

/**
 * Chooses the tilt with the highest ranking quality for users outside the order's training data.
 * @param pointsOf returns the predicted taste of a user for every column, see `tasteOfColumns`.
 */
export function chooseTilt(asked: readonly AskedUser[], pointsOf: (user: AskedUser) => Float32Array): number {
  if (asked.length === 0) return TILT;
  const points = asked.map(pointsOf);
  return bestOf(TILTS, (tilt) =>
    qualityOf(
      asked,
      asked.map((user, p) => user.scores.map((x, i) => x + tilt * points[p][i])),
    ),
  );
}

function standardized(scores: Float32Array): Float32Array {
  standardize(scores);
  return scores;
}
