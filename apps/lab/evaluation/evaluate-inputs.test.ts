import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { community } from '@marquee/recommender/fixtures';
import { hashed } from '@marquee/recommender/math/random';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** These tests run `evaluate` on files with unusual columns, line ends or rows, and on invalid files. */
const world = community(70, 50, 16, 5);
const entry = join(import.meta.dirname, 'evaluate.ts');
let folder: string;

interface Row {
  readonly user: number;
  readonly movie: number;
  readonly rating: number;
}

const rows: Row[] = Array.from(world.ratings.users, (user, k) => ({
  user,
  movie: world.ratings.items[k],
  rating: Math.max(1, Math.round(world.ratings.ratings[k] / 2)),
}));
const isTest = (row: Row): boolean => hashed(row.user, row.movie, 11) < 0.2;
const train = rows.filter((row) => !isTest(row));
const held = rows.filter(isTest);
const group = (row: Row): string => ['test', 'val', 'train', 'train'][row.user % 4];
const part = (row: Row): string =>
  group(row) !== 'train' && row.rating >= 4 && isTest(row) ? 'heldout' : 'foldin';

const plain = (list: readonly Row[]): string =>
  lines('userId,movieId,rating', list, (r) => `${r.user},${r.movie},${r.rating}`);
const ranking = (list: readonly Row[]): string =>
  lines(
    'userId,movieId,rating,group,part',
    list,
    (r) => `${r.user},${r.movie},${r.rating},${group(r)},${part(r)}`,
  );
const items = (list: readonly number[]): string =>
  lines('movieId,title,genres', list, (i) => `${i},"Title, no. ${i} (1999)",Drama|Genre ${i % 3}`);

function lines<T>(header: string, list: readonly T[], line: (one: T) => string): string {
  return `${[header, ...list.map(line)].join('\n')}\n`;
}

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-inputs-'));
  write('train.csv', plain(train));
  write('test.csv', plain(held));
  write('items.csv', items([...world.titles.keys()]));
  write('ranking.csv', ranking(rows));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as `pnpm` does: from the package's folder, with the caller's folder in INIT_CWD. */
function evaluate(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [entry, ...args], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { INIT_CWD: folder },
  });
}

function figures(...args: string[]): Record<string, number> {
  const { status, stdout, stderr } = evaluate(...args);
  expect(status, stderr).toBe(0);
  const { seconds, ...rest } = JSON.parse(stdout);
  expect(seconds).toBeGreaterThan(0);
  for (const value of Object.values(rest)) expect(Number.isFinite(value)).toBe(true);
  return rest;
}

const rate = (trainFile: string, testFile: string, itemsFile = 'items.csv'): Record<string, number> =>
  figures('rating', '--train', trainFile, '--test', testFile, '--items', itemsFile);

test('`evaluate rating` prints equal figures for files with CRLF, quotes, reordered columns or shuffled rows', () => {
  const shuffled = [...train].sort((a, b) => hashed(a.user, a.movie, 3) - hashed(b.user, b.movie, 3));
  write(
    'odd.csv',
    `\ufeff${lines('timestamp, rating ,"movieId",userId,note', shuffled, (r) => `97,${r.rating}.0, ${r.movie},"${r.user}","a, ""b"""`).replaceAll('\n', '\r\n')}`,
  );
  write(
    'odd-items.csv',
    lines(
      'genres,movieId,title',
      [...world.titles.keys()],
      (i) => `Drama|Genre ${i % 3},${i},"Title, no. ${i} (1999)"`,
    ),
  );
  expect(rate('odd.csv', 'test.csv', 'odd-items.csv')).toEqual(rate('train.csv', 'test.csv'));
});

