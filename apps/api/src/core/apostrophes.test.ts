import { expect, it } from 'vitest';
import { withTypographicApostrophes } from './apostrophes.ts';

it.each([
  ["Gotham's protector", 'Gotham’s protector'],
  ["the brothers' house", 'the brothers’ house'],
  ["a song of the '60s", 'a song of the ’60s'],
  ["the word 'yes' and 'no.'", 'the word ‘yes’ and ‘no.’'],
  ['nothing to change', 'nothing to change'],
])('an apostrophe and quotation marks of %j are typographic', (given, written) => {
  expect(withTypographicApostrophes(given)).toBe(written);
});
