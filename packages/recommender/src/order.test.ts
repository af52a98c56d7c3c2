import { expect, test } from 'vitest';
import { trainEase } from './ease.ts';
import { foldIals, gramOf, trainIals } from './ials.ts';
import { seeded } from './random.ts';
import { sparseFromTriples } from './sparse.ts';

/** Random grades of `people` × `titles`. */
function grades(people: number, titles: number, seed: number) {
  const random = seeded(seed);
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  for (let u = 0; u < people; u++) {
    for (let i = 0; i < titles; i++) {
      if (random.uniform() > 0.3) continue;
      row.push(u);
      column.push(i);
      value.push(random.uniform() < 0.5 ? 1 : 0.5);
    }
  }
  return { people, titles, row, column, value };
}

test('EASE by people (Woodbury) and by titles give the same scores, and no title recommends itself', async () => {
  const g = grades(20, 12, 1);
  const byTitles = await trainEase(sparseFromTriples(g.people, g.titles, g.row, g.column, g.value), {
    lambda: 3,
  });
  // Twenty empty titles more make people the smaller side; they change nothing for the others.
  const byPeople = await trainEase(sparseFromTriples(g.people, 32, g.row, g.column, g.value), { lambda: 3 });
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

test('a folded-in factor is where the gradient of the objective vanishes', async () => {
  const g = grades(30, 20, 2);
  const model = await trainIals(sparseFromTriples(g.people, g.titles, g.row, g.column, g.value), {
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
