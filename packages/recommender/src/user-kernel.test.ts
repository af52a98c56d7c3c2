import { expect, test } from 'vitest';
import { seeded } from './random.ts';
import { sparseFromTriples } from './sparse.ts';
import { trainUserKernel } from './user-kernel.ts';

const TITLES = 30;

/**
 * Creates forty users in two camps. A user rates each even (or each odd) title with a probability of one
 * half.
 */
function camps() {
  const random = seeded(4);
  const row: number[] = [];
  const column: number[] = [];
  for (let u = 0; u < 40; u++) {
    for (let i = u % 2; i < TITLES; i += 2) {
      if (random.uniform() > 0.5) continue;
      row.push(u);
      column.push(i);
    }
  }
  return sparseFromTriples(
    40,
    TITLES,
    row,
    column,
    Float32Array.from(row, (_, k) => (k % 3 === 0 ? 0.5 : 1)),
  );
}

test('the user kernel returns the grades of a trained user as scores when the ridge is near 0', async () => {
  const grades = camps();
  const kernel = await trainUserKernel(grades, { ridge: 1e-9, rarity: 0.15 });
  const out = new Float32Array(TITLES);
  for (const user of [0, 17, 39]) {
    const [from, to] = [grades.offsets[user], grades.offsets[user + 1]];
    const titles = grades.columns.slice(from, to);
    const own = grades.values.slice(from, to);
    kernel.score(titles, own, out);
    const expected = new Float32Array(TITLES);
    titles.forEach((title, k) => {
      expected[title] = own[k];
    });
    for (let i = 0; i < TITLES; i++) expect(out[i]).toBeCloseTo(expected[i], 3);
  }
});

test('the user kernel gives even titles higher mean scores than odd titles when the user has six even titles', async () => {
  const kernel = await trainUserKernel(camps(), { ridge: 0.1, rarity: 0 });
  const out = new Float32Array(TITLES);
  kernel.score([0, 2, 4, 6, 8, 10], [1, 1, 1, 1, 1, 1], out);
  const mean = (titles: number[]): number => titles.reduce((sum, i) => sum + out[i], 0) / titles.length;
  const even = mean(Array.from({ length: TITLES / 2 - 6 }, (_, n) => 2 * n + 12));
  const odd = mean(Array.from({ length: TITLES / 2 }, (_, n) => 2 * n + 1));
  expect(even).toBeGreaterThan(odd + 0.1);
});

test('the user kernel returns finite scores for a user without titles', async () => {
  const kernel = await trainUserKernel(camps(), { ridge: 0.1, rarity: 0 });
  const out = new Float32Array(TITLES);
  kernel.score([], [], out);
  expect(out.every(Number.isFinite)).toBe(true);
});

test('rarity makes a user more similar to a user with a shared rare title than to one with a shared popular title', async () => {
  // Title 0 is popular and title 1 is rare. User 0 shares title 0 and has title 2. User 1 shares title 1 and has title 3.
  const users = [0, 0, 1, 1, 2, 3, 4];
  const titles = [0, 2, 1, 3, 0, 0, 0];
  const grades = sparseFromTriples(5, 4, users, titles, new Float32Array(users.length).fill(1));
  const scoresWith = async (rarity: number): Promise<Float32Array> => {
    const kernel = await trainUserKernel(grades, { ridge: 1, rarity });
    const out = new Float32Array(4);
    kernel.score([0, 1], [1, 1], out);
    return out;
  };
  const plain = await scoresWith(0);
  const rare = await scoresWith(1);
  expect(rare[3] / rare[2]).toBeGreaterThan(2 * (plain[3] / plain[2]));
});
