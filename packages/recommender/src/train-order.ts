import { dotRows } from './dot-rows.ts';
import { type Ease, trainEase } from './ease.ts';
import { foldIals, gramOf, type Ials, trainIals } from './ials.ts';
import { contentRows, headOf, restrict, standardize, warmFactors } from './order-columns.ts';
import { hashed } from './random.ts';
import { meanRanking, rankingMetrics } from './ranking-metrics.ts';
import type { RatingTable } from './rating-table.ts';
import { topK } from './select.ts';
import { type Sparse, sparseFromTriples } from './sparse.ts';
import type { Catalogue } from './types.ts';

export interface OrderOptions {
  readonly factors: number;
  /** EASE covers at most this many of the best known titles. */
  readonly head: number;
  readonly seed: number;
  /** Item factors of an earlier model by catalogue index, or null for a title unknown to it. */
  readonly warm?: (item: number) => Float32Array | null;
  readonly step?: (stage: string, share: number) => Promise<void> | void;
}

/** A trained order: two rankers over the columns of a rating table. */
export interface TrainedOrder {
  readonly ials: Ials;
  readonly ease: Ease;
  /** Columns of the table that EASE covers, in the order of EASE's own columns. */
  readonly head: Int32Array;
  readonly hyper: {
    readonly lambda: number;
    readonly unobserved: number;
    readonly regularisation: number;
    readonly easeShare: number;
  };
  /** Held-back users with the scores of rankers trained without them, to choose the tilt; empty with few users. */
  readonly asked: readonly AskedUser[];
}

/** A user held back for inner validation. */
export interface AskedUser {
  /** Columns folded in, sorted, with ratings and grades; and the hidden positives. */
  readonly titles: Int32Array;
  readonly ratings: Float32Array;
  readonly grades: Float32Array;
  readonly relevant: ReadonlySet<number>;
  /** The blend over all columns. */
  readonly scores: Float32Array;
}

/** A rating (0–10) of 8 or more is a full positive. A low rating is a weak positive, since the user chose the title. */
export function gradeOf(rating: number): number {
  return rating >= 8 ? 1 : rating >= 6 ? 0.7 : rating >= 4 ? 0.5 : 0.3;
}

/** Ratings from this on are positives of a ranking. */
export const POSITIVE = 8;

const ITERATIONS = 8;
const ITERATIONS_OF_FEW = 12;

/**
 * Up to this many users are validated on three splits instead of one. Their held-back users are too few to choose the
 * balances of the blend, which keep their defaults.
 */
const FEW_PEOPLE = 1500;
/** The start of the search for hyper-parameters, which moves by factors of two. */
const START = { lambda: 100, unobserved: 0.15, regularisation: 0.006 };

/** Default share of EASE in the blend. Both parts are standardized over the titles first. */
export const EASE_SHARE = 0.55;
const EASE_SHARES = [0.3, 0.4, 0.5, 0.6, 0.7];

/**
 * Default tilt: the shift of the order by one point of predicted taste (the user's own part of the predicted rating),
 * in deviations of the blend. Low ratings then lower similar titles. 1 ranks better than 0, and quality falls from 2 on
 * (docs/recommender.md#ranking).
 */
export const TILT = 1;

/**
 * Inner validation uses at most this many titles and users. Fewer users would choose too weak a regularization, since
 * weaker regularization needs more data.
 */
const INNER_TITLES = 1500;
const INNER_PEOPLE = 5000;

/**
 * Fits the order to a table of ratings (0–10). Hyper-parameters are chosen by inner validation: some users of the table
 * are held back, folded in from part of their titles, and ranked.
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
    iterations: table.matrix.rows > FEW_PEOPLE ? ITERATIONS : ITERATIONS_OF_FEW,
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

/** Writes a score for every column, from a user's titles (columns) and grades. */
export type Scorer = (titles: Int32Array, grades: Float32Array, out: Float32Array) => void;

/** Both rankers, standardized and blended, over all columns. */
export function orderScorer(order: TrainedOrder): Scorer {
  const { ials, ease, head, hyper } = order;
  const size = ials.items.length / ials.factors;
  const byFactors = ialsScorer(ials);
  const byWeights = easeScorer(ease, head, size);
  const weights = new Float32Array(size);
  return (titles, grades, out) => {
    byFactors(titles, grades, out);
    byWeights(titles, grades, weights);
    standardize(weights);
    blend(out, weights, hyper.easeShare);
  };
}

