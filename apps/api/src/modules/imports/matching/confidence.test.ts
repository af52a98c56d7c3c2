import { describe, expect, it } from 'vitest';
import { hintOf, prefixesOf, type TitleHint } from '../records.ts';
import { type Candidate, chooseMatch, preferSeriesOfFile } from './confidence.ts';

const candidate = (part: Partial<Candidate> & { title: string }): Candidate => ({
  mediumId: 1,
  year: 2001,
  type: 'movie',
  externalId: 'x',
  popularity: 1,
  by: 'title',
  similarity: 1,
  ...part,
});

/** A row of Netflix, where each part after a colon may be a season or an episode. */
const row = (title: string, siblings = 0): TitleHint =>
  hintOf({ title, alternatives: prefixesOf(title.split(': ')), siblings });
const series = (title: string, mediumId = 1) =>
  candidate({ title, mediumId, type: 'series', by: 'alternative' });

describe('chooseMatch', () => {
  it('never takes a title that came out after the view, unless the file names its year or its id', () => {
    const remake = candidate({ title: 'Solaris', year: 2030 });
    expect(chooseMatch(hintOf({ title: 'Solaris' }), [remake], 2029).match).toBe('unmatched');
    expect(chooseMatch(hintOf({ title: 'Solaris' }), [remake], 2030).match).toBe('matched');
    expect(chooseMatch(hintOf({ title: 'Solaris', year: 2030 }), [remake], 2029).match).toBe('matched');
    expect(chooseMatch(hintOf({ title: 'Solaris' }), [{ ...remake, by: 'imdb' }], 2029).match).toBe(
      'matched',
    );
  });

  it('does not take the first part of a lone title for a series, but does so for two of its episodes', () => {
    expect(chooseMatch(row('The Crown: Fagan'), [series('The Crown')]).match).toBe('doubtful');
    expect(chooseMatch(row('The Crown: Fagan', 1), [series('The Crown')]).match).toBe('matched');
    expect(chooseMatch(row('The Crown: Season: Fagan'), [series('The Crown')]).match).toBe('matched');
  });

  it('prefers the series with the longer name', () => {
    const found = [series('Star Wars', 1), series('Star Wars: The Clone Wars', 2)];
    expect(chooseMatch(row('Star Wars: The Clone Wars: Ambush', 1), found).mediumId).toBe(2);
    expect(chooseMatch(row('Star Wars: The Clone Wars: Ambush', 1), found.slice(0, 1)).mediumId).toBe(1);
  });

  it('prefers the whole name of a series to the series that its beginning names', () => {
    const found = [
      candidate({ title: 'Star Wars: The Clone Wars', mediumId: 2, type: 'series' }),
      series('Star Wars', 1),
    ];
    const hint = hintOf({ title: 'Star Wars: The Clone Wars', type: 'series', alternatives: ['Star Wars'] });
    expect(chooseMatch(hint, found).mediumId).toBe(2);
    expect(chooseMatch(hint, found.slice(1)).mediumId).toBe(1);
  });

  it('doubts another article together with another year or without a year, and not beside an equal year', () => {
    const found = candidate({ title: 'The Ring', by: 'article' });
    expect(chooseMatch(hintOf({ title: 'Ring' }), [found]).match).toBe('doubtful');
    expect(chooseMatch(hintOf({ title: 'Ring', year: 2001 }), [found]).match).toBe('matched');
    expect(chooseMatch(hintOf({ title: 'Ring', year: 2002 }), [found]).match).toBe('doubtful');
    expect(chooseMatch(hintOf({ title: 'Ring', year: 2002 }), [candidate({ title: 'Ring' })]).match).toBe(
      'matched',
    );
  });

  it('takes a miniseries of the same title and year that the file calls a film, unless the film exists too', () => {
    const hint = hintOf({ title: 'Chernobyl', year: 2001, type: 'movie' });
    const miniseries = candidate({ title: 'Chernobyl', type: 'series' });
    expect(chooseMatch(hint, [miniseries]).match).toBe('matched');
    expect(chooseMatch(hint, [{ ...miniseries, year: 2002 }]).match).toBe('doubtful');
    const film = candidate({ title: 'Chernobyl', mediumId: 2 });
    expect(chooseMatch(hint, [miniseries, film]).mediumId).toBe(2);
  });

  it('does not ask about a candidate that is hardly probable', () => {
    const found = candidate({ title: 'Alien', year: 1979, type: 'series' });
    expect(chooseMatch(hintOf({ title: 'Alien', year: 2001, type: 'movie' }), [found])).toMatchObject({
      match: 'unmatched',
      choices: [],
    });
  });
});

describe('preferSeriesOfFile', () => {
  const found = [
    candidate({ title: 'Ransom', mediumId: 1, year: 1990, type: 'series' }),
    candidate({ title: 'Ransom', mediumId: 2, year: 2013, type: 'series' }),
  ];
  const idsOf = (hint: TitleHint, years: [string, Set<number>][]) =>
    preferSeriesOfFile(hint, found, new Map(years)).map(({ mediumId }) => mediumId);

  it('keeps the namesake that the file names with its year', () => {
    const episode = hintOf({ title: 'Ransom', type: 'series' });
    expect(idsOf(episode, [['ransom', new Set([2013])]])).toEqual([2]);
    expect(idsOf(episode, [['another', new Set([2013])]])).toEqual([1, 2]);
    expect(idsOf(episode, [['ransom', new Set([1970])]])).toEqual([1, 2]);
  });

  it('keeps all for a title of the file that has a year or an id of its own', () => {
    const years: [string, Set<number>][] = [['ransom', new Set([2013])]];
    expect(idsOf(hintOf({ title: 'Ransom', type: 'series', year: 1990 }), years)).toEqual([1, 2]);
    expect(idsOf(hintOf({ title: 'Ransom', type: 'series', imdbId: 'tt1' }), years)).toEqual([1, 2]);
  });
});
