import { describe, expect, it } from 'vitest';
import { cleanPeople, nameKey, providerSlug, spellingScore } from './names.ts';

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

describe('cleanPeople', () => {
  it.each([
    ['Pierce Brosnan (James Bond)', [{ name: 'Pierce Brosnan', character: 'James Bond' }]],
    ['Andrew Bryniarski[', [{ name: 'Andrew Bryniarski', character: null }]],
    ['Laurence Fishburne.', [{ name: 'Laurence Fishburne', character: null }]],
    ['Robert Downey Jr.', [{ name: 'Robert Downey Jr.', character: null }]],
    ['George Tillman, Jr.', [{ name: 'George Tillman, Jr.', character: null }]],
    ['JAI COURTNEY', [{ name: 'Jai Courtney', character: null }]],
    ['T.I.', [{ name: 'T.I.', character: null }]],
    ['Not Available', []],
    ['2', []],
    ['Director Jennifer Kent tells the sweeping tale of a young woman', []],
  ])('reads the people in %s', (raw, people) => {
    expect(cleanPeople(raw, null)).toEqual(people);
  });

  it('splits a list of names into people', () => {
    expect(cleanPeople('Shinba Tsuchiya | Ayane Sakura', null).map(({ name }) => name)).toEqual([
      'Shinba Tsuchiya',
      'Ayane Sakura',
    ]);
    expect(cleanPeople('Michela Luci, Jamie Watson, Dante Zee', null)).toHaveLength(3);
  });
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