function ialsScorer(ials: Ials): Scorer {
  const { factors, items, unobserved } = ials;
  const size = items.length / factors;
  const gram = gramOf(items, size, factors, unobserved);
  return (titles, grades, out) => {
    dotRows(items, factors, factors, foldIals(ials, gram, titles, grades), size, out);
  };
}

/** EASE over `head`, as scores over all `size` columns; 0 elsewhere. */
function easeScorer(ease: Ease, head: Int32Array, size: number): Scorer {
  const place = new Int32Array(size).fill(-1);
  head.forEach((column, at) => {
    place[column] = at;
  });
  const scores = new Float32Array(head.length);
  return (titles, grades, out) => {
    const known = Array.from(titles.keys()).filter((t) => place[titles[t]] >= 0);
    ease.score(
      known.map((t) => place[titles[t]]),
      known.map((t) => grades[t]),
      scores,
    );
    out.fill(0);
    head.forEach((column, at) => {
      out[column] = scores[at];
    });
  };
}

/** Standardizes `out` and mixes in the standardized item-weight scores. */
function blend(out: Float32Array, weights: Float32Array, share: number): void {
  standardize(out);
  for (let i = 0; i < out.length; i++) out[i] = share * weights[i] + (1 - share) * out[i];
}

/** One split of users for inner validation. */
interface Split {
  readonly train: Sparse;
  readonly people: readonly Omit<AskedUser, 'scores'>[];
}

async function chooseHyper(
  catalogue: Catalogue,
  table: RatingTable,
  options: OrderOptions,
  step: (stage: string, share: number) => Promise<void> | void,
): Promise<TrainedOrder['hyper'] & Pick<TrainedOrder, 'asked'>> {
  const splits = (table.matrix.rows > FEW_PEOPLE ? [0] : [0, 1, 2]).map((part) =>
    split(table.matrix, part, options.seed),
  );
  // With fewer users than titles EASE is cheap on all titles; otherwise it covers the best known titles.
  const few = table.matrix.rows < table.matrix.columnCount;
  const head = headOf(table.matrix, few ? table.matrix.columnCount : INNER_TITLES);
  const content = contentRows(catalogue, table.titles, head);
  const size = table.matrix.columnCount;

  let tried = 0;
  const tell = (): Promise<void> | void => step('choosing hyper-parameters', 1 - 1 / (1 + ++tried / 6));

  const weigh = async (lambda: number): Promise<Float32Array[][]> => {
    const scores: Float32Array[][] = [];
    for (const one of splits) {
      const ease = await trainEase(restrict(one.train, head), { lambda, content });
      const score = easeScorer(ease, head, size);
      scores.push(one.people.map((user) => scored(size, (out) => score(user.titles, user.grades, out))));
    }
    await tell();
    return scores;
  };
  // The next stage blends with the scores of the chosen parameters, so keep them instead of computing them again.
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

  // Implicit factors are chosen for their gain in the blend: first the weight of unwatched titles together with
  // regularization, since both act the same way, then regularization alone.
  // Small tables take three splits, and gain nothing from the full number of factors.
  const factors = splits.length > 1 ? Math.min(64, options.factors) : options.factors;
  const fit = async (unobserved: number, regularisation: number): Promise<Float32Array[][]> => {
    const scores: Float32Array[][] = [];
    for (const one of splits) {
      const settings = { unobserved, regularisation, factors, iterations: ITERATIONS, seed: options.seed };
      const score = ialsScorer(await trainIals(one.train, settings));
      scores.push(one.people.map((user) => scored(size, (out) => score(user.titles, user.grades, out))));
    }
    await tell();
    return scores;
  };
  const mixed = (byFactors: Float32Array[][], share: number): Float32Array[][] =>
    byFactors.map((split, s) =>
      split.map((own, p) => {
        const out = own.slice();
        blend(out, weights[s][p], share);
        return out;
      }),
    );
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
  const turn = await climb((e) => quality(START.unobserved * 2 ** e, START.regularisation / 2 ** e));
  const unobserved = START.unobserved * 2 ** turn;
  const base = START.regularisation / 2 ** turn;
  const regularisation = base * 2 ** (await climb((e) => quality(unobserved, base * 2 ** e), reached));

  if (splits.length > 1) return { lambda, unobserved, regularisation, easeShare: EASE_SHARE, asked: [] };
  const easeShare = bestOf(EASE_SHARES, (share) => judge(splits, mixed(byFactors, share)));
  const scores = mixed(byFactors, easeShare);
  const asked = splits.flatMap((one, s) => one.people.map((user, p) => ({ ...user, scores: scores[s][p] })));
  return { lambda, unobserved, regularisation, easeShare, asked };
}

