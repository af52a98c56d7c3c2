import { expect, test } from 'vitest';
import { catalogueOf } from '../fixtures.ts';
import { genresBesideThemes } from './genres-beside-themes.ts';

const [WESTERN, DRAMA] = [1, 2];
const [WESTERNS, REVENGE] = [1, 2];

test('a genre is left out of a title whose theme says the same, and stays where no theme does', () => {
  const catalogue = catalogueOf([
    { genres: [WESTERN, DRAMA], themes: [WESTERNS, REVENGE] },
    { genres: [WESTERN], themes: [WESTERNS] },
    { genres: [WESTERN], themes: [REVENGE] },
    ...Array.from({ length: 4 }, () => ({ genres: [DRAMA], themes: [] })),
    ...Array.from({ length: 4 }, () => ({ genres: [], themes: [REVENGE] })),
  ]);
  const { offsets, values } = genresBesideThemes(catalogue);
  const rows = Array.from({ length: catalogue.size }, (_, i) => [
    ...values.slice(offsets[i], offsets[i + 1]),
  ]);
  expect(rows.slice(0, 4)).toEqual([[DRAMA], [], [WESTERN], [DRAMA]]);
});

test('a catalogue without themes keeps its genres', () => {
  const catalogue = catalogueOf([{ genres: [WESTERN] }]);
  expect(genresBesideThemes(catalogue)).toBe(catalogue.genres);
});
