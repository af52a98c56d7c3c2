import type { MediumCard } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { makeMedium, makeOffer } from '../../../test/media.ts';
import { priceInWords, sortedOffers } from './components/offer-link.tsx';
import { factsOf, inWords, leadingGenres, runtimeInWords, titlesInWords } from './facts.ts';

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [98, '1 h 38 min'],
])('runtimeInWords formats %i minutes as %s', (minutes, words) => {
  expect(runtimeInWords(minutes)).toBe(words);
});

it('factsOf leaves out unknown facts', () => {
  expect(factsOf(makeMedium(1))).toEqual(['1971', '1 h 38 min', 'PG']);
  expect(
    factsOf(makeMedium(1, { release_year: null, runtime_minutes: null, age_rating: null, seasons: 1 })),
  ).toEqual(['1 season']);
  expect(titlesInWords(1)).toBe('1 title');
  expect(titlesInWords(6760)).toBe('6,760 titles');
});

it('inWords puts no comma before the last name', () => {
  expect(inWords.format(['Netflix', 'Max', 'Hulu'])).toBe('Netflix, Max and Hulu');
});

it('priceInWords names kind, price and currency, and is null for an included title', () => {
  expect(priceInWords(makeOffer())).toBeNull();
  expect(priceInWords(makeOffer({ price: 3.99 }))).toBe('$3.99');
  expect(priceInWords(makeOffer({ kind: 'rent', price: 3.5, currency: 'EUR' }))).toBe('Rent €3.50');
  expect(priceInWords(makeOffer({ kind: 'buy', price: 1200, currency: 'JPY' }))).toBe('Buy ¥1,200');
  expect(priceInWords(makeOffer({ kind: 'free' }))).toBe('Free');
});

it('sortedOffers puts the caller’s own streaming services first, then included offers, then cheap offers', () => {
  const offers = [
    makeOffer({ id: 1, price: 3.99 }),
    makeOffer({ id: 2 }),
    makeOffer({ id: 3, selected: true, price: 1 }),
    makeOffer({ id: 4, selected: true }),
    makeOffer({ id: 5, selected: true, kind: 'rent', price: 1 }),
  ];
  expect(sortedOffers(offers).map(({ id }) => id)).toEqual([4, 3, 2, 1, 5]);
});

it('sortedOffers puts an old sighting after the newer offers, also on the caller’s own streaming service', () => {
  const offers = [
    makeOffer({ id: 1, selected: true, checked_at: '2022-12-31T00:00:00.000Z' }),
    makeOffer({ id: 2 }),
    makeOffer({ id: 3, selected: true }),
  ];
  expect(sortedOffers(offers).map(({ id }) => id)).toEqual([3, 2, 1]);
});

it('leadingGenres has the genre that a reason names, in place of the last when it is not among the first three', () => {
  const genres = ['Drama', 'Crime', 'Thriller', 'Comedy'];
  const because = (name: string): Pick<MediumCard, 'because'> => ({
    because: [
      { medium_id: 2, title: 'Title 2', effect: 'raised', shared: { kind: 'genre', name }, facts: [] },
    ],
  });
  expect(leadingGenres({ genres, because: null })).toEqual(['Drama', 'Crime', 'Thriller']);
  expect(leadingGenres({ genres, ...because('Crime') })).toEqual(['Drama', 'Crime', 'Thriller']);
  expect(leadingGenres({ genres, ...because('Comedy') })).toEqual(['Drama', 'Crime', 'Comedy']);
});
