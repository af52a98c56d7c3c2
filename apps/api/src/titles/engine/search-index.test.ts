import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topK } from '@marquee/recommender';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { readDemoTitles } from '#src/modules/catalogue/seed/demo-files.ts';
import { normalize } from './normalize.ts';
import { buildSearchIndex, type SearchIndex, searchTitles } from './search-index.ts';

/** Real titles with queries as users type them. Columns: kind, query, intended title, year. */
const cases = readFileSync(join(import.meta.dirname, 'search-cases.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

/** Adds combinations of words from real titles until the catalogue has `size` titles. */
function crowd(titles: readonly string[], size: number): string[] {
  const all = [...titles];
  for (let at = 0; all.length < size; at++) {
    const first = titles[(at * 7919) % titles.length]?.split(' ') ?? [];
    const second = titles[(at * 104_729 + 13) % titles.length]?.split(' ') ?? [];
    all.push(
      [...first.slice(0, Math.ceil(first.length / 2)), ...second.slice(Math.floor(second.length / 2))].join(
        ' ',
      ),
    );
  }
  return all;
}

describe.each([0, 100_000])('searchTitles over at least %i titles', (size) => {
  let demo: FeedTitle[];
  let names: string[];
  let index: SearchIndex;
  let data: { size: number; popularity: Float32Array; year: Int16Array; imdb: Int32Array };

  beforeAll(async () => {
    demo = await readDemoTitles();
    names = crowd(
      demo.map(({ title }) => title),
      size,
    );
    index = buildSearchIndex(names);
    const most = Math.log1p(Math.max(...demo.map(({ votes }) => votes ?? 0)));
    data = {
      size: names.length,
      year: Int16Array.from(names, (_, at) => demo[at]?.release_year ?? 0),
      imdb: Int32Array.from(names, (_, at) => Number(/^tt(\d+)$/.exec(demo[at]?.key ?? '')?.[1] ?? 0)),
      // An added title has half the popularity of the title that its first words come from.
      popularity: Float32Array.from(names, (_, at) => {
        const votes = demo[at < demo.length ? at : ((at - demo.length) * 7919) % demo.length]?.votes ?? 0;
        return ((at < demo.length ? 1 : 0.5) * Math.log1p(votes)) / most;
      }),
    };
  });

  it('is tested with at least 200 queries whose intended title is in the catalogue', () => {
    const known = new Set(demo.map(({ title }) => title));
    expect(cases.filter(([, , title = '']) => known.has(title)).length).toBeGreaterThanOrEqual(200);
  });

  it.each(cases)(
    'returns the intended title first, kind %s: “%s” returns %s (%s)',
    (_kind, query = '', title = '', year = '') => {
      const wanted = demo.findIndex(
        (medium) => medium.title === title && medium.release_year === Number(year),
      );
      expect(wanted, 'the title is in the demo catalogue').toBeGreaterThanOrEqual(0);
      const { items, scores } = searchTitles(data, index, query);
      const [best = -1] = topK(scores, 1);
      const first = items[best] ?? -1;
      expect(first, names[first]).toBe(wanted);
    },
  );

  it('returns nothing for a query that is empty or that matches no title', () => {
    for (const query of ['', '  ', '!!!', 'qqqqqzzzzzxxxxx'])
      expect(searchTitles(data, index, query).items).toHaveLength(0);
  });
});

describe('normalize', () => {
  it.each([
    ['  Amélie ', 'amelie'],
    ['WALL·E', 'wall e'],
    ['The Naked Gun 2½', 'the naked gun 2 1 2'],
    ['Fast & Furious', 'fast and furious'],
    ["Ocean's Eleven", 'oceans eleven'],
    ['Æon Flux', 'aeon flux'],
    ['千と千尋', '千と千尋'],
    ['Ｈｅａｔ', 'heat'],
    ['Romeo + Juliet', 'romeo and juliet'],
    ['Disney+', 'disney'],
    ['Para\u00adsite', 'parasite'],
  ])('changes “%s” to the normal form “%s”', (text, expected) => {
    expect(normalize(text)).toBe(expected);
  });
});
