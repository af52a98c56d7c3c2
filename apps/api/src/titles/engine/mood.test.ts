import { MOODS, ThemeGroup } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { THEMES } from '#src/titles/themes/vocabulary.ts';
import { createBits, setBit, toItems } from './bits.ts';
import { keepFitting } from './mood.ts';

const TITLES: { genre: string; themes: string[] }[] = [
  { genre: 'Comedy', themes: ['cozy', 'heists'] },
  { genre: 'Comedy', themes: ['funny', 'bleak'] },
  { genre: 'Drama', themes: ['heartbreaking', 'warm'] },
  { genre: 'Comedy', themes: ['heists'] },
  { genre: 'Thriller', themes: ['tense'] },
  { genre: 'Thriller', themes: ['tense', 'cozy'] },
  { genre: 'Thriller', themes: [] },
];

function data() {
  const genres = [...new Set(TITLES.map(({ genre }) => genre))];
  const offsets = new Int32Array(TITLES.length + 1);
  TITLES.forEach(({ themes }, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + themes.length;
  });
  return {
    size: TITLES.length,
    runtime: new Int16Array(TITLES.length),
    ageLevel: new Int8Array(TITLES.length),
    genreRows: genres.map((title, id) => {
      const bits = createBits(TITLES.length);
      TITLES.forEach(({ genre }, at) => {
        if (genre === title) setBit(bits, at);
      });
      return { id, title, bits };
    }),
    themeRows: THEMES.map((theme) => ({ ...theme, count: 1 })),
    themes: {
      offsets,
      values: Int32Array.from(
        TITLES.flatMap(({ themes }) =>
          themes.map((slug) => THEMES.findIndex((theme) => theme.slug === slug)),
        ),
      ),
    },
  };
}

function fitting(mood: keyof typeof MOODS): { all: number[]; last: number[] } {
  const bits = createBits(TITLES.length);
  for (const at of TITLES.keys()) setBit(bits, at);
  const last = keepFitting(data(), bits, { mood });
  return { all: [...toItems(bits)], last: [...toItems(last)] };
}

describe('a mood', () => {
  it('light has nothing bleak or heartbreaking in it, and titles without tones last', () => {
    expect(fitting('light')).toEqual({ all: [0, 3], last: [3] });
  });

  it('tense has nothing cozy in it', () => {
    expect(fitting('tense')).toEqual({ all: [4, 6], last: [6] });
  });

  it.each(Object.entries(MOODS))('%s names only tones of the vocabulary', (_mood, { tones }) => {
    const known = THEMES.filter(({ group }) => group === ThemeGroup.enum.tone).map(({ slug }) => slug);
    for (const slug of [...tones.some, ...tones.none]) expect(known).toContain(slug);
  });
});
