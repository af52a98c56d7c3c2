import { describe, expect, it } from 'vitest';
import {
  comparePrefix,
  lengthAt,
  packTexts,
  searchWords,
  textAt,
  toUnits,
  unpackTexts,
  withinOneTypo,
} from './texts.ts';

const names = ['', 'Amélie', '千と千尋', 'WALL·E', '🎬 Clapper'];

describe('texts', () => {
  it('textAt returns the texts that packTexts packed', () => {
    const texts = packTexts(names);
    expect(unpackTexts(texts)).toEqual(names);
    expect(textAt(texts, 2)).toBe('千と千尋');
    expect(names.map((_, at) => lengthAt(texts, at))).toEqual(names.map((name) => name.length));
  });

  it('comparePrefix compares in the order of JavaScript strings', () => {
    const sorted = ['', 'a', 'ab', 'abc', 'b', 'é'];
    const texts = packTexts(sorted);
    for (const prefix of sorted) {
      const signs = sorted.map((_, at) => Math.sign(comparePrefix(texts, at, toUnits(prefix))));
      expect(signs).toEqual(sorted.map((text) => (text.startsWith(prefix) ? 0 : text < prefix ? -1 : 1)));
    }
    expect(comparePrefix(packTexts(['the ab']), 0, toUnits('ab'), 4)).toBe(0);
  });
});

describe('withinOneTypo', () => {
  it.each([
    ['matrix', 'matrix', true],
    ['matrix', 'matix', true],
    ['matrix', 'mattrix', true],
    ['matrix', 'matrux', true],
    ['matrix', 'martix', true],
    ['matrix', 'matr', false],
    ['matrix', 'mxtrax', false],
    ['ab', 'ba', true],
    ['', 'a', true],
  ])('returns for “%s” and “%s”: %s', (a, b, expected) => {
    expect(withinOneTypo(a, b)).toBe(expected);
    expect(withinOneTypo(b, a)).toBe(expected);
  });
});

describe('searchWords', () => {
  it('reads a query to its eighth word, and keeps each word once', () => {
    expect(searchWords(['a', 'b', 'a', ...'cdefghij'])).toEqual([...'abcdefg']);
  });
});
