import { expect, test } from 'vitest';
import { seeded } from './random.ts';
import { bestCandidate, fitWeights, predictResiduals, type Side } from './rating-residuals.ts';
import { sparseFromTriples } from './sparse.ts';

interface Rated {
  readonly rows: number[];
  readonly columns: number[];
  readonly values: number[];
}

/**
 * Returns residuals of 200 users and 40 titles. A user's residuals of the titles 2k and 2k + 1 differ only by
 * small noise.
 */
function twins(): Rated {
  const random = seeded(4);
  const rated: Rated = { rows: [], columns: [], values: [] };
  for (let u = 0; u < 200; u++) {
    for (let pair = 0; pair < 20; pair++) {
      const value = random.normal();
      for (const i of [2 * pair, 2 * pair + 1]) {
        if (random.uniform() < 0.3) continue;
        rated.rows.push(u);
        rated.columns.push(i);
        rated.values.push(value + 0.3 * random.normal());
      }
    }
  }
  return rated;
}

/**
 * Exchanges users and titles of `twins`. The residuals of the users 2k and 2k + 1 are nearly equal for each
 * title.
 */
function twinUsers(): Rated {
  const { rows, columns, values } = twins();
  return { rows: columns, columns: rows, values };
}

/**
 * Predicts every tenth residual from all other residuals. Returns the share (0–1) of the squared error that
 * remains after the prediction.
 */
function errorLeft({ rows, columns, values }: Rated, [people, titles]: [number, number], side: Side): number {
  const entries = [...rows.keys()];
  const kept = entries.filter((k) => k % 10 !== 0);
  const asked = entries.filter((k) => k % 10 === 0);
  const pick = (from: number[], which: number[]): number[] => which.map((k) => from[k]);
  const matrix = sparseFromTriples(people, titles, pick(rows, kept), pick(columns, kept), pick(values, kept));
  const pairs = { rows: Int32Array.from(pick(rows, asked)), columns: Int32Array.from(pick(columns, asked)) };
  const target = Float32Array.from(pick(values, asked));
  const data = { matrix, fitted: matrix.values, apart: matrix.values };
  const found = predictResiduals(data, side, pairs, [0.7, 10]);
  const best = found[bestCandidate(target, found)];
  const [weight] = fitWeights(target, [best]);
  const square = (w: number): number => target.reduce((sum, t, k) => sum + (t - w * best[k]) ** 2, 0);
  return square(weight) / square(0);
}

test('the side `people` predicts a residual from residuals of the same user for other titles', () => {
  expect(errorLeft(twins(), [200, 40], 'people')).toBeLessThan(0.6);
});

test('the side `titles` predicts a residual from residuals of the same title from other users', () => {
  expect(errorLeft(twinUsers(), [40, 200], 'titles')).toBeLessThan(0.6);
});

test('fitWeights gives weight 0 to a prediction of opposite sign, and unknown users and titles get residual 0', () => {
  const { rows, columns, values } = twins();
  const matrix = sparseFromTriples(200, 40, rows, columns, values);
  const pairs = { rows: Int32Array.of(-1, 3), columns: Int32Array.of(2, -1) };
  const data = { matrix, fitted: matrix.values, apart: matrix.values };
  expect([...predictResiduals(data, 'people', pairs, [1])[0]]).toEqual([0, 0]);
  expect(fitWeights(Float32Array.of(1, -1), [Float32Array.of(-1, 1)])).toEqual([0]);
});
