import { ratingTable } from '@marquee/recommender/train/rating-table';
import { expect, test } from 'vitest';
import { readColumns } from './csv.ts';
import { readItems } from './movielens.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const RATINGS = { numbers: ['rating'], ids: ['userId', 'movieId'], labels: [] };

test('readColumns accepts a byte order mark, CRLF, blank lines, additional columns and quotes', () => {
  const { rows, numbers } = readColumns(
    bytes(
      '\ufeff"userId",movieId,rating,timestamp\r\n1,10,3.5,99\r\n\r\n2,"11",4,"a,b ""c"""\r\n3,10, 0.5 ,',
    ),
    RATINGS,
  );
  expect(rows).toBe(3);
  expect([...numbers.userId]).toEqual([1, 2, 3]);
  expect([...numbers.movieId]).toEqual([10, 11, 10]);
  expect([...numbers.rating]).toEqual([3.5, 4, 0.5]);
});

test('readColumns throws an error that names the missing column or the invalid line', () => {
  expect(() => readColumns(bytes('user,movieId,rating\n1,2,3\n'), RATINGS)).toThrow(
    'no column "rating"'.replace('rating', 'userId'),
  );
  expect(() => readColumns(bytes('userId,movieId,rating\n1,2,3\n1,2,good\n'), RATINGS)).toThrow(
    'line 3: rating',
  );
  expect(() => readColumns(bytes('userId,movieId,rating\n1,2\n'), RATINGS)).toThrow('line 2: 2 fields');
  expect(() => readColumns(bytes(''), RATINGS)).toThrow('no column');
});

test('readItems reads the genres and the year in the last brackets, also from titles with quoted commas', () => {
  const items = readItems(
    bytes(
      'movieId,title,genres\n1,"Movie, The (Film (1900)) (1995)",Drama|Horror\n2,Bare,(no genres listed)\n',
    ),
  );
  expect(items.get(1)).toEqual({
    title: 'Movie, The (Film (1900)) (1995)',
    genres: ['Drama', 'Horror'],
    year: 1995,
  });
  expect(items.get(2)).toEqual({ title: 'Bare', genres: [], year: 0 });
});

test('ratingTable ignores the order of rows, and keeps the last rating of a repeated pair of user and title', () => {
  const table = (order: number[]) =>
    ratingTable({
      users: Int32Array.from(order, (k) => [7, 3, 7, 3][k]),
      items: Int32Array.from(order, (k) => [5, 5, 2, 9][k]),
      ratings: Float32Array.from(order, (k) => [1, 2, 3, 4][k]),
    });
  const one = table([0, 1, 2, 3]);
  expect(table([3, 1, 0, 2])).toEqual(one);
  expect([...one.users]).toEqual([3, 7]);
  expect([...one.titles]).toEqual([2, 5, 9]);
  const twice = ratingTable({
    users: Int32Array.of(1, 1),
    items: Int32Array.of(4, 4),
    ratings: Float32Array.of(2, 9),
  });
  expect([...twice.matrix.values]).toEqual([9]);
});
