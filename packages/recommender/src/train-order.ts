import { dotRows } from './dot-rows.ts';
import { type Ease, trainEase } from './ease.ts';
import { foldIals, gramOf, type Ials, trainIals } from './ials.ts';
import { contentRows, headOf, restrict, standardise, warmFactors } from './order-columns.ts';
import { hashed } from './random.ts';
import { meanRanking, rankingMetrics } from './ranking-metrics.ts';
import type { RatingTable } from './rating-table.ts';
import { topK } from './select.ts';
import { type Sparse, sparseFromTriples } from './sparse.ts';
import type { Catalogue } from './types.ts';

export interface OrderOptions {
  readonly factors: number;
  /** EASE covers this many of the best known titles at most. */
  readonly head: number;
  readonly seed: number;
  /** Item factors of an earlier model by catalogue index, or null for a title it did not know. */
  readonly warm?: (item: number) => Float32Array | null;
  readonly step?: (stage: string, share: number) => Promise<void> | void;
}

/** A trained order: two rankers over the columns of a rating table. */
export interface TrainedOrder {
  readonly ials: Ials;
  readonly ease: Ease;
  /** Columns of the table that EASE covers; its own columns in order. */
  readonly head: Int32Array;
  readonly hyper: {
    readonly lambda: number;
    readonly unobserved: number;
    readonly regularisation: number;
    readonly easeShare: number;
  };
  /** People of the table with what rankers trained without them say, to choose the tilt by; none of few people. */
  readonly asked: readonly AskedPerson[];
}

/** A person held back for inner validation. */
export interface AskedPerson {
  /** Columns folded in, sorted, with ratings and grades; and positives to be found. */
  readonly titles: Int32Array;
  readonly ratings: Float32Array;
  readonly grades: Float32Array;
  readonly relevant: ReadonlySet<number>;
  /** The blend over all columns. */
  readonly scores: Float32Array;
}

/** A rating (0–10) of 8 or more is a full positive; low ratings are weak ones: who rated it had chosen it. */
export function gradeOf(rating: number): number {
  return rating >= 8 ? 1 : rating >= 6 ? 0.7 : rating >= 4 ? 0.5 : 0.3;
}

/** Ratings from this on are what a ranking should find. */
export const POSITIVE = 8;

const ITERATIONS = 8;
const ITERATIONS_OF_FEW = 12;

/**
 * Up to so many people are validated on three splits instead of one. Those who are held back then cannot tell the
 * balances of the blend apart, which keep their defaults.
 */
const FEW_PEOPLE = 1500;
/** Where the search for hyper-parameters starts; it moves by factors of two. */
const START = { lambda: 100, unobserved: 0.15, regularisation: 0.006 };

/** Share of EASE in the blend where none was chosen; both parts are standardised over the titles first. */
export const EASE_SHARE = 0.55;
const EASE_SHARES = [0.3, 0.4, 0.5, 0.6, 0.7];

/**
 * How far one point of predicted taste (the person's own part of the predicted rating) tilts the order, in
 * deviations of the blend. Low ratings then push their kind down; 1 also ranks better than 0 does, while from 2
 * on quality falls (docs/recommender.md).
 */
export const TILT = 1;

/**
 * Inner validation looks at this many titles and people at most. Fewer people would choose too weak a
 * regularisation: the more there are to learn from, the more of it pays.
 */
const INNER_TITLES = 1500;
const INNER_PEOPLE = 5000;

/**
 * Fits the order to a table of ratings (0–10). Hyper-parameters are chosen by inner validation on people of the
 * table: one part of them is held back, folded in from part of their titles, and must be ranked well.
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

/** Writes a score for every column, from a person's titles (columns) and grades. */
export type Scorer = (titles: Int32Array, grades: Float32Array, out: Float32Array) => void;

