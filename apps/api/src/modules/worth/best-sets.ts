/** A title that the caller probably likes: its weight, and the services that include it, as bits. */
export interface WeightedTitle {
  /** A whole number, so that sums are exact and equal sets are recognized as equal. */
  weight: number;
  /** Bit i is set when service i includes the title. */
  services: number;
}

/** The services in ascending order of their ids, at most `SERVICES_COMPARED_MAX`. */
export interface Priced {
  id: number;
  /** Null when the price is unknown or in another currency. */
  cents: number | null;
}

export interface BestSet {
  ids: number[];
  cents: number;
  weight: number;
}

const isLower = (set: number, other: number): boolean => {
  const different = set ^ other;
  // Of two sets, the one with the lowest id that the other lacks has the lower ids.
  return (set & (different & -different)) !== 0;
};

/**
 * Finds the best sets by enumeration of all 2^n sets. The sum over the titles that no service of a set includes is
 * the sum over the subsets of its complement, so one pass per service computes the reach of every set.
 */
export function findBestSets(
  titles: readonly WeightedTitle[],
  services: readonly Priced[],
  budget: number | undefined,
): { sets: BestSet[]; withinBudget: BestSet | null } {
  const count = services.length;
  const all = 2 ** count - 1;
  const within = new Float64Array(all + 1);
  let total = 0;
  for (const { weight, services: bits } of titles) {
    if (bits === 0) continue;
    within[bits] = (within[bits] ?? 0) + weight;
    total += weight;
  }
  for (let bit = 1; bit <= all; bit <<= 1) {
    for (let set = 0; set <= all; set++) {
      if (set & bit) within[set] = (within[set] ?? 0) + (within[set ^ bit] ?? 0);
    }
  }
  const cents = new Float64Array(all + 1);
  const sizes = new Uint8Array(all + 1);
  const unknown = services.reduce(
    (bits, { cents: price }, at) => (price === null ? bits | (1 << at) : bits),
    0,
  );
  const weightOf = (set: number): number => total - (within[all ^ set] ?? 0);
  const isBetter = (set: number, best: number): boolean => {
    const gain = weightOf(set) - weightOf(best) || (cents[best] ?? 0) - (cents[set] ?? 0);
    if (gain !== 0) return gain > 0;
    const fewer = (sizes[best] ?? 0) - (sizes[set] ?? 0);
    return fewer === 0 ? isLower(set, best) : fewer > 0;
  };
  const best = new Map<number, number>();
  let affordable = 0;
  for (let set = 1; set <= all; set++) {
    const lowest = 31 - Math.clz32(set & -set);
    const rest = set & (set - 1);
    cents[set] = (cents[rest] ?? 0) + (services[lowest]?.cents ?? 0);
    const size = (sizes[rest] ?? 0) + 1;
    sizes[set] = size;
    const known = best.get(size);
    if (known === undefined || isBetter(set, known)) best.set(size, set);
    const fits = budget !== undefined && (set & unknown) === 0 && (cents[set] ?? 0) <= budget;
    if (fits && (affordable === 0 || isBetter(set, affordable))) affordable = set;
  }
  const toSet = (set: number): BestSet => ({
    ids: services.flatMap(({ id }, at) => (set & (1 << at) ? [id] : [])),
    cents: cents[set] ?? 0,
    weight: weightOf(set),
  });
  return {
    sets: Array.from({ length: count }, (_, at) => toSet(best.get(at + 1) ?? 0)),
    withinBudget: affordable === 0 ? null : toSet(affordable),
  };
}
