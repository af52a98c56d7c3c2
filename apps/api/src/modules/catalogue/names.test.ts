import { describe, expect, it } from 'vitest';
import { nameKey, providerSlug, spellingScore } from './names.ts';

describe('nameKey', () => {
  it.each([
    ['Timothée Chalamet', 'Timothee Chalamet'],
    ['R.J. Mitte', 'RJ Mitte'],
    ['EMILY MORTIMER', 'Emily Mortimer'],
    ['Chow Yun-fat', 'Chow Yun Fat'],
    ['Stellan Skarsgård', 'Stellan Skarsgard'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Faysal  Ahmed', 'Faysal Ahmed\u00a0'],
  ])('is equal for the spellings %s and %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it('differs for different names in every script, and is empty for a name without letters', () => {
    expect(nameKey('탕빈')).not.toBe(nameKey('伊峥'));
    expect(nameKey('…')).toBe('');
  });
});

it('spellingScore is higher for cased and accented spellings', () => {
  expect(spellingScore('Zoë Saldaña')).toBeGreaterThan(spellingScore('Zoe Saldana'));
  expect(spellingScore('Zoe Saldana')).toBeGreaterThan(spellingScore('ZOË SALDAÑA'));
});

it.each([
  ['Disney+', 'disney-plus'],
  ['Disney Plus', 'disney-plus'],
  ['disney-plus', 'disney-plus'],
  ['HBO Max', 'max'],
  ['Amazon Prime Video', 'prime-video'],
  ['Apple TV+', 'apple-tv-plus'],
  ['A&E', 'a-and-e'],
  ['搜狐', '搜狐'],
])('providerSlug turns %s into %s', (name, slug) => {
  expect(providerSlug(name)).toBe(slug);
});
