import { expect, test } from 'vitest';
import { catalogueOf, NOTHING, type TitleSketch } from '../fixtures.ts';
import type { Model, Signals } from '../model/types.ts';
import { contentModel } from './content-model.ts';

const HORROR = 1;
const ROMANCE = 2;
const WESTERN = 3;

/** 300 titles, 100 per genre. */
const titles: TitleSketch[] = Array.from({ length: 300 }, (_, i) => ({
  genres: [1 + (i % 3)],
  popularity: 1 - i / 300,
  year: 1950 + ((i * 7) % 70),
  directors: [500 + (i % 37)],
}));
const of = (genre: number, count = titles.length): number[] =>
  [...titles.keys()].filter((i) => titles[i].genres[0] === genre).slice(0, count);

/** Returns the mean move of a genre's titles, minus the mean move of all titles. */
function effectOf(model: Model, signals: Signals, genre: number): number {
  const moves = model.moves(model.foldIn(signals));
  const mean = (items: number[]) => items.reduce((sum, i) => sum + moves[i], 0) / items.length;
  return mean(of(genre)) - mean([...titles.keys()]);
}

const fan: Signals = {
  ...NOTHING,
  rated: [...of(HORROR, 8), ...of(ROMANCE, 8)],
  ratings: Array.from({ length: 16 }, (_, n) => (n < 8 ? 9 : 2)),
};

test('high ratings raise the effect of a genre, low ratings lower the effect, and an unrated genre has less certainty', () => {
  const model = contentModel(catalogueOf(titles));
  const user = model.foldIn(fan);
  expect(effectOf(model, fan, HORROR)).toBeGreaterThan(1);
  expect(effectOf(model, fan, ROMANCE)).toBeLessThan(-1);
  const between = effectOf(model, fan, WESTERN);
  expect(between).toBeGreaterThan(effectOf(model, fan, ROMANCE) + 1);
  expect(between).toBeLessThan(effectOf(model, fan, HORROR) - 0.5);
  const certain = [HORROR, ROMANCE, WESTERN].map((genre) => model.certainty(user, of(genre)));
  expect(Math.min(certain[0], certain[1])).toBeGreaterThan(certain[2] + 0.2);
});

test('a user without signals has no learned taste', () => {
  const model = contentModel(catalogueOf(titles));
  expect(effectOf(model, NOTHING, HORROR)).toBe(0);
  expect(model.certainty(model.foldIn(NOTHING), of(HORROR))).toBeCloseTo(0);
  expect(model.certainty(model.foldIn(fan), [])).toBe(0);
});

test('the move of a title is its predicted mean minus its prediction for a user without signals', () => {
  const model = contentModel(catalogueOf(titles));
  const user = model.foldIn(fan);
  const moves = model.moves(user);
  for (const item of [0, 3, 50, 299]) {
    const unknown = model.predictRating(model.foldIn(NOTHING), item).mean;
    expect(moves[item]).toBeCloseTo(model.predictRating(user, item).mean - unknown, 4);
  }
});
