import { describe, expect, it } from 'vitest';
import { buildPeople, personIndex, personNamed, searchPeople } from './people.ts';
import { textAt } from './texts.ts';

const NAMES = [
  'Tom Hanks',
  'Hanks Tomson',
  'Tom',
  'Colin Hanks',
  'Jean-Luc Godard',
  'Steven Spielberg',
  'Gone Hanks',
];
const people = buildPeople(
  NAMES.map((name, at) => ({
    id: 100 - at,
    name,
    image: null,
    fame: name.startsWith('Gone') ? null : 10 - at,
    titles: [at],
  })),
);
const search = (query: string): string[] =>
  [...searchPeople(people, query)].map((index) => textAt(people.names, index));

describe('searchPeople', () => {
  it.each([
    ['hnaks', ['Tom Hanks', 'Hanks Tomson', 'Colin Hanks']],
    ['tom hnaks', ['Tom Hanks', 'Hanks Tomson']],
    ['spielburg', ['Steven Spielberg']],
    ['to hansk', ['Tom Hanks', 'Hanks Tomson']],
    ['hnkas', []],
    // A typo in a word of three letters is not accepted.
    ['tim', []],
    ['hanks bradd', []],
    ['luc godard', ['Jean-Luc Godard']],
  ])('returns for the query “%s”: %j', (query, names) => {
    expect(search(query)).toEqual(names);
  });

  it('sorts the exact name first, then names that contain the query word, then names that contain a longer word', () => {
    expect(search('tom')).toEqual(['Tom', 'Tom Hanks', 'Hanks Tomson']);
  });

  it('does not return people without a listed title', () => {
    expect(search('gone')).toEqual([]);
    expect(search('')).toHaveLength(NAMES.length - 1);
  });
});

describe('personIndex', () => {
  it('returns the index of every person with a credit, and -1 for an unknown id', () => {
    for (const [at, name] of NAMES.entries())
      expect(textAt(people.names, personIndex(people, 100 - at))).toBe(name);
    expect(personIndex(people, 1)).toBe(-1);
  });
});

it('personNamed finds the best known person with exactly this name, and none for a part of one', () => {
  const nameOf = (name: string): string | null => {
    const person = personNamed(people, name);
    return person < 0 ? null : textAt(people.names, person);
  };
  expect(nameOf('jean luc GODARD')).toBe('Jean-Luc Godard');
  expect(nameOf('Tom')).toBe('Tom');
  expect(['Hanks', 'Tom Hank', 'Hanks Tom', '', '!'].map(nameOf)).toEqual([null, null, null, null, null]);
});
