import { expect, test } from 'vitest';
import { seeded } from '../math/random.ts';
import { sparseFromTriples } from '../math/sparse.ts';
import { foldIals, gramOf } from '../user/fold-ials.ts';
import { largestWeights, trainEase } from './ease.ts';
import { trainIals } from './ials.ts';

/** Returns random grades, `users` × `titles`. */
function grades(users: number, titles: number, seed: number) {
  const random = seeded(seed);
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  for (let u = 0; u < users; u++) {
    for (let i = 0; i < titles; i++) {
      if (random.uniform() > 0.3) continue;
      row.push(u);
      column.push(i);
      value.push(random.uniform() < 0.5 ? 1 : 0.5);
    }
  }
  return { users, titles, row, column, value };
}

test('EASE gives equal scores whether it is solved over users (Woodbury) or over titles', async () => {
  const g = grades(20, 12, 1);
  const byTitles = await trainEase(sparseFromTriples(g.users, g.titles, g.row, g.column, g.value), {
    lambda: 3,
  });
  // Add twenty titles without ratings, because EASE inverts the matrix of users only when users are fewer
  // than titles.
  const byPeople = await trainEase(sparseFromTriples(g.users, 32, g.row, g.column, g.value), { lambda: 3 });
  const a = new Float32Array(12);
  const b = new Float32Array(32);
  byTitles.score([1, 4, 7], [1, 0.5, 1], a);
  byPeople.score([1, 4, 7], [1, 0.5, 1], b);
  for (let i = 0; i < 12; i++) expect(b[i]).toBeCloseTo(a[i], 5);
  byTitles.weightsOf(4, a);
  byPeople.weightsOf(4, b);
  expect(a[4]).toBe(0);
  for (let i = 0; i < 12; i++) expect(b[i]).toBeCloseTo(a[i], 5);
});

test('foldIals returns the factor at which the gradient of the objective is 0', async () => {
  const g = grades(30, 20, 2);
  const model = await trainIals(sparseFromTriples(g.users, g.titles, g.row, g.column, g.value), {
    factors: 5,
    unobserved: 0.2,
    regularisation: 0.01,
    iterations: 5,
    seed: 3,
  });
  const titles = [2, 5, 11];
  const own = [1, 0.7, 0.3];
  const p = foldIals(model, gramOf(model.items, 20, 5, 0.2), titles, own);
  const dot = (i: number): number => p.reduce((sum, x, c) => sum + x * model.items[i * 5 + c], 0);
  for (let c = 0; c < 5; c++) {
    let gradient = 0.01 * (3 + 0.2 * 20) * p[c];
    for (let i = 0; i < 20; i++) gradient += 0.2 * dot(i) * model.items[i * 5 + c];
    titles.forEach((i, t) => {
      gradient += (dot(i) - own[t]) * model.items[i * 5 + c];
    });
    expect(gradient).toBeCloseTo(0, 5);
  }
});

test('trainIals returns factors with a gradient of 0, and zero factors for unrated titles', async () => {
  const [unobserved, regularisation, k] = [0.3, 0.02, 5];
  const g = grades(30, 20, 4);
  const matrix = sparseFromTriples(g.users, g.titles + 1, g.row, g.column, g.value);
  const options = { factors: k, unobserved, regularisation, iterations: 300, seed: 1 };
  const model = await trainIals(matrix, options);
  const gram = gramOf(model.items, 21, k, unobserved);
  const users = Array.from({ length: 30 }, (_, u) => {
    const own = { from: matrix.offsets[u], to: matrix.offsets[u + 1] };
    return foldIals(
      model,
      gram,
      matrix.columns.subarray(own.from, own.to),
      matrix.values.subarray(own.from, own.to),
    );
  });
  const dot = (u: number, i: number): number =>
    users[u].reduce((sum, x, c) => sum + x * model.items[i * k + c], 0);
  for (let i = 0; i < 20; i++) {
    const rated = [...g.row.keys()].filter((e) => g.column[e] === i);
    for (let c = 0; c < k; c++) {
      let gradient = regularisation * (rated.length + unobserved * 30) * model.items[i * k + c];
      for (let u = 0; u < 30; u++) gradient += unobserved * dot(u, i) * users[u][c];
      for (const e of rated) gradient += (dot(g.row[e], i) - g.value[e]) * users[g.row[e]][c];
      expect(gradient).toBeCloseTo(0, 4);
    }
  }
  expect([...model.items.subarray(20 * k)]).toEqual([0, 0, 0, 0, 0]);
});

test('largestWeights keeps the weights with the largest absolute values, and their signs', async () => {
  const g = grades(40, 12, 5);
  const ease = await trainEase(sparseFromTriples(g.users, g.titles, g.row, g.column, g.value), {
    lambda: 2,
  });
  const kept = await largestWeights(ease, 3);
  const all = new Float32Array(12);
  for (let i = 0; i < 12; i++) {
    ease.weightsOf(i, all);
    const largest = [...all].sort((a, b) => Math.abs(b) - Math.abs(a)).slice(0, 3);
    expect([...kept.values.subarray(kept.offsets[i], kept.offsets[i + 1])]).toEqual(largest);
    expect([...kept.columns.subarray(kept.offsets[i], kept.offsets[i + 1])].map((j) => all[j])).toEqual(
      largest,
    );
  }
});
