import type { OverviewFacts } from '@marquee/artwork';
import { composeOverview, describeKind } from '@marquee/artwork';
import { describe, expect, it } from 'vitest';
import { readDemoTitles } from './demo-files.ts';

const facts = (changes: Partial<OverviewFacts> = {}): OverviewFacts => ({
  key: 'k',
  title: 'T',
  type: 'movie',
  release_year: 1973,
  runtime_minutes: 112,
  seasons: null,
  genres: ['Crime', 'Drama'],
  countries: ['FR'],
  directors: [{ name: 'Robert Altman', id: null }],
  cast: [
    { name: 'Elliott Gould', id: null, character: 'Philip Marlowe' },
    { name: 'Nina van Pallandt', id: null, character: 'Self - Host' },
  ],
  ...changes,
});

describe('composeOverview', () => {
  it('names kind, people and year, the same for the same facts', () => {
    const text = composeOverview(facts());
    expect(text).toMatch(/1973/);
    expect(text).toMatch(/French crime drama/);
    expect(text).toMatch(/Robert Altman/);
    expect(text).toMatch(/Elliott Gould/);
    expect(text).not.toMatch(/Self|Host/);
    expect(composeOverview(facts())).toBe(text);
  });

  it('returns null without facts', () => {
    const nothing = {
      release_year: null,
      runtime_minutes: null,
      genres: [],
      countries: [],
      directors: [],
      cast: [],
    };
    expect(composeOverview(facts(nothing))).toBeNull();
    expect(composeOverview(facts({ ...nothing, release_year: 2014 }))).toMatch(/2014/);
  });

  it.each([
    ['movie', ['Drama', 'Thriller', 'Crime'], 'crime thriller'],
    ['movie', ['Drama', 'Comedy', 'Romance'], 'romantic drama'],
    ['movie', ['Drama', 'Comedy'], 'comedy drama'],
    ['movie', ['Comedy', 'Drama', 'Romance'], 'romantic comedy'],
    ['movie', ['Action', 'Comedy', 'Thriller', 'Crime'], 'action comedy'],
    ['movie', ['Action', 'Comedy', 'Family', 'Western'], 'action comedy'],
    ['movie', ['Action', 'Science Fiction', 'Fantasy'], 'science-fiction action film'],
    ['movie', ['Horror', 'Comedy'], 'comedy horror film'],
    ['movie', ['Comedy', 'Documentary'], 'comedy documentary'],
    ['movie', ['Animation'], 'animated film'],
    ['movie', [], 'film'],
    ['series', ['Drama', 'Crime', 'Comedy', 'Thriller'], 'crime drama series'],
    [
      'series',
      ['Animation', 'Action', 'Comedy', 'Science Fiction', 'Thriller'],
      'animated science-fiction comedy series',
    ],
  ] as const)('calls a %s of %j a %s', (type, genres, phrase) => {
    expect(describeKind(genres, type, []).phrase).toBe(phrase);
  });

  it('names a person once who directs and stars', () => {
    const cast = ['Charlie Chaplin', 'Virginia Cherrill'].map((name) => ({
      name,
      id: null,
      character: 'A Tramp',
    }));
    const text = composeOverview(facts({ directors: [{ name: 'Charlie Chaplin', id: null }], cast }));
    expect(text).toMatch(/^Charlie Chaplin directed and stars in this 1973 French crime drama\./);
    expect(text).toMatch(/Virginia Cherrill as a Tramp\.$/);
    expect(text?.match(/Chaplin/g)).toHaveLength(1);
  });

  it('uses typographic quotes', () => {
    const cast = [{ name: "Peter O'Toole", id: null, character: "James 'Jim' D'Arcy" }];
    const text = composeOverview(facts({ genres: ['Animation'], cast: [...cast, ...cast] }));
    expect(text).toContain('Peter O’Toole as James ‘Jim’ D’Arcy');
  });

  it('writes correct sentences for the whole demo catalogue', async () => {
    const texts = (await readDemoTitles()).map((title) => composeOverview(title) ?? '');
    for (const text of texts) {
      // Complete sentences without gaps, doubled spaces or stops, with the right article.
      expect(text).toMatch(/[.!?]$/);
      expect(text).not.toMatch(/undefined|null|NaN|\s{2}|\.\.$|,\.|\s[,.;]/);
      expect(text).not.toMatch(/(?:^|\s)(?:[Aa] (?=[aeio][a-z])|[Aa]n (?=[b-df-gj-np-tv-z][a-z]))/);
    }
    const openings = new Set(texts.map((text) => text.replace(/\p{Lu}[\p{L}.’'-]*|\d+/gu, '').slice(0, 24)));
    expect(openings.size).toBeGreaterThan(100);
  });
});
