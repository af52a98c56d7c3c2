import { expect, test } from 'vitest';
import { meanRanking, rankingMetrics } from './ranking-metrics.ts';
import { ratingMetrics, reliability } from './rating-metrics.ts';

test('ratingMetrics equals values computed by hand: errors on the scale of the file, ece on 0–10', () => {
  const predicted = [3, 3, 4, 5];
  const observed = [2, 4, 4, 4];
  const { rmse, mae, ece } = ratingMetrics(predicted, observed, 2);
  expect(rmse).toBeCloseTo(Math.sqrt(3 / 4));
  expect(mae).toBeCloseTo(3 / 4);
  // Bins on 0–10: two predictions of 6 have the mean outcome 6. The predictions 8 and 10 have the outcome 8.
  expect(ece).toBeCloseTo(2 / 4);
  expect(reliability(predicted, observed, 2).map((b) => b.count)).toEqual([2, 1, 1]);
});

test('rankingMetrics equals values computed by hand, and counts unknown held-out titles as misses', () => {
  const ranked = Int32Array.of(8, 1, 9, 2);
  const { recall20, ndcg10 } = rankingMetrics(ranked, new Set([1, 2]), 3);
  expect(recall20).toBeCloseTo(2 / 3);
  const ideal = 1 + 1 / Math.log2(3) + 1 / 2;
  expect(ndcg10).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / ideal);
  const many = rankingMetrics(
    Int32Array.from({ length: 100 }, (_, i) => i),
    new Set(Array.from({ length: 150 }, (_, i) => i)),
    150,
  );
  expect(many).toEqual({ recall20: 1, ndcg10: 1, ndcg100: 1 });
  expect(meanRanking([many, { recall20: 0, ndcg10: 0, ndcg100: 0 }]).recall20).toBe(0.5);
});
