import { expect, test } from 'vitest';
import { seeded } from './random.ts';
import { bestCandidate, fitWeights, predictResiduals, type Side } from './rating-residuals.ts';
import { sparseFromTriples } from './sparse.ts';

interface Rated {
  readonly rows: number[];
  readonly columns: number[];
  readonly values: number[];
}

/** Residuals of 200 people and 40 titles; titles 2k and 2k + 1 are always found equally good. */
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

/** The same with people and titles exchanged: of 40 people, 2k and 2k + 1 like the same of 200 titles. */
function twinPeople(): Rated {
  const { rows, columns, values } = twins();
  return { rows: columns, columns: rows, values };
}

/** What remains of the squared error of every tenth residual when the others are known, 0–1. */
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

test('by people, the residual of a title is predicted where the person rated its twin title', () => {
  expect(errorLeft(twins(), [200, 40], 'people')).toBeLessThan(0.6);
});

test('by titles, the residual of a person is predicted where their twin rated the title', () => {
  expect(errorLeft(twinPeople(), [40, 200], 'titles')).toBeLessThan(0.6);
});

test('weights of predictions without sense are zero, and unknown people and titles are predicted as nothing', () => {
  const { rows, columns, values } = twins();
  const matrix = sparseFromTriples(200, 40, rows, columns, values);
  const pairs = { rows: Int32Array.of(-1, 3), columns: Int32Array.of(2, -1) };
  const data = { matrix, fitted: matrix.values, apart: matrix.values };
  expect([...predictResiduals(data, 'people', pairs, [1])[0]]).toEqual([0, 0]);
  expect(fitWeights(Float32Array.of(1, -1), [Float32Array.of(-1, 1)])).toEqual([0]);
});
