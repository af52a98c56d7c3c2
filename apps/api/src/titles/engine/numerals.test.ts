import { expect, it } from 'vitest';
import { withDigits } from './numerals.ts';

it.each([
  ['rocky ii', 'rocky 2'],
  ['rocky two', 'rocky 2'],
  ['star wars episode iv a new hope', 'star wars episode 4 a new hope'],
  ['friday the 13th part viii', 'friday the 13th part 8'],
  ['se7en', '7'],
  ['seven', '7'],
  ['s1m0ne', 'simone'],
  ['twelve angry men', '12 angry men'],
  ['twenty eight days later', '28 days later'],
  ['one hundred and one dalmatians', '101 dalmatians'],
  ['two hundred', '200'],
  ['one hundred', '100'],
  ['two twenty', '2 20'],
  ['the sixth sense', 'the 6th sense'],
  ['ninety nine', '99'],
  ['xix', '19'],
  ['the hundred foot journey', 'the 100 foot journey'],
  ['mix and match', 'mix and match'],
  ['8 mile', '8 mile'],
  ['', ''],
])('withDigits() writes the numbers of “%s” in digits: “%s”', (name, expected) => {
  expect(withDigits(name)).toBe(expected);
});
