import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDemoTitles } from '#src/modules/catalogue/seed/demo-files.ts';
import { GENRES, PROVIDERS } from '#src/modules/catalogue/seed/seed-data.ts';
import type { Lexicon } from '#src/titles/engine/lexicon.ts';
import { buildPeople } from '#src/titles/engine/people.ts';
import { buildSearchIndex } from '#src/titles/engine/search-index.ts';
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
  const unique = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  lexicon = buildLexicon(
    {
      ids: Int32Array.from(titles.keys()),
      titles: packTexts(names),
      people: buildPeople(
        [...credits].map(([name, items], id) => ({
          id,
          name,
          image: null,
          fame: items.length,
          titles: items,
        })),
      ),
      genreRows: [...GENRES, 'Adventure'].map((title, id) => ({ id, title, bits: new Uint32Array() })),
      providerNames: PROVIDERS.map(({ name }, id) => ({ id, name })),
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
      const shown = ['decade', 'year', 'length'].includes(kind) ? value : label;
      return `${not ? 'not ' : ''}${kind} ${shown}`;
    })
    .join(', ');
}

describe('understand', () => {
  it.each(QUERIES.filter(([kind]) => kind === 'words'))('%s: %s', (_, query = '', meaning = '') => {
    expect(meaningOf(query)).toBe(meaning);
  });
});

describe('a search of odd words', () => {
  const WORST = [
    'like '.repeat(24),
    'similar to '.repeat(12),
    'like a '.repeat(20),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'in the of from by with about on '.repeat(6),
    'french german italian korean japanese chinese indian spanish danish swedish polish',
  ];

  it.each(WORST)('asks the lexicon a bounded number of times: %s', (query) => {
    let lookups = 0;
    const counted = <Given, Found>(ask: (given: Given) => Found) => {
      return (given: Given): Found => {
        lookups++;
        return ask(given);
      };
    };
    const { understood } = understand(query, {
      ...lexicon,
      nearly: counted(lexicon.nearly),
      findPerson: counted(lexicon.findPerson),
      findTitle: counted(lexicon.findTitle),
    });
    // About thirty a word: names of up to ten words, and phrases with a typo.
    expect(lookups).toBeLessThan(24 * 40);
    // Each fact is looked up in every title.
    expect(understood.length).toBeLessThanOrEqual(8);
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('takes “%s” for a word as any other', (word) => {
    for (const query of [word, `about ${word}`, `${word} comedies`, `under ${word} hours`])
      expect(understand(query, lexicon).understood.map(({ label }) => typeof label)).not.toContain(
        'undefined',
      );
  });
});
