import { describe, expect, it } from 'vitest';
import { isMediaPath } from './media-path.ts';
import { pageOf, parentPath, readTrail } from './title-address.ts';

describe('pageOf and parentPath', () => {
  it.each([
    ['/discover/media/7', '/discover'],
    ['/rating/media/7', '/rating'],
    ['/search/media/7', '/search'],
    ['/hidden/media/7', '/hidden'],
    ['/my_lists/media/7', '/my_lists'],
    ['/my_lists/3/media/7', '/my_lists/3'],
    ['/people/5/media/7', '/people/5'],
    ['/discover/rows/genre-4/media/7', '/discover/rows/genre-4'],
  ])('for %s, return the page %s', (path, page) => {
    expect(isMediaPath(path)).toBe(true);
    expect(parentPath(path)).toBe(page);
    expect(pageOf(path)).toBe(page);
  });

  it('return Discover for /', () => {
    expect(isMediaPath('/')).toBe(false);
    expect(pageOf('/')).toBe('/discover');
    expect(pageOf('/people/5/')).toBe('/people/5');
  });
});

describe('readTrail', () => {
  it('returns null for an incomplete state', () => {
    expect(readTrail({ over: 2, from: '/search' })).toEqual({ over: 2, from: '/search' });
    for (const state of [null, undefined, 'x', {}, { over: '2', from: '/' }, { over: 1 }])
      expect(readTrail(state)).toBeNull();
  });
});
