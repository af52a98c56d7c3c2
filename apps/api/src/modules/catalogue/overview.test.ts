import { describe, expect, it } from 'vitest';
import { readDemoTitles } from './demo-files.ts';
import type { OverviewFacts } from './overview.ts';
import { composeOverview } from './overview.ts';

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
  it('says who, what and when, the same way each time', () => {
    const text = composeOverview(facts());
    expect(text).toMatch(/1973/);
    expect(text).toMatch(/French crime drama/);
    expect(text).toMatch(/Robert Altman/);
    expect(text).toMatch(/Elliott Gould/);
    expect(text).not.toMatch(/Self|Host/);
    expect(composeOverview(facts())).toBe(text);
  });

  it('says nothing where nothing is known', () => {
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

  it('reads well over the whole demo catalogue', async () => {
    const texts = (await readDemoTitles()).map((title) => composeOverview(title) ?? '');
    for (const text of texts) {
      // Ends as a sentence, no holes, no doubled spaces or stops, the right article.
      expect(text).toMatch(/[.!?]$/);
      expect(text).not.toMatch(/undefined|null|NaN|\s{2}|\.\.$|,\.|\s[,.;]/);
      expect(text).not.toMatch(/(?:^|\s)(?:[Aa] (?=[aeio][a-z])|[Aa]n (?=[b-df-gj-np-tv-z][a-z]))/);
    }
    const openings = new Set(texts.map((text) => text.replace(/\p{Lu}[\p{L}.’'-]*|\d+/gu, '').slice(0, 24)));
    expect(openings.size).toBeGreaterThan(100);
  });
});
