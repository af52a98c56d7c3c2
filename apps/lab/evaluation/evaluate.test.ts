import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { community } from '@marquee/recommender/fixtures';
import { hashed } from '@marquee/recommender/math/random';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** These tests run `evaluate` on generated ratings, which are few enough for a fast test. */
const world = community(240, 150, 30, 3);
const entry = join(import.meta.dirname, 'evaluate.ts');
let folder: string;

const { users, items, ratings } = world.ratings;
const rows = Array.from(users, (user, k) => ({
  user,
  movie: items[k],
  rating: Math.max(0.5, ratings[k] / 2),
}));
const isTest = (k: number): boolean => hashed(users[k], items[k], 11) < 0.2;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-evaluate-'));
  const csv = (list: string[], header: string): string => `${header}\n${list.join('\n')}\n`;
  const line = ({ user, movie, rating }: (typeof rows)[number]): string => `${user},${movie},${rating}`;
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('train.csv', csv(rows.filter((_, k) => !isTest(k)).map(line), 'userId,movieId,rating'));
  write('test.csv', csv(rows.filter((_, k) => isTest(k)).map(line), 'userId,movieId,rating'));
  const genre = ['', 'Drama', 'Horror', 'Comedy'];
  write(
    'items.csv',
    csv(
      world.titles.map(
        (t, i) => `${i},"Title, no. ${i} (${t.year})",${t.genres.map((g) => genre[g]).join('|')}`,
      ),
      'movieId,title,genres',
    ),
  );
  const ranking = rows.map((row, k) => {
    const group = row.user % 5 === 0 ? 'test' : row.user % 5 === 1 ? 'val' : 'train';
    const part = group !== 'train' && row.rating >= 4 && isTest(k) ? 'heldout' : 'foldin';
    return `${line(row)},${group},${part}`;
  });
  write('ranking.csv', csv(ranking, 'userId,movieId,rating,group,part'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [entry, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { INIT_CWD: folder },
  });
}

test('`evaluate rating` has a lower error than means of users and titles, and equal figures on every run', () => {
  const run = (): Record<string, number> => {
    const { status, stdout, stderr } = evaluate(
      'rating',
      '--train',
      'train.csv',
      '--test',
      'test.csv',
      '--items',
      'items.csv',
    );
    expect(stderr).not.toContain('Error');
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    return JSON.parse(stdout);
  };
  const figures = run();
  expect(Object.keys(figures)).toEqual(['rmse', 'mae', 'ece', 'like_ece', 'brier', 'auc', 'seconds']);
  expect(figures.rmse).toBeLessThan(0.9 * biasesOnly());
  expect(figures.mae).toBeLessThan(figures.rmse);
  expect(figures.ece).toBeLessThan(0.25);
  expect(figures.like_ece).toBeLessThan(0.05);
  expect(figures.brier).toBeLessThan(0.2);
  expect(figures.auc).toBeGreaterThan(0.7);
  const again = run();
  expect({ ...again, seconds: 0 }).toEqual({ ...figures, seconds: 0 });
});

test('`evaluate ranking` prints all figures, with a recall above the recall of the most popular titles', () => {
  const { status, stdout } = evaluate('ranking', '--data', 'ranking.csv');
  expect(status).toBe(0);
  const figures = JSON.parse(stdout);
  expect(Object.keys(figures)).toEqual([
    'recall@20',
    'ndcg@10',
    'ndcg@100',
    'coverage@20',
    'diversity',
    'seconds',
  ]);
  expect(figures['recall@20']).toBeGreaterThan(popularityRecall());
  expect(figures['coverage@20']).toBeGreaterThan(0.3);
  expect(figures.diversity).toBeGreaterThan(0);
});

test('`evaluate` prints an error on stderr and exits with 1 when an option is missing or a file is invalid', () => {
  const unknown = evaluate('rating', '--train', 'train.csv');
  expect(unknown).toMatchObject({ status: 1, stdout: '' });
  expect(unknown.stderr).toContain('usage:');
  const wrong = evaluate('ranking', '--data', 'train.csv');
  expect(wrong).toMatchObject({ status: 1, stdout: '' });
  expect(wrong.stderr).toContain('no column "group"');
});

/** Returns the RMSE of the simplest baseline: predictions from the shrunk means of users and titles. */
function biasesOnly(): number {
  const train = rows.filter((_, k) => !isTest(k));
  const centre = train.reduce((sum, r) => sum + r.rating, 0) / train.length;
  const user = new Map<number, number>();
  const movie = new Map<number, number>();
  for (let pass = 0; pass < 10; pass++) {
    for (const [own, other, key, rest] of [
      [movie, user, 'movie', 'user'],
      [user, movie, 'user', 'movie'],
    ] as const) {
      const sums = new Map<number, [number, number]>();
      for (const r of train) {
        const [sum, n] = sums.get(r[key]) ?? [0, 0];
        sums.set(r[key], [sum + r.rating - centre - (other.get(r[rest]) ?? 0), n + 1]);
      }
      for (const [id, [sum, n]] of sums) own.set(id, sum / (n + 3));
    }
  }
  const test = rows.filter((_, k) => isTest(k));
  const square = test.reduce(
    (sum, r) => sum + (centre + (user.get(r.user) ?? 0) + (movie.get(r.movie) ?? 0) - r.rating) ** 2,
    0,
  );
  return Math.sqrt(square / test.length);
}

/** Returns Recall@20 when titles are ranked by the number of training users who rated them 4 or better. */
function popularityRecall(): number {
  const counts = new Map<number, number>();
  for (const r of rows) {
    if (r.user % 5 > 1 && r.rating >= 4) counts.set(r.movie, (counts.get(r.movie) ?? 0) + 1);
  }
  const order = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const recalls: number[] = [];
  for (const user of new Set(rows.filter((r) => r.user % 5 === 0).map((r) => r.user))) {
    const own = rows
      .map((r, k) => ({ ...r, held: r.rating >= 4 && isTest(k) }))
      .filter((r) => r.user === user);
    const held = new Set(own.filter((r) => r.held).map((r) => r.movie));
    if (held.size === 0) continue;
    const seen = new Set(own.filter((r) => !r.held).map((r) => r.movie));
    const top = order.filter((m) => !seen.has(m)).slice(0, 20);
    recalls.push(top.filter((m) => held.has(m)).length / Math.min(20, held.size));
  }
  return recalls.reduce((a, b) => a + b, 0) / recalls.length;
}
