import { expect, test } from 'vitest';
import { ageLevel } from './age-level.ts';

test.each([
  ['TV-Y7', 0],
  ['All ages', 0],
  ['PG', 1],
  ['pg-13', 2],
  ['13+', 2],
  ['16', 3],
  ['AGES_18_', 3],
  ['NC-17', 3],
])('the age rating %s has audience level %i', (rating, level) => {
  expect(ageLevel(rating)).toBe(level);
});

test.each([null, '', 'NR', 'TV-NR', 'Banned'])('the audience level of %s is unknown', (rating) => {
  expect(ageLevel(rating)).toBe(-1);
});
