import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longRun } from './env.ts';

/**
 * These tests measure the figures of docs/recommender.md on real ratings, with the command that the page
 * names.
 */
const folds = 'ml-latest-small.rating5fold.csv';
const rankings = 'ml-latest-small.ranking.csv';
const data = join(import.meta.dirname, '../../../../shared/data/ml-latest-small');
const reason = !longRun
  ? 'takes minutes, see npm run test:long'
  : existsSync(join(data, rankings))
    ? null
    : '../shared/data/ml-latest-small is not there';
if (reason !== null) console.warn(`figures on MovieLens latest-small are not measured: ${reason}`);

const MINUTES = 60_000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-figures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...args: string[]): Promise<Record<string, number>> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'evaluate.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) done(JSON.parse(stdout));
      else failed(new Error(`evaluate ${args.join(' ')} ended with code ${code}`));
    });
  });
}

test.skipIf(reason !== null).each([
  ['with items', true],
  ['without items', false],
] as const)(
  'evaluate rating on MovieLens latest-small %s reaches RMSE ≤ .815, ece ≤ .25 and like_ece ≤ .03',
  async (_name, withItems) => {
    const [header, ...rows] = readFileSync(join(data, folds), 'utf8').trim().split(/\r?\n/);
    const split = (file: string, keep: (row: string) => boolean): string => {
      const path = join(folder, file);
      writeFileSync(path, `${[header, ...rows.filter(keep)].join('\n')}\n`);
      return path;
    };
    const { rmse, ece, like_ece } = await evaluate(
      'rating',
      '--train',
      split('train.csv', (row) => !row.endsWith(',1')),
      '--test',
      split('test.csv', (row) => row.endsWith(',1')),
      ...(withItems ? ['--items', join(data, 'movies.csv')] : []),
    );
    expect(rmse).toBeLessThanOrEqual(0.815);
    expect(ece).toBeLessThanOrEqual(0.25);
    expect(like_ece).toBeLessThanOrEqual(0.03);
  },
  10 * MINUTES,
);

test.skipIf(reason !== null)(
  'evaluate ranking on MovieLens latest-small reaches Recall@20 ≥ .405, NDCG@10 ≥ .380 and NDCG@100 ≥ .437',
  async () => {
    const figures = await evaluate(
      'ranking',
      '--data',
      join(data, rankings),
      '--items',
      join(data, 'movies.csv'),
    );
    expect(figures['recall@20']).toBeGreaterThanOrEqual(0.405);
    expect(figures['ndcg@10']).toBeGreaterThanOrEqual(0.38);
    expect(figures['ndcg@100']).toBeGreaterThanOrEqual(0.437);
  },
  10 * MINUTES,
);

const catalogue = join(data, '../catalogue/titles.ndjson.gz');

test.skipIf(reason !== null)(
  'for new users, the content model ranks no worse than popularity, with the ratios of docs/recommender.md',
  async () => {
    const figures = await evaluate(
      'first',
      '--data',
      join(data, 'ratings.csv'),
      '--items',
      catalogue,
      '--links',
      join(data, 'links.csv'),
    );
    for (const known of [0, 1, 2, 10]) expect(figures[`ratio_${known}`]).toBeGreaterThanOrEqual(1);
    expect(figures.ratio_5).toBeGreaterThanOrEqual(1.08);
    expect(figures.niche_5).toBeGreaterThanOrEqual(1.32);
    expect(figures.niche_20).toBeGreaterThanOrEqual(1.43);
    expect(figures.ratio_20).toBeGreaterThanOrEqual(1.1);
    expect(figures.ratio_40).toBeGreaterThanOrEqual(1.1);
    expect(figures.rmse_ratio_5).toBeLessThanOrEqual(0.97);
    expect(figures.rmse_ratio_20).toBeLessThanOrEqual(0.955);
    expect(figures.rmse_ratio_40).toBeLessThanOrEqual(0.945);
    for (const known of [5, 20, 40]) expect(figures[`like_ece_${known}`]).toBeLessThanOrEqual(0.03);
  },
  10 * MINUTES,
);
