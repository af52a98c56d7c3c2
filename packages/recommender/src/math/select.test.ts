import { expect, test } from 'vitest';
import { seeded } from './random.ts';
import { topK } from './select.ts';

test('topK returns the head of a full sort, with ties sorted by lower index', () => {
  const random = seeded(2);
  for (const n of [0, 1, 7, 500]) {
    const scores = Float32Array.from({ length: n }, () => random.below(40));
    const sorted = Int32Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b);
    for (const k of [0, 1, 3, 100, 1000]) expect(topK(scores, k)).toEqual(sorted.slice(0, k));
  }
});

test('topK returns only allowed indexes, and never the index of NaN or -Infinity', () => {
  const scores = Float32Array.of(5, Number.NaN, 9, Number.NEGATIVE_INFINITY, 7, 8);
  const allow = Uint32Array.of(0b111011);
  expect([...topK(scores, 10, allow)]).toEqual([5, 4, 0]);
});
