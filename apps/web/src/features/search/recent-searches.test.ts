import { beforeEach, expect, it } from 'vitest';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';

beforeEach(forgetSearches);

it('recentSearches contains the latest eight searches, newest first', () => {
  for (let n = 1; n <= 10; n++) rememberSearch(`${n}. film`);
  expect(recentSearches.read()).toHaveLength(8);
  expect(recentSearches.read()[0]).toBe('10. film');
  expect(JSON.parse(localStorage.getItem('recent_searches') ?? '')).toEqual(recentSearches.read());
});

it('rememberSearch replaces an earlier search that the new search begins with, ignoring case', () => {
  rememberSearch('Alien');
  rememberSearch('bla');
  rememberSearch('Blade');
  rememberSearch('alien');
  expect(recentSearches.read()).toEqual(['alien', 'Blade']);
});

it('forgetSearches removes all searches and their entry in the storage', () => {
  rememberSearch('Blade');
  forgetSearches();
  expect(recentSearches.read()).toEqual([]);
  expect(localStorage.getItem('recent_searches')).toBeNull();
});
