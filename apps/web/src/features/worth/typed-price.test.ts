import { describe, expect, it } from 'vitest';
import { isOldPrice, readCents } from './typed-price.ts';

describe('a typed price', () => {
  it.each([
    ['9.99', 999],
    ['$9.99', 999],
    ['9,5', 950],
    ['0', 0],
    ['1000', 100_000],
    ['1000.01', null],
    ['-1', null],
    ['9.999', null],
    ['free', null],
    ['', null],
  ])('“%s” is %s hundredths', (text, cents) => {
    expect(readCents(text)).toBe(cents);
  });

  it('is old after a year', () => {
    expect(isOldPrice(new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10))).toBe(true);
    expect(isOldPrice(new Date().toISOString().slice(0, 10))).toBe(false);
  });
});
