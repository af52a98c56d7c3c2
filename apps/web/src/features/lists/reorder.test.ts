import { describe, expect, it } from 'vitest';
import { inOrder, moveTo, moveToIndex, placeAsBefore, readOrder } from './reorder.ts';

it('readOrder parses comma-separated ids', () => {
  expect(readOrder('3,1,2')).toEqual([3, 1, 2]);
  expect(readOrder('')).toEqual([]);
  expect(readOrder(null)).toEqual([]);
});

describe('moveTo and moveToIndex', () => {
  it.each([
    [1, 3, [2, 3, 1, 4]],
    [4, 2, [1, 4, 2, 3]],
    [2, 2, [1, 2, 3, 4]],
    [9, 2, [1, 2, 3, 4]],
  ])('move %i to the position of %i and return %j', (id, target, order) => {
    expect(moveTo([1, 2, 3, 4], id, target)).toEqual(order);
  });

  it.each([
    [3, 0, [3, 1, 2]],
    [1, 99, [2, 3, 1]],
    [1, -5, [1, 2, 3]],
  ])('move %i to index %i and return %j', (id, place, order) => {
    expect(moveToIndex([1, 2, 3], id, place)).toEqual(order);
  });
});

it.each([
  ['behind the title in front of it', [1, 3, 2], [1, 2, 3], [1, 2, 3]],
  ['first, where it was first', [3, 4, 2], [2, 3, 4], [2, 3, 4]],
  ['behind an earlier title, when the title in front of it is gone', [1, 4, 2], [1, 3, 2, 4], [1, 2, 4]],
  ['where it is, when its place is not known', [1, 2, 3], [1, 3], [1, 2, 3]],
])('placeAsBefore puts a title back %s', (_, order, before, expected) => {
  expect(placeAsBefore(order, 2, before)).toEqual(expected);
});

it('inOrder sorts items by the position of their ids in the order, and puts other items last', () => {
  expect(inOrder([{ id: 9 }, { id: 1 }, { id: 2 }], [2, 1]).map(({ id }) => id)).toEqual([2, 1, 9]);
});
