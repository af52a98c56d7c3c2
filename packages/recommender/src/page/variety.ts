import type { FactSpace } from '../model/fact-space.ts';
import type { Csr } from '../model/types.ts';

/** The number of preceding titles that a title is compared with. */
const WINDOW = 20;

/**
 * What the last titles of a list have in common with the next (maximal marginal relevance, Carbonell and Goldstein 1998).
 * It counts how many of them have each value of the facts.
 */
export class RecentFacts {
  readonly #facts: readonly (FactSpace['varieties'][number] & { readonly counts: Map<number, number> })[];
  readonly #last: number[] = [];
  #size = 0;

  /** @param weight 0 to 1: how far apart titles are put in decade, country and length too. */
  constructor({ varieties, spreads }: FactSpace, weight = 0) {
    const spread = spreads.map(({ penalty, rows }): FactSpace['varieties'][number] => ({
      variety: { penalty: weight * penalty, by: 'share' },
      rows,
    }));
    const compared = weight > 0 ? [...varieties, ...spread] : varieties;
    this.#facts = compared.map((fact) => ({ ...fact, counts: new Map() }));
  }

  add(item: number): void {
    this.#last.push(item);
    this.#count(item, 1);
    if (this.#last.length > WINDOW) this.#count(this.#last.shift() ?? item, -1);
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
