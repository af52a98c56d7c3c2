import { expect, it } from 'vitest';
import { FeedTitle } from '#src/modules/catalogue/feed/feed.ts';
import { readDemoTitles } from './demo-files.ts';
import { mergeDoubles } from './merge-doubles.ts';

const CAST = ['Ada', 'Bo', 'Cy', 'Di'];
const title = (key: string, part: object = {}): FeedTitle =>
  FeedTitle.parse({
    key,
    title: 'The Same: Name',
    type: 'movie',
    release_year: 2008,
    runtime_minutes: 158,
    directors: ['Ann'],
    cast: CAST,
    services: ['Hulu'],
    ...part,
  });
const keys = (titles: FeedTitle[]) => mergeDoubles(titles).map(({ key }) => key);

it('mergeDoubles keeps the title with an IMDb id, with the services of both and the earlier year', () => {
  const double = title('list-1', { title: 'The same – name', release_year: 2007, services: ['Netflix'] });
  expect(mergeDoubles([double, title('tt0000001')])).toEqual([
    title('tt0000001', { release_year: 2007, services: ['Hulu', 'Netflix'], also: ['list-1'] }),
  ]);
});

it('mergeDoubles keeps remakes, other lengths, other years, other types and two IMDb ids', () => {
  for (const part of [
    { directors: ['Other'], cast: ['Ada', 'X', 'Y', 'Z'] },
    { runtime_minutes: 120 },
    { release_year: 1999 },
    { type: 'series' },
  ])
    expect(keys([title('tt0000001'), title('list-1', part)])).toEqual(['tt0000001', 'list-1']);
  expect(keys([title('tt0000001'), title('tt0000002')])).toEqual(['tt0000001', 'tt0000002']);
});

it('mergeDoubles joins a series of a list without people by its seasons and its age rating', () => {
  const series = { type: 'series', seasons: 5, age_rating: 'TV-14' };
  const bare = { ...series, cast: [], directors: [], release_year: 2009 };
  expect(keys([title('tt0000001', series), title('list-1', bare)])).toEqual(['tt0000001']);
  expect(keys([title('tt0000001', series), title('list-1', { ...bare, seasons: 4 })])).toHaveLength(2);
  expect(keys([title('tt0000001'), title('list-1', { cast: [], directors: [] })])).toHaveLength(2);
});

it('the demo catalogue has no doubles', async () => {
  const demo = await readDemoTitles();
  expect(mergeDoubles(demo)).toHaveLength(demo.length);
  expect(demo.filter(({ title }) => title === 'There Will Be Blood')).toHaveLength(1);
});
