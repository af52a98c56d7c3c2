import { expect, it } from 'vitest';
import { makeList, makeMedium, makeOffer } from '../../../test/media.ts';
import { toSavedList } from './to-saved-list.ts';

const seen = { userId: 5, seenAt: 1_000 };

it('toSavedList keeps name, title count and time, and the owner when the list belongs to another user', () => {
  const list = makeList(3, { name: 'Rainy days', count_media: 40 });
  expect(toSavedList(list, [makeMedium(1)], seen)).toEqual({
    id: 3,
    userId: 5,
    name: 'Rainy days',
    owner: null,
    total: 40,
    seenAt: 1_000,
    titles: [{ title: 'Title 1', year: 1971, services: ['Netflix'] }],
  });
  expect(toSavedList({ ...list, is_owner: false }, [], seen).owner).toBe('ada');
});

it('toSavedList names the selected streaming services of a title once each, and all when none is selected', () => {
  const offers = [makeOffer({ service: 1 }), makeOffer({ service: 1, id: 99 }), makeOffer({ service: 2 })];
  const providersOf = (provider_medium: typeof offers) =>
    toSavedList(makeList(3), [makeMedium(1, { provider_medium })], seen).titles[0]?.services;
  expect(providersOf(offers)).toEqual(['Max', 'Hulu']);
  expect(providersOf([...offers, makeOffer({ service: 0, selected: true })])).toEqual(['Netflix']);
});
