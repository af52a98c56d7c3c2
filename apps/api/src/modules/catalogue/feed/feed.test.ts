import { describe, expect, it } from 'vitest';
import type { FeedTitle } from './feed.ts';
import { parseFeedLine } from './feed.ts';

const line = (fields: object): string => JSON.stringify({ key: 'k', title: 'T', type: 'movie', ...fields });

function title(fields: object): FeedTitle {
  const parsed = parseFeedLine(line(fields));
  if (parsed.kind !== 'title') throw new Error(JSON.stringify(parsed));
  return parsed.title;
}

describe('parseFeedLine', () => {
  it('accepts a line with only key, title and type', () => {
    expect(title({})).toMatchObject({
      key: 'k',
      title: 'T',
      type: 'movie',
      genres: [],
      votes: null,
      offers: [],
    });
    expect(parseFeedLine('{"title":"T","type":"movie"}')).toMatchObject({ kind: 'bad', key: null });
  });

  it('accepts people as names or as objects', () => {
    expect(
      title({ directors: ['A', { name: 'B', id: '7' }], cast: ['C', { name: 'D', character: 'E' }] }),
    ).toMatchObject({
      directors: [
        { name: 'A', id: null },
        { name: 'B', id: '7' },
      ],
      cast: [
        { name: 'C', id: null, character: null },
        { name: 'D', id: null, character: 'E' },
      ],
    });
  });

  it('replaces control characters, extra spaces and half surrogate pairs in text, and normalizes the text', () => {
    expect(title({ title: ' A\u0000  B\u2028\ud800e\u0301 ' }).title).toBe('A B \ufffdé');
  });

  it('reads null as a missing field, also for lists, ids and prices', () => {
    const lists = [
      'also',
      'genres',
      'countries',
      'themes',
      'directors',
      'cast',
      'tags',
      'offers',
      'services',
    ];
    const nulls = Object.fromEntries(
      [...lists, 'ids', 'titles', 'votes', 'overview', 'language'].map((name) => [name, null]),
    );
    expect(title(nulls)).toEqual(title({}));
    const offers = [{ service: 'One', price: null, currency: null, country: null, kind: null }];
    expect(title({ offers })).toEqual(title({ offers: [{ service: 'One' }] }));
  });

  it('reads 0 minutes and 0 seasons as null', () => {
    expect(title({ runtime_minutes: 0, seasons: 0 })).toMatchObject({ runtime_minutes: null, seasons: null });
  });

  it.each([
    [{ type: 'film' }, 'type'],
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(501) }, 'title'],
    [{ release_year: 1869 }, 'release_year'],
    [{ release_year: '1999' }, 'release_year'],
    [{ runtime_minutes: 1.5 }, 'runtime_minutes'],
    [{ critical_rating: 101 }, 'critical_rating'],
    [{ votes: -1 }, 'votes'],
    [{ video_url: 'javascript:alert(1)' }, 'video_url'],
    [{ poster_url: '/poster.jpg' }, 'poster_url'],
    [{ offers: [{ service: 'Max', price: -0.01 }] }, 'offers.0.price'],
    [{ offers: [{ service: '?!' }] }, 'offers.0.service'],
    [{ services: ['…'] }, 'services.0'],
    [{ tags: ['x'.repeat(41)] }, 'tags.0'],
    [{ genres: 'Drama' }, 'genres'],
  ])('refuses %j and names the wrong field', (fields, place) => {
    expect(parseFeedLine(line(fields))).toMatchObject({
      kind: 'bad',
      message: expect.stringMatching(`^${place}: `),
    });
  });

  it('returns key and type of an invalid line when they are readable', () => {
    expect(parseFeedLine(line({ votes: -1 }))).toMatchObject({ kind: 'bad', key: 'k', type: 'movie' });
    expect(parseFeedLine('{"key":')).toEqual({
      kind: 'bad',
      message: 'is not JSON',
      key: null,
      type: null,
      source: null,
    });
    expect(parseFeedLine('[]')).toMatchObject({ kind: 'bad' });
    expect(parseFeedLine('null')).toMatchObject({ kind: 'bad' });
  });

  it('accepts headers and blank lines', () => {
    expect(parseFeedLine('{"feed":{"source":"acme"}}')).toMatchObject({
      kind: 'header',
      header: { source: 'acme' },
    });
    expect(parseFeedLine('{"feed":{}}')).toMatchObject({
      kind: 'bad',
      message: expect.stringMatching('^feed.source: '),
    });
    expect(parseFeedLine('  ')).toEqual({ kind: 'blank' });
  });
});
