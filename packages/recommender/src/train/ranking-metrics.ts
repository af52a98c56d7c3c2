/** Ranking quality, averaged over users. */
export interface RankingMetrics {
  readonly recall20: number;
  readonly ndcg10: number;
  readonly ndcg100: number;
}

/** Number of ranks that NDCG@100 uses. */
export const DEPTH = 100;

/**
 * Returns Recall@20, NDCG@10 and NDCG@100 of one user. Recall is the number of hits divided by min(20,
 * `heldOut`), so that it can reach 1.
 * @param ranked the first hundred titles, best first.
 * @param relevant held-out titles that the model contains.
 * @param heldOut number of held-out titles. Titles that the model does not contain are misses.
 */
export function rankingMetrics(
  ranked: Int32Array,
  relevant: ReadonlySet<number>,
  heldOut: number,
): RankingMetrics {
  let recall = 0;
  let gain10 = 0;
  let gain100 = 0;
  let ideal10 = 0;
  let ideal100 = 0;
  for (let place = 0; place < DEPTH; place++) {
    const discount = 1 / Math.log2(place + 2);
    // The ideal ranking of NDCG has at most `heldOut` hits.
    if (place < heldOut) {
      ideal100 += discount;
      if (place < 10) ideal10 += discount;
    }
    if (place < ranked.length && relevant.has(ranked[place])) {
      gain100 += discount;
      if (place < 10) gain10 += discount;
      if (place < 20) recall++;
    }
  }
  return { recall20: recall / Math.min(20, heldOut), ndcg10: gain10 / ideal10, ndcg100: gain100 / ideal100 };
}

export function meanRanking(all: readonly RankingMetrics[]): RankingMetrics {
  const sum = { recall20: 0, ndcg10: 0, ndcg100: 0 };
  for (const m of all) {
    sum.recall20 += m.recall20 / all.length;
    sum.ndcg10 += m.ndcg10 / all.length;
    sum.ndcg100 += m.ndcg100 / all.length;
  }
  return sum;
}
