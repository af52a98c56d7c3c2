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

test('topK returns the head of a full sort, whatever the scores, for few and for many', () => {
  const random = seeded(7);
  const size = 700;
  const scores: Record<string, () => number> = {
    continuous: () => random.normal(),
    'in one bucket but for one': () => random.uniform() * 1e-6,
    equal: () => 3,
    'of any size': () => random.normal() * 10 ** (random.below(600) - 300),
    'unusable among others': () =>
      [Number.NaN, Number.NEGATIVE_INFINITY, random.normal(), random.below(5)][random.below(4)] ?? 0,
    infinite: () => (random.below(9) === 0 ? Number.POSITIVE_INFINITY : random.normal()),
  };
  for (const [name, score] of Object.entries(scores)) {
    const given = Float64Array.from({ length: size }, score);
    if (name.startsWith('in one bucket')) given[350] = 1e6;
    const allow = Uint32Array.from({ length: Math.ceil(size / 32) }, () => random.below(2 ** 31));
    const sorted = [...given.keys()]
      .filter((i) => given[i] > Number.NEGATIVE_INFINITY)
      .sort((a, b) => (given[a] === given[b] ? a - b : given[a] > given[b] ? -1 : 1));
    const allowed = sorted.filter((i) => (allow[i >>> 5] & (1 << (i & 31))) !== 0);
    for (const k of [1, 63, 64, 300, size, size + 1]) {
      expect([...topK(given, k)], `${name}, ${k}`).toEqual(sorted.slice(0, k));
      expect([...topK(given, k, allow)], `${name}, ${k}, allowed`).toEqual(allowed.slice(0, k));
    }
  }
});
