import { expect, it } from 'vitest';
import { makeMedium } from '../../../test/media.ts';
import { matchingPeople, titlesBeforePeople } from './merge-people.ts';

const people = ['Penélope Cruz', 'Tom Cruise', 'Cruz Beckham'].map((full_name, at) => ({
  id: at + 1,
  full_name,
  image: null,
}));

it('matchingPeople returns people whose name has a word for each query word, ignoring accents', () => {
  const names = (query: string) => matchingPeople(query, people, []).map(({ id }) => id);
  expect(names('cruz')).toEqual([1, 3]);
  expect(names('penelope cr')).toEqual([1]);
  expect(matchingPeople('crux', people, [makeMedium(1, { title: 'Crux' })])).toEqual([]);
  expect(names('…')).toEqual([]);
});

it('matchingPeople returns people whose name has a typo when no title begins with the query', () => {
  const found = people.slice(0, 1);
  expect(matchingPeople('penelpoe', found, [makeMedium(1, { title: 'Ashby' })])).toEqual(found);
  expect(matchingPeople('penelpoe', found, [])).toEqual(found);
});

it('titlesBeforePeople counts the first titles whose name begins with the query', () => {
  const titles = ['Ashby', 'The Ashby Case', 'Harold'].map((title, id) => makeMedium(id + 1, { title }));
  expect(titlesBeforePeople('ashby', titles)).toBe(2);
  expect(titlesBeforePeople('hal', titles)).toBe(0);
  expect(titlesBeforePeople('ashby', titles.slice(0, 2))).toBe(2);
  // "Sperman" is a person with a typo, and "spiderman" the film.
  expect(titlesBeforePeople('spiderman', [makeMedium(1, { title: 'Spider-Man' })])).toBe(1);
});
