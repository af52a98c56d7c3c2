import { expect, test } from 'vitest';
import { catalogueOf } from '../fixtures.ts';
import { earlierParts, franchiseKeys } from './franchise.ts';

test('franchiseKeys gives equal keys to sequels, numbered parts and subtitled titles only', () => {
  const names = [
    'Star Trek',
    'Star Trek: First Contact',
    'Star Trek Beyond',
    'The Godfather',
    'The Godfather Part II',
    'Godfather, The: Part III (1990)',
    'Toy Story',
    'Toy Story 3',
    'Alien',
    'Alienist, The',
    'Amélie',
    'Up',
    '',
  ];
  const keys = franchiseKeys(names);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys.slice(3, 6)).size).toBe(1);
  expect(keys[6]).toBe(keys[7]);
  expect(new Set([keys[0], keys[3], keys[6]]).size).toBe(3);
  expect([...keys.slice(8)]).toEqual([-1, -1, -1, -1, -1]);
});

test('franchiseKeys with people joins sequels without a common stem, and no titles that share only a word or a lead', () => {
  const [WEAVER, BUTLER, FREEMAN, OTHER] = [1, 2, 3, 4];
  const titles: [name: string, cast: number[]][] = [
    ['Alien', [WEAVER, OTHER]],
    ['Aliens', [WEAVER]],
    ['Alien³', [WEAVER]],
    ['Alien Nation', [OTHER]],
    ['Olympus Has Fallen', [BUTLER, FREEMAN]],
    ['London Has Fallen', [FREEMAN, BUTLER]],
    ['The Fallen', [BUTLER]],
    ['Law Abiding Citizen', [BUTLER, FREEMAN]],
  ];
  const catalogue = catalogueOf(titles.map(([, cast]) => ({ genres: [], cast })));
  const [alien, aliens, third, stranger, olympus, london, ...others] = franchiseKeys(
    titles.map(([name]) => name),
    catalogue,
  );
  expect(alien).toBeGreaterThanOrEqual(0);
  expect([aliens, third]).toEqual([alien, alien]);
  expect(london).toBe(olympus);
  expect(olympus).not.toBe(alien);
  expect([stranger, ...others]).toEqual([-1, -1, -1]);
});

test('earlier parts are older titles of the same franchise and type that share a person', () => {
  const [LEAD, OTHER] = [1, 2];
  const parts = earlierParts(
    catalogueOf([
      { genres: [], franchise: 1, year: 1979, cast: [LEAD] },
      { genres: [], franchise: 1, year: 1986, cast: [LEAD] },
      { genres: [], franchise: 1, year: 1992, directors: [LEAD] },
      { genres: [], franchise: 1, year: 2010, cast: [OTHER] },
      { genres: [], franchise: 1, year: 2025, cast: [LEAD], type: 1 },
      { genres: [], year: 2026, cast: [LEAD] },
    ]),
  );
  const partsOf = (item: number) => [...parts.values.subarray(parts.offsets[item], parts.offsets[item + 1])];
  expect([0, 1, 2, 3, 4, 5].map(partsOf)).toEqual([[], [0], [0, 1], [], [], []]);
});
