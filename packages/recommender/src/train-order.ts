import { decadeShares } from './content.ts';
import { type Ease, trainEase } from './ease.ts';
import { foldIals, gramOf, type Ials, trainIals } from './ials.ts';
import { hashed } from './random.ts';
import { dotRows } from './ranker.ts';
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
  readonly hyper: { readonly lambda: number; readonly unobserved: number; readonly regularisation: number };
}

/** A rating (0–10) of 8 or more is a full positive; low ratings are weak ones: who rated it had chosen it. */
export function gradeOf(rating: number): number {
  return rating >= 8 ? 1 : rating >= 6 ? 0.7 : rating >= 4 ? 0.5 : 0.3;
}

/** Ratings from this on are what a ranking should find. */
export const POSITIVE = 8;

const ITERATIONS = 12;
/** Where the search for hyper-parameters starts; it moves by factors of two. */
const START = { lambda: 100, unobserved: 0.15, regularisation: 0.006 };

/** Share of EASE in the blend; both parts are standardised over the titles first. */
export const EASE_SHARE = 0.55;

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
  const hyper = await chooseHyper(catalogue, table, options, step);
  const { factors, seed } = options;

  const warm = options.warm ? warmFactors(table.titles, factors, options.warm) : undefined;
  const ials = await trainIals(grades, {
    factors,
    unobserved: hyper.unobserved,
    regularisation: hyper.regularisation,
    iterations: ITERATIONS,
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
  return { ials, ease, head, hyper };
}

/** Writes a score for every column, from a person's titles (columns) and grades. */
export type Scorer = (titles: Int32Array, grades: Float32Array, out: Float32Array) => void;

/** Both rankers, standardised and blended, over all columns. */
export function orderScorer(order: TrainedOrder): Scorer {
  const { ials, ease, head } = order;
  const size = ials.items.length / ials.factors;
  const byFactors = ialsScorer(ials);
  const byWeights = easeScorer(ease, head, size);
  const weights = new Float32Array(size);
  return (titles, grades, out) => {
    byFactors(titles, grades, out);
    byWeights(titles, grades, weights);
    standardise(weights);
    blend(out, weights);
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
function blend(out: Float32Array, weights: Float32Array): void {
  standardise(out);
  for (let i = 0; i < out.length; i++) out[i] = EASE_SHARE * weights[i] + (1 - EASE_SHARE) * out[i];
}

/** Mean 0 and deviation 1, in place. */
function standardise(x: Float32Array): void {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < x.length; i++) {
    sum += x[i];
    square += x[i] * x[i];
  }
  const mean = sum / x.length;
  const scale = 1 / Math.sqrt(Math.max(1e-12, square / x.length - mean * mean));
  for (let i = 0; i < x.length; i++) x[i] = (x[i] - mean) * scale;
}

function warmFactors(
  titles: Int32Array,
  factors: number,
  warm: (item: number) => Float32Array | null,
): Float32Array {
  const out = new Float32Array(titles.length * factors);
  titles.forEach((item, column) => {
    const row = warm(item);
    if (row?.length === factors) out.set(row, column * factors);
  });
  return out;
}

/** The columns with most entries, at most `most`, in rising order. */
function headOf(matrix: Sparse, most: number): Int32Array {
  const counts = new Float32Array(matrix.columnCount);
  for (const c of matrix.columns) counts[c]++;
  return topK(counts, most).sort();
}

/** The matrix with only the given columns, renumbered. */
function restrict(matrix: Sparse, columns: Int32Array): Sparse {
  if (columns.length === matrix.columnCount) return matrix;
  const place = new Int32Array(matrix.columnCount).fill(-1);
  columns.forEach((c, at) => {
    place[c] = at;
  });
  const offsets = new Int32Array(matrix.rows + 1);
  const kept = new Int32Array(matrix.columns.length);
  const values = new Float32Array(matrix.columns.length);
  let count = 0;
  for (let r = 0; r < matrix.rows; r++) {
    for (let k = matrix.offsets[r]; k < matrix.offsets[r + 1]; k++) {
      const at = place[matrix.columns[k]];
      if (at < 0) continue;
      kept[count] = at;
      values[count++] = matrix.values[k];
    }
    offsets[r + 1] = count;
  }
  return {
    rows: matrix.rows,
    columnCount: columns.length,
    offsets,
    columns: kept.slice(0, count),
    values: values.slice(0, count),
  };
}

/** Genres and decades as rows over the given columns. */
function contentRows(catalogue: Catalogue, titles: Int32Array, columns: Int32Array): Sparse {
  const rowOf = new Map<string, number>();
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  const add = (key: string, at: number, x: number): void => {
    const r = rowOf.get(key) ?? rowOf.size;
    rowOf.set(key, r);
    row.push(r);
    column.push(at);
    value.push(x);
  };
  columns.forEach((c, at) => {
    const item = titles[c];
    const from = catalogue.genres.offsets[item];
    const to = catalogue.genres.offsets[item + 1];
    for (let k = from; k < to; k++) add(`g${catalogue.genres.values[k]}`, at, 1 / Math.sqrt(to - from));
    for (const [decade, share] of decadeShares(catalogue.year[item])) add(`d${decade}`, at, share);
  });
  return sparseFromTriples(rowOf.size, columns.length, row, column, value);
}

/** One way of splitting people for inner validation. */
interface Split {
  readonly train: Sparse;
  readonly people: readonly { titles: Int32Array; grades: Float32Array; relevant: Set<number> }[];
}

async function chooseHyper(
  catalogue: Catalogue,
  table: RatingTable,
  options: OrderOptions,
  step: (stage: string, share: number) => Promise<void> | void,
): Promise<TrainedOrder['hyper']> {
  const splits = (table.matrix.rows > 1500 ? [0] : [0, 1, 2]).map((part) =>
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
  const factors = Math.min(64, options.factors);
  const quality = async (unobserved: number, regularisation: number): Promise<number> => {
    const scores: Float32Array[][] = [];
    for (const [s, one] of splits.entries()) {
      const fit = { unobserved, regularisation, factors, iterations: 8, seed: options.seed };
      const score = ialsScorer(await trainIals(one.train, fit));
      scores.push(
        one.people.map((person, p) =>
          scored(size, (out) => {
            score(person.titles, person.grades, out);
            blend(out, weights[s][p]);
          }),
        ),
      );
    }
    await tell();
    return judge(splits, scores);
  };
  const reached: number[] = [];
  const turn = await climb(async (e) => {
    reached.push(await quality(START.unobserved * 2 ** e, START.regularisation / 2 ** e));
    return reached[reached.length - 1];
  });
  const unobserved = START.unobserved * 2 ** turn;
  const base = START.regularisation / 2 ** turn;
  const regularisation =
    base * 2 ** (await climb((e) => quality(unobserved, base * 2 ** e), Math.max(...reached)));
  return { lambda, unobserved, regularisation };
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
  const all = splits.flatMap((one, s) =>
    one.people.map((person, p) => {
      const out = scores[s][p].slice();
      for (const c of person.titles) out[c] = Number.NEGATIVE_INFINITY;
      return rankingMetrics(topK(out, 100), person.relevant, person.relevant.size);
    }),
  );
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
    const grades: number[] = [];
    let positives = 0;
    for (let k = from; k < to; k++) {
      if (matrix.values[k] >= POSITIVE) positives++;
      if (matrix.values[k] >= POSITIVE && hashed(u, matrix.columns[k], seed + 1 + part) < 0.2) {
        relevant.add(matrix.columns[k]);
      } else {
        titles.push(matrix.columns[k]);
        grades.push(gradeOf(matrix.values[k]));
      }
    }
    if (positives < 5 || relevant.size === 0) continue;
    people.push({ titles: Int32Array.from(titles), grades: Float32Array.from(grades), relevant });
  }
  return { train: sparseFromTriples(trained, matrix.columnCount, row, column, value), people };
}