/** Candidates for the tilt; see `TILT`. */
const TILTS = [0, 0.25, 0.5, 0.75, 1, 1.5];

/**
 * Chooses the tilt on users that the order was not trained on.
 * @param pointsOf writes the user's own part of the predicted rating of every column.
 */
export function chooseTilt(
  asked: readonly AskedUser[],
  pointsOf: (user: AskedUser, out: Float32Array) => void,
): number {
  if (asked.length === 0) return TILT;
  const points = asked.map((user) => {
    const out = new Float32Array(user.scores.length);
    pointsOf(user, out);
    return out;
  });
  return bestOf(TILTS, (tilt) =>
    qualityOf(
      asked,
      asked.map((user, p) => user.scores.map((x, i) => x + tilt * points[p][i])),
    ),
  );
}

function bestOf(candidates: readonly number[], quality: (candidate: number) => number): number {
  const found = candidates.map(quality);
  return candidates[found.indexOf(Math.max(...found))];
}

/**
 * The exponent near 0 with the highest `quality`: hill climbing by single steps, at most six.
 * @param start the quality at 0 when it is known.
 */
async function climb(quality: (exponent: number) => Promise<number>, start?: number): Promise<number> {
  let at = 0;
  let best = start ?? (await quality(0));
  for (const direction of [1, -1]) {
    while (Math.abs(at + direction) <= 6) {
      const next = await quality(at + direction);
      if (next <= best) break;
      best = next;
      at += direction;
    }
    if (at !== 0) break;
  }
  return at;
}

function scored(size: number, fill: (out: Float32Array) => void): Float32Array {
  const out = new Float32Array(size);
  fill(out);
  standardize(out);
  return out;
}

/** Mean over users of Recall@20 + NDCG@10 + NDCG@100. Masks folded-in titles. */
function judge(splits: readonly Split[], scores: readonly Float32Array[][]): number {
  return qualityOf(
    splits.flatMap((one) => one.people),
    scores.flat(),
  );
}

function qualityOf(
  people: readonly Pick<AskedUser, 'titles' | 'relevant'>[],
  scores: readonly Float32Array[],
): number {
  const all = people.map((user, p) => {
    const out = scores[p].slice();
    for (const c of user.titles) out[c] = Number.NEGATIVE_INFINITY;
    return rankingMetrics(topK(out, 100), user.relevant, user.relevant.size);
  });
  const mean = meanRanking(all);
  return mean.recall20 + mean.ndcg10 + mean.ndcg100;
}

/** Holds back a fifth of the users (or 500). With five positives or more, a fifth of a user's positives is hidden. */
function split(matrix: Sparse, part: number, seed: number): Split {
  const share = Math.min(0.2, 500 / matrix.rows);
  const limit = INNER_PEOPLE / matrix.rows;
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const people: Split['people'][number][] = [];
  let trained = 0;
  for (let u = 0; u < matrix.rows; u++) {
    const from = matrix.offsets[u];
    const to = matrix.offsets[u + 1];
    const ticket = (hashed(u, 7, seed) + part * share) % 1;
    if (ticket >= share) {
      // The remaining random numbers are drawn in order, so large tables are thinned evenly.
      if (ticket >= share + limit) continue;
      for (let k = from; k < to; k++) {
        row.push(trained);
        column.push(matrix.columns[k]);
        value.push(gradeOf(matrix.values[k]));
      }
      trained++;
      continue;
    }
    const relevant = new Set<number>();
    const titles: number[] = [];
    const ratings: number[] = [];
    let positives = 0;
    for (let k = from; k < to; k++) {
      if (matrix.values[k] >= POSITIVE) positives++;
      if (matrix.values[k] >= POSITIVE && hashed(u, matrix.columns[k], seed + 1 + part) < 0.2) {
        relevant.add(matrix.columns[k]);
      } else {
        titles.push(matrix.columns[k]);
        ratings.push(matrix.values[k]);
      }
    }
    if (positives < 5 || relevant.size === 0) continue;
    people.push({
      titles: Int32Array.from(titles),
      ratings: Float32Array.from(ratings),
      grades: Float32Array.from(ratings, gradeOf),
      relevant,
    });
  }
  return { train: sparseFromTriples(trained, matrix.columnCount, row, column, value), people };
}
