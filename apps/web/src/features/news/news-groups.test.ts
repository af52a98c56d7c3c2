import type { NewsItem } from '@marquee/contracts';
import { expect, it } from 'vitest';
import { makeMedium, makeOffer } from '../../../test/media.ts';
import { eventInWords, groupNews } from './news-groups.ts';

const make = (part: Partial<NewsItem>): NewsItem => ({
  kind: 'saved_arrived',
  medium: makeMedium(1),
  provider_medium: makeOffer({ selected: true }),
  date: '2026-11-20',
  reason: 'You saved it for later.',
  reason_parts: [{ text: 'You saved it for later.', medium_id: null }],
  import_id: null,
  ...part,
});

it('news are grouped by kind, and arrivals of each import apart, because each can be undone', () => {
  const groups = groupNews([
    make({}),
    make({ kind: 'imported_arrived', import_id: 4 }),
    make({ kind: 'imported_arrived', import_id: 5 }),
    make({ kind: 'imported_arrived', import_id: 4 }),
    make({ kind: 'wish_arrived' }),
  ]);
  expect(groups.map(({ importId, items }) => [importId, items.length])).toEqual([
    [null, 1],
    [4, 2],
    [5, 1],
    [null, 1],
  ]);
});

it.each([
  [{ kind: 'saved_leaving' }, 'Leaves Netflix on November 20'],
  [{ kind: 'saved_arrived' }, 'On Netflix since November 20'],
  [{ kind: 'new_for_you', provider_medium: null }, 'New since November 20'],
  [{ kind: 'new_season' }, 'New season since November 20'],
  [{ kind: 'wish_arrived', provider_medium: null }, 'On Marquee since November 20'],
] as const)('an event says what happened, where and on which day: %j', (part, text) => {
  expect(eventInWords(make(part))).toBe(text);
});
