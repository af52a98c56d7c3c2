import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDemoTitles } from '#src/modules/catalogue/seed/demo-files.ts';
import { GENRES, PROVIDERS } from '#src/modules/catalogue/seed/seed-data.ts';
import type { Lexicon } from '#src/titles/engine/lexicon.ts';
import { buildPeople } from '#src/titles/engine/people.ts';
import { buildSearchIndex } from '#src/titles/engine/search-index.ts';
import { buildStoryIndex } from '#src/titles/engine/story-index.ts';
import { packTexts } from '#src/titles/engine/texts.ts';
import { THEMES } from '#src/titles/themes/vocabulary.ts';
import { buildLexicon } from './build-lexicon.ts';
import { understand } from './understand.ts';

/** Queries as people write them, with what they mean, or names of titles. */
const QUERIES = readFileSync(join(import.meta.dirname, 'queries.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

let lexicon: Lexicon;
beforeAll(async () => {
  const titles = await readDemoTitles();
  const names = titles.map(({ title }) => title);
  const credits = new Map<string, number[]>();
  titles.forEach((title, at) => {
    for (const { name } of [...title.directors, ...title.cast])
      credits.set(name, [...(credits.get(name) ?? []), at]);
  });
  const idOf = new Map([...credits.keys()].map((name, id) => [name, id]));
  const offsets = new Int32Array(titles.length + 1);
  titles.forEach(({ directors }, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + directors.length;
  });
  const directors = titles.flatMap((title) => title.directors.map(({ name }) => idOf.get(name) ?? -1));
  const unique = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  lexicon = buildLexicon(
    {
      ids: Int32Array.from(titles.keys()),
      titles: packTexts(names),
      runtime: Int16Array.from(titles, ({ runtime_minutes }) => runtime_minutes ?? 0),
      stories: buildStoryIndex([]),
      year: Int16Array.from(titles, ({ release_year }) => release_year ?? 0),
      people: buildPeople(
        [...credits].map(([name, items], id) => ({
          id,
          name,
          image: null,
          fame: items.length,
          titles: items,
        })),
      ),
      directors: { offsets, values: Int32Array.from(directors) },
      genreRows: [...GENRES, 'Adventure'].map((title, id) => ({ id, title, bits: new Uint32Array() })),
      providerNames: PROVIDERS.map(({ name, featured }, id) => ({ id, name, featured, image: '' })),
      countryCodes: unique(titles.flatMap(({ countries }) => countries)),
      languages: unique(titles.map(({ language }) => language)),
      themeRows: THEMES.map((theme) => ({ ...theme, count: 1 })),
    },
    buildSearchIndex(names),
  );
});

/** Returns the meaning of a query as a line of the table. '' when a word has none. */
function meaningOf(query: string): string {
  const { understood, rest } = understand(query, lexicon);
  if (rest !== '') return '';
  return understood
    .map(({ kind, value, label, not }) => {
      const shown = ['decade', 'year', 'length', 'runtime'].includes(kind) ? value : label;
      return `${not ? 'not ' : ''}${kind} ${shown}`;
    })
    .join(', ');
}

describe('understand', () => {
  it.each(QUERIES.filter(([kind]) => kind === 'words'))('%s: %s', (_, query = '', meaning = '') => {
    expect(meaningOf(query)).toBe(meaning);
  });
});
