import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { community } from '@marquee/recommender/fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KNOWN } from './first-evening.ts';

/**
 * These tests run `evaluate first` on generated ratings of users who prefer some genres and popular titles.
 */
const world = community(30, 160, 70, 9);
const entry = join(import.meta.dirname, 'evaluate.ts');
let folder: string;

const name = (i: number): string => `The ${['Red', 'Blue', 'Green', 'Black'][i % 4]} ${i} Hours`;
const feed = world.titles
  .map((title, i) =>
    JSON.stringify({
      key: `tt${String(i + 1).padStart(7, '0')}`,
      title: name(i),
      type: 'movie',
      release_year: title.year,
      genres: title.genres.map((genre) => `Genre ${genre}`),
      directors: title.directors?.map((director) => `Director ${director}`),
      cast: [{ name: `Actor ${i % 11}`, character: 'Themselves' }],
      votes: Math.round(10 ** (2 + 4 * (title.popularity ?? 0))),
    }),
  )
  .join('\n');
const { users, items, ratings } = world.ratings;
const rows = Array.from(users, (user, k) => `${user},${items[k]},${Math.max(0.5, ratings[k] / 2)}`);

const write = (file: string, content: string | Uint8Array): void =>
  writeFileSync(join(folder, file), content);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-first-'));
  write('titles.ndjson', `{"feed":{"source":"test"}}\n${feed}\n`);
  write('titles.ndjson.gz', gzipSync(feed));
  write('ratings.csv', `userId,movieId,rating\n${rows.join('\n')}\n`);
  write(
    'timed.csv',
    `userId,movieId,rating,timestamp\n${rows.map((row) => `${row},946684800`).join('\n')}\n`,
  );
  write('links.csv', `movieId,imdbId,tmdbId\n${world.titles.map((_, i) => `${i},${i + 1},`).join('\n')}\n`);
  const movie = (i: number): string => `${i},"${name(i).slice(4)}, The (${world.titles[i].year})",Drama`;
  write('movies.csv', `movieId,title,genres\n${world.titles.map((_, i) => movie(i)).join('\n')}\n`);
});

afterAll(() => rmSync(folder, { recursive: true }));

function evaluate(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [entry, 'first', '--draws', '2', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { INIT_CWD: folder },
  });
}

function figures(data: string, titles: string, ...join: string[]): Record<string, number> {
  const { status, stdout, stderr } = evaluate('--data', data, '--items', titles, ...join);
  expect(status, stderr).toBe(0);
  const { seconds, ...rest } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(seconds).toBeGreaterThan(0);
  return rest;
}

test('`evaluate first` prints every figure for each number of known ratings', () => {
  const found = figures('ratings.csv', 'titles.ndjson.gz', '--links', 'links.csv');
  const keys = [
    'ndcg10',
    'popularity',
    'ratio',
    'niche',
    'rmse',
    'mean_rmse',
    'rmse_ratio',
    'shown8',
    'liked8',
    'like_ece',
  ];
  for (const known of KNOWN) for (const key of keys) expect(found).toHaveProperty(`${key}_${known}`);
  expect(found.ratio_0).toBe(1);
  expect(found.ratio_20).toBeGreaterThan(1);
  expect(found.rmse_20).toBeLessThan(found.rmse_2);
  expect(found.rmse_ratio_20).toBeCloseTo(found.rmse_20 / found.mean_rmse_20, 9);
});

test('`evaluate first` prints equal figures for plain and gzipped titles, and for joins by IMDb id and by name', () => {
  const usual = figures('ratings.csv', 'titles.ndjson.gz', '--links', 'links.csv');
  expect(figures('ratings.csv', 'titles.ndjson', '--links', 'links.csv')).toEqual(usual);
  expect(figures('ratings.csv', 'titles.ndjson', '--movies', 'movies.csv')).toEqual(usual);
});

test('`evaluate first` excludes titles that are newer than the last rating of a user when the ratings have times', () => {
  const usual = figures('ratings.csv', 'titles.ndjson.gz', '--links', 'links.csv');
  const timed = figures('timed.csv', 'titles.ndjson.gz', '--links', 'links.csv');
  expect(timed.popularity_5).not.toBe(usual.popularity_5);
});

test.each([
  ['no way to join', ['--data', 'ratings.csv', '--items', 'titles.ndjson'], 'usage:'],
  [
    'a missing titles file',
    ['--data', 'ratings.csv', '--items', 'no.gz', '--links', 'links.csv'],
    'no.gz: ENOENT',
  ],
  [
    'titles in another format than JSON',
    ['--data', 'ratings.csv', '--items', 'links.csv', '--links', 'links.csv'],
    'links.csv: line 1: not JSON',
  ],
  [
    'a list in place of a title',
    ['--data', 'ratings.csv', '--items', 'list.ndjson', '--links', 'links.csv'],
    'list.ndjson: line 1: not a JSON object',
  ],
  [
    'a number in place of a name',
    ['--data', 'ratings.csv', '--items', 'number.ndjson', '--links', 'links.csv'],
    'number.ndjson: line 2: title is not a text',
  ],
  [
    'no titles',
    ['--data', 'ratings.csv', '--items', 'empty.csv', '--links', 'links.csv'],
    'empty.csv: the file has no titles',
  ],
  [
    'links without ids',
    ['--data', 'ratings.csv', '--items', 'titles.ndjson', '--links', 'movies.csv'],
    'movies.csv: the file has no column "imdbId"',
  ],
  [
    'links to other titles',
    ['--data', 'ratings.csv', '--items', 'titles.ndjson', '--links', 'far.csv'],
    'far.csv: no title joins',
  ],
  [
    'users with few ratings',
    ['--data', 'few.csv', '--items', 'titles.ndjson', '--links', 'links.csv'],
    'no user has 60 ratings',
  ],
])(
  'evaluate first, given %s, prints the problem on stderr, nothing on stdout, and exits with 1',
  (_name, args, message) => {
    write('empty.csv', '\n');
    write('list.ndjson', '[]\n');
    write('number.ndjson', '{"title":"A"}\n{"title":7}\n');
    write('far.csv', 'movieId,imdbId\n1,tt9999999\n');
    write('few.csv', 'userId,movieId,rating\n1,2,4\n');
    const { status, stdout, stderr } = evaluate(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  },
);
