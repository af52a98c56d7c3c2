import { composeOverview, type OverviewFacts } from '@marquee/artwork/overview';
import { describe, expect, it } from 'vitest';
import { readDemoTitles } from './demo-files.ts';

const facts = (changes: Partial<OverviewFacts> = {}): OverviewFacts => ({
  key: 'k',
  title: 'T',
  type: 'movie',
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
  it('names country, director and parts, and returns the same text for the same facts', () => {
    const text = composeOverview(facts());
    expect(text).toMatch(/^A French film(, directed)? by Robert Altman\./);
    expect(text).toMatch(/Elliott Gould/);
    expect(text).toMatch(/Philip Marlowe/);
    expect(text).not.toMatch(/Self|Host/);
    expect(composeOverview(facts())).toBe(text);
  });

  it('leaves out facts that the page shows elsewhere: year, length, seasons and genres', () => {
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(composeOverview(facts({ key }))).not.toMatch(/\d|crime|drama|minute|season/i);
  });

  it('returns null when neither a part nor a foreign country is known', () => {
    const cast = [{ name: 'Elliott Gould', id: null, character: null }];
    expect(composeOverview(facts({ countries: ['US'], cast }))).toBeNull();
    expect(composeOverview(facts({ countries: [], cast: [] }))).toBeNull();
  });

  it('names no parts in a documentary', () => {
    const text = composeOverview(facts({ genres: ['Documentary'] }));
    expect(text).toMatch(/^A French film(, directed)? by Robert Altman\.$/);
  });

  it('names a person with two roles, director and cast, only once', () => {
    const cast = ['Charlie Chaplin', 'Virginia Cherrill'].map((name) => ({
      name,
      id: null,
      character: 'A Tramp',
    }));
    const text = composeOverview(facts({ directors: [{ name: 'Charlie Chaplin', id: null }], cast }));
    expect(text).toMatch(/^Charlie Chaplin directed this French film and plays a Tramp\./);
    expect(text).toMatch(/Virginia Cherrill as a Tramp\.$/);
    expect(text?.match(/Chaplin/g)).toHaveLength(1);
  });

  it('uses typographic quotes', () => {
    const cast = [{ name: "Peter O'Toole", id: null, character: "James 'Jim' D'Arcy" }];
    const text = composeOverview(facts({ genres: ['Animation'], cast: [...cast, ...cast] }));
    expect(text).toContain('Peter O’Toole as James ‘Jim’ D’Arcy');
  });

  it('writes complete sentences for every title of the demo catalogue', async () => {
    const texts = (await readDemoTitles()).map((title) => composeOverview(title) ?? '');
    // An overview is faulty when it has an incomplete sentence, a gap, doubled spaces or periods, or the wrong article.
    const isFaulty = (text: string): boolean =>
      !/^$|[.!?]$/.test(text) ||
      /undefined|null|NaN|\s{2}|\.\.$|,\.|\s[,.;]/.test(text) ||
      /(?:^|\s)(?:[Aa] (?=[aeio][a-z])|[Aa]n (?=[b-df-gj-np-tv-z][a-z]))/.test(text);
    expect(texts.filter(isFaulty)).toEqual([]);
    const openings = new Set(texts.map((text) => text.replace(/\p{Lu}[\p{L}.’'-]*|\d+/gu, '').slice(0, 24)));
    expect(openings.size).toBeGreaterThan(100);
  });
});
