import { describe, expect, it } from 'vitest';
import { formsOf, imdbNumberOf } from './query-forms.ts';

describe('formsOf', () => {
  it.each([
    ['Heat', ['heat']],
    ['Heat (1995)', ['heat 1995', 'heat @1995']],
    ['Dune 1984', ['dune 1984', 'dune @1984']],
    ['1917', ['1917']],
    ['Rocky II', ['rocky ii', 'rocky 2']],
    ['Rocky II [1979]', ['rocky ii 1979', 'rocky ii @1979', 'rocky 2 1979', 'rocky 2 @1979']],
    ['https://www.themoviedb.org/movie/550-fight-club?language=de', ['fight club']],
    ['letterboxd.com/film/past-lives/', ['past lives']],
    ['https://www.imdb.com/title/tt0113277/', ['tt0113277']],
    ['Romeo + Juliet', ['romeo and juliet']],
    ['Ｈｅａｔ', ['heat']],
    ['!!!', []],
  ])('reads “%s” as %j', (query, forms) => {
    expect(formsOf(query).map(({ name, year }) => (year === null ? name : `${name} @${year}`))).toEqual(
      forms,
    );
  });
});

it.each([
  ['tt0113277', 113277],
  [' TT0113277 ', 113277],
  ['https://www.imdb.com/title/tt0113277/?ref_=nv', 113277],
  ['m.imdb.com/title/tt10872600', 10872600],
  ['tt12', null],
  ['att0113277', null],
  ['Heat', null],
])('imdbNumberOf() reads “%s” as %s', (query, number) => {
  expect(imdbNumberOf(query)).toBe(number);
});
