import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTHING } from '@marquee/recommender/fixtures';
import { topK } from '@marquee/recommender/math/select';
import { contentModel } from '@marquee/recommender/user/content-model';
import { expect, test } from 'vitest';
import { unzipped } from './evaluate-first.ts';
import { readTitles, titlesCatalogue } from './titles-file.ts';

/** The demo catalogue of the product. */
const file = join(import.meta.dirname, '../../../prisma/demo/catalogue.ndjson.gz');
const titles = readTitles(unzipped(readFileSync(file)));
const catalogue = titlesCatalogue(titles);
const model = contentModel(catalogue);

const famous = topK(catalogue.popularity, titles.length);
const of = (genre: string, not: string, count: number): number[] =>
  [...famous]
    .filter((i) => titles[i].genres.includes(genre) && !titles[i].genres.includes(not))
    .slice(0, count);

/**
 * Counts the titles of each color of likelihood: red under 4, yellow from 4 to under 8, and green for 8 or
 * more.
 */
function colors(signals: typeof NOTHING): { red: number; yellow: number; green: number } {
  const out = model.likeProbabilities(model.foldIn(signals), Int32Array.from(titles.keys()));
  const shown = [...out].map((p) => Math.round(p * 100) / 10);
  return {
    red: shown.filter((s) => s < 4).length,
    yellow: shown.filter((s) => s >= 4 && s < 8).length,
    green: shown.filter((s) => s >= 8).length,
  };
}

test.each([
  ['Horror', 'Romance'],
  ['Romance', 'Horror'],
  ['Comedy', 'Drama'],
  ['Documentary', 'Action'],
])(
  'after five ratings of %s at 9–10 and five of %s at 2–3, each likelihood color has over 20 titles',
  (liked, disliked) => {
    const { red, yellow, green } = colors({
      ...NOTHING,
      rated: [...of(liked, disliked, 5), ...of(disliked, liked, 5)],
      ratings: [9, 10, 9, 10, 9, 2, 3, 2, 3, 2],
    });
    // Each color needs enough titles to fill a row.
    for (const count of [red, yellow, green]) expect(count).toBeGreaterThan(20);
  },
);

test('titles are ordered by popularity for a user without ratings', () => {
  const scores = model.interest(model.foldIn(NOTHING));
  expect([...topK(scores, 100)]).toEqual([...famous.slice(0, 100)]);
});

test('after one disliked title, more than half of the first twenty titles are well-known titles', () => {
  const disliked = famous[0];
  const scores = model.interest(model.foldIn({ ...NOTHING, rated: [disliked], ratings: [1] }));
  const first = new Set(topK(scores, 21));
  first.delete(disliked);
  expect(
    [...first].filter((i) => catalogue.popularity[i] >= catalogue.popularity[famous[200]]).length,
  ).toBeGreaterThan(10);
});
