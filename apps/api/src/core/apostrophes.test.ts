import { expect, it } from 'vitest';
import { withTypographicApostrophes } from './apostrophes.ts';

it.each([
  ["Gotham's protector", 'Gotham’s protector'],
  ["the brothers' house", 'the brothers’ house'],
  ["a song of the '60s", 'a song of the ’60s'],
  ["the word 'yes' and 'no.'", 'the word ‘yes’ and ‘no.’'],
  ["('hello') and ['hello']", '(‘hello’) and [‘hello’]'],
  ["“'hello,' he said”", '“‘hello,’ he said”'],
  ["—'no', and 'wait—'", '—‘no’, and ‘wait—’'],
  ["(the '60s, or '60s)", '(the ’60s, or ’60s)'],
  ['nothing to change', 'nothing to change'],
])('an apostrophe and quotation marks of %j are typographic', (given, written) => {
  expect(withTypographicApostrophes(given)).toBe(written);
});