/** Both rankers, standardised and blended, over all columns. */
export function orderScorer(order: TrainedOrder): Scorer {
  const { ials, ease, head, hyper } = order;
  const size = ials.items.length / ials.factors;
  const byFactors = ialsScorer(ials);
  const byWeights = easeScorer(ease, head, size);
  const weights = new Float32Array(size);
  return (titles, grades, out) => {
    byFactors(titles, grades, out);
    byWeights(titles, grades, weights);
    standardise(weights);
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

/** Standardises `out` and mixes the (standardised) item-weight scores in. */
function blend(out: Float32Array, weights: Float32Array, share: number): void {
  standardise(out);
  for (let i = 0; i < out.length; i++) out[i] = share * weights[i] + (1 - share) * out[i];
}

/** One way of splitting people for inner validation. */
interface Split {
  readonly train: Sparse;
  readonly people: readonly Omit<AskedPerson, 'scores'>[];
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
  // With fewer people than titles EASE costs little on all titles; else it looks at the head of the catalogue.
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
      scores.push(
        one.people.map((person) => scored(size, (out) => score(person.titles, person.grades, out))),
      );
    }
    await tell();
    return scores;
  };
  // What the climb stands on is what the next stage blends with: kept, not worked out again.
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

  // Implicit factors are chosen for what they add to the item weights: first the balance between "did not watch"
  // and regularisation, which pull the same way, then regularisation alone.
  // Small tables take three splits, and as many factors teach them nothing.
  const factors = splits.length > 1 ? Math.min(64, options.factors) : options.factors;
  const fit = async (unobserved: number, regularisation: number): Promise<Float32Array[][]> => {
    const scores: Float32Array[][] = [];
    for (const one of splits) {
      const settings = { unobserved, regularisation, factors, iterations: ITERATIONS, seed: options.seed };
      const score = ialsScorer(await trainIals(one.train, settings));
      scores.push(
        one.people.map((person) => scored(size, (out) => score(person.titles, person.grades, out))),
      );
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
  const asked = splits.flatMap((one, s) =>
    one.people.map((person, p) => ({ ...person, scores: scores[s][p] })),
  );
  return { lambda, unobserved, regularisation, easeShare, asked };
}

/** Candidates for the tilt; see `TILT`. */
const TILTS = [0, 0.25, 0.5, 0.75, 1, 1.5];

/**
 * How far the predicted rating should tilt the order, chosen on people that the order was not trained on.
 * @param pointsOf writes the person's own part of the predicted rating of every column.
 */
export function chooseTilt(
  asked: readonly AskedPerson[],
  pointsOf: (person: AskedPerson, out: Float32Array) => void,
): number {
  if (asked.length === 0) return TILT;
  const points = asked.map((person) => {
    const out = new Float32Array(person.scores.length);
    pointsOf(person, out);
    return out;
  });
  return bestOf(TILTS, (tilt) =>
    qualityOf(
      asked,
      asked.map((person, p) => person.scores.map((x, i) => x + tilt * points[p][i])),
    ),
  );
}

function bestOf(candidates: readonly number[], quality: (candidate: number) => number): number {
  const found = candidates.map(quality);
  return candidates[found.indexOf(Math.max(...found))];
}

/**
 * The exponent near 0 where `quality` is highest: uphill one step at a time, at most six.
 * @param start the quality at 0 where it is known already.
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
  standardise(out);
  return out;
}

/** Mean over people of Recall@20 + NDCG@10 + NDCG@100. Masks what was folded in. */
function judge(splits: readonly Split[], scores: readonly Float32Array[][]): number {
  return qualityOf(
    splits.flatMap((one) => one.people),
    scores.flat(),
  );
}

function qualityOf(
  people: readonly Pick<AskedPerson, 'titles' | 'relevant'>[],
  scores: readonly Float32Array[],
): number {
  const all = people.map((person, p) => {
    const out = scores[p].slice();
    for (const c of person.titles) out[c] = Number.NEGATIVE_INFINITY;
    return rankingMetrics(topK(out, 100), person.relevant, person.relevant.size);
  });
  const mean = meanRanking(all);
  return mean.recall20 + mean.ndcg10 + mean.ndcg100;
}

/** Holds back a fifth of the people (or 500) and, of those with five positives, a fifth of the positives. */
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
      // The further tickets are drawn in order, so large tables are thinned evenly.
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
