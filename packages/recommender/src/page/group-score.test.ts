import { expect, test } from 'vitest';
import { seeded } from '../math/random.ts';
import { bestForGroup, GROUP_RULES } from './group-score.ts';

test.each([1, 2, 3, 6])(
  'bestForGroup returns for %i users what computing every probability returns',
  (size) => {
    const random = seeded(size);
    for (const [total, count] of [
      [0, 5],
      [3, 5],
      [40, 5],
      [2_000, 30],
    ] as const) {
      const items = Int32Array.from({ length: total }, (_, at) => 7 * at + 3);
      // Two decimals, so that many scores are equal.
      const users = Array.from({ length: size }, () =>
        Float32Array.from(items, () => Math.round(100 * random.uniform()) / 100),
      );
      let computed = 0;
      const readers = users.map((own) => (asked: Int32Array) => {
        computed += asked.length;
        return Float32Array.from(asked, (item) => own[(item - 3) / 7]);
      });
      const { items: found, scores } = bestForGroup(readers, items, count);
      const all = Array.from(items, (item, at) => ({
        item,
        at,
        score: GROUP_RULES.least(users.map((own) => own[at])),
      }));
      const expected = all.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, count);
      expect(Array.from(found)).toEqual(expected.map(({ item }) => item));
      expect(Array.from(scores)).toEqual(expected.map(({ score }) => score));
      if (total === 2_000 && size > 1) expect(computed).toBeLessThan(0.75 * size * total);
    }
  },
);
