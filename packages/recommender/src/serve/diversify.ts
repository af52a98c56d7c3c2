import type { FactSpace } from '../model/fact-space.ts';
import type { Csr } from '../model/types.ts';

/** The number of preceding titles that a title is compared with. */
const WINDOW = 20;

/** The number of titles that compete for a place, so a title moves forward by fewer places. */
const REACH = 60;

/** Titles that are as far apart as possible in decade, country and length. */
export interface Spread {
  /** Titles that count as the ones before the list, such as the last answers of a user. At most `WINDOW` help. */
  readonly before: Iterable<number>;
  /** 0 to 1. With 0 nothing is spread. */
  readonly weight: number;
}

const NONE: Spread = { before: [], weight: 0 };

/**
 * Reorders a ranked list so that similar titles are farther apart, by greedy maximal marginal relevance
 * (Carbonell and Goldstein 1998).
 * @param ranked title indexes, best first.
 * @param scores a score for each title index, as `Model.order` returns it.
 */
export function diversify(
  facts: FactSpace,
  ranked: Int32Array,
  scores: Float32Array,
  spread: Spread = NONE,
): Int32Array {
  const out = ranked.slice();
  if (out.length < 3) return out;
  const unit = deviation(ranked, scores);
  const recent = new RecentFacts(facts, spread.weight);
  if (spread.weight > 0) for (const item of spread.before) recent.add(item);
  for (let place = 0; place < out.length; place++) {
    let best = place;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let at = place; at < Math.min(out.length, place + REACH); at++) {
      const ceiling = scores[out[at]] / unit;
      // Later titles have lower scores, so none can exceed the best score, even without a penalty. Where titles of a
      // genre were varied before, a slightly better one may be missed.
      if (ceiling <= bestScore) break;
      const score = ceiling - recent.penaltyOf(out[at]);
      if (score > bestScore) {
        bestScore = score;
        best = at;
      }
    }
    const chosen = out[best];
    out.copyWithin(place + 1, place, best);
    out[place] = chosen;
    recent.add(chosen);
    if (place >= WINDOW) recent.remove(out[place - WINDOW]);
  }
  return out;
}

/** Returns the unit of the penalties: the standard deviation of the first hundred scores. */
function deviation(ranked: Int32Array, scores: Float32Array): number {
  const first = Array.from(ranked.subarray(0, 100), (item) => scores[item]);
  const mean = first.reduce((sum, x) => sum + x, 0) / first.length;
  const square = first.reduce((sum, x) => sum + x * x, 0) / first.length;
  return Math.sqrt(Math.max(1e-12, square - mean ** 2));
}

/** Counts how many of the last titles have each value of the facts. */
class RecentFacts {
  readonly #facts: readonly (FactSpace['varieties'][number] & { readonly counts: Map<number, number> })[];
  #size = 0;

  constructor({ varieties, spreads }: FactSpace, weight: number) {
    const spread = spreads.map(({ penalty, rows }): FactSpace['varieties'][number] => ({
      variety: { penalty: weight * penalty, by: 'share' },
      rows,
    }));
    const compared = weight > 0 ? [...varieties, ...spread] : varieties;
    this.#facts = compared.map((fact) => ({ ...fact, counts: new Map() }));
  }

  add(item: number): void {
    this.#count(item, 1);
  }

  remove(item: number): void {
    this.#count(item, -1);
  }

  #count(item: number, by: number): void {
    this.#size += by;
    for (const { rows, variety, counts } of this.#facts) {
      const end = endOf(rows, item, variety.first);
      for (let k = rows.offsets[item]; k < end; k++)
        counts.set(rows.values[k], (counts.get(rows.values[k]) ?? 0) + by);
    }
  }

  /** Returns what the title loses for the titles before it. */
  penaltyOf(item: number): number {
    let total = 0;
    for (const { rows, variety, counts } of this.#facts) {
      const from = rows.offsets[item];
      const end = endOf(rows, item, variety.first);
      let shared = 0;
      for (let k = from; k < end; k++) shared += counts.get(rows.values[k]) ?? 0;
      if (shared === 0) continue;
      total += variety.penalty * (variety.by === 'share' ? shared / (this.#size * (end - from)) : shared);
    }
    return total;
  }
}

const endOf = ({ offsets }: Csr, item: number, first = Number.POSITIVE_INFINITY): number =>
  Math.min(offsets[item + 1], offsets[item] + first);