test('`evaluate rating` uses the last of repeated rows, and a doubled scale doubles the RMSE but not the ece', () => {
  const usual = rate('train.csv', 'test.csv');
  const stale = train.slice(0, 40).map((r) => ({ ...r, rating: 1 }));
  write('twice.csv', plain([...stale, ...train]));
  expect(rate('twice.csv', 'test.csv')).toEqual(usual);
  const double = (list: readonly Row[]): Row[] => list.map((r) => ({ ...r, rating: 2 * r.rating }));
  write('train10.csv', plain(double(train)));
  write('test10.csv', plain(double(held)));
  const ten = rate('train10.csv', 'test10.csv');
  expect(ten.rmse).toBeCloseTo(2 * usual.rmse, 5);
  expect(ten.ece).toBeCloseTo(usual.ece, 5);
});

test('`evaluate rating` predicts ratings of users and titles that are absent from the training or items file', () => {
  write(
    'strange.csv',
    plain([...held, { user: 9999, movie: 8888, rating: 3 }, { user: 1, movie: 7777, rating: 4 }]),
  );
  write('few-items.csv', items([0, 1, 2, 3, 8888]).replace('Drama|Genre 1', '(no genres listed)'));
  expect(rate('train.csv', 'strange.csv', 'few-items.csv').rmse).toBeLessThan(1.5);
});

test('`evaluate ranking` ignores users of the group val, and uses a repeated row once', () => {
  const usual = figures('ranking', '--data', 'ranking.csv');
  write('without-val.csv', ranking([...rows.filter((r) => group(r) !== 'val'), ...held.slice(0, 20)]));
  expect(figures('ranking', '--data', 'without-val.csv')).toEqual(usual);
});

test.each([
  ['a missing file', ['rating', '--train', 'none.csv', '--test', 'test.csv'], 'none.csv: ENOENT'],
  [
    'an empty file',
    ['rating', '--train', 'empty.csv', '--test', 'test.csv'],
    'empty.csv: the file has no column',
  ],
  [
    'a header alone',
    ['rating', '--train', 'header.csv', '--test', 'test.csv'],
    'header.csv: the file has no ratings',
  ],
  [
    'a word in place of a rating',
    ['rating', '--train', 'train.csv', '--test', 'word.csv'],
    'word.csv: line 2: rating is not a number: "good"',
  ],
  [
    'a word in place of a user id',
    ['rating', '--train', 'user.csv', '--test', 'test.csv'],
    'line 2: userId is not a whole number',
  ],
  [
    'a rating out of range',
    ['rating', '--train', 'train.csv', '--test', 'range.csv'],
    'range.csv: a rating of 80',
  ],
  [
    'an items file without titles',
    ['ranking', '--data', 'ranking.csv', '--items', 'train.csv'],
    'train.csv: the file has no column "title"',
  ],
  ['one group', ['ranking', '--data', 'one-group.csv'], 'one group leaves no user to train on'],
  [
    'nothing held out',
    ['ranking', '--data', 'none-held.csv'],
    'no row of the group test has the part heldout',
  ],
  [
    'a train file without a test file',
    ['ranking', '--data', 'no-test.csv'],
    'no row of the group test has the part heldout',
  ],
  [
    'a test group without held-out rows',
    ['ranking', '--data', 'val-held.csv'],
    'no row of the group test has the part heldout',
  ],
  ['a seed of words', ['ranking', '--data', 'ranking.csv', '--seed', 'x'], '--seed'],
  ['an unknown option', ['ranking', '--file', 'ranking.csv'], "Unknown option '--file'"],
])(
  'evaluate, given %s, prints one line on stderr, nothing on stdout, and exits with 1',
  (_name, args, message) => {
    write('empty.csv', '');
    write('header.csv', 'userId,movieId,rating\n');
    write('word.csv', 'userId,movieId,rating\n1,2,good\n');
    write('user.csv', 'userId,movieId,rating\nanna,2,3\n');
    write('range.csv', 'userId,movieId,rating\n1,2,80\n');
    write('one-group.csv', ranking(rows.filter((r) => group(r) === 'test')));
    write('none-held.csv', ranking(rows).replaceAll('heldout', 'foldin'));
    write('no-test.csv', ranking(rows.filter((r) => group(r) !== 'test')));
    write('val-held.csv', ranking(rows).replaceAll('test,heldout', 'test,foldin'));
    const { status, stdout, stderr } = evaluate(...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const said = stderr
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('['));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(message);
  },
);
