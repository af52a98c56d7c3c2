import { expect, it } from 'vitest';
import { queryClient } from '#src/lib/http/query-client.ts';
import { makeGroup, makeMedium, mediaPage, rowsPage, titles } from '../../../../test/media.ts';
import { findCachedMedium, patchMedium } from './media-cache.ts';
import { mediaKeys } from './media-keys.ts';

const filters = { all_streaming: true, media_type: 'all' } as const;

it('patchMedium changes a title everywhere, and its undo restores only the changed fields', () => {
  const rows = {
    pages: [rowsPage(makeGroup('recent', titles([1, 2])), makeGroup('staff', titles([2])))],
    pageParams: [1],
  };
  const search = { pages: [mediaPage(titles([3]))], pageParams: [1] };
  queryClient.setQueryData(mediaKeys.rows(filters), rows);
  queryClient.setQueryData(mediaKeys.search('x', {}), search);
  queryClient.setQueryData(mediaKeys.one(2, true), makeMedium(2));

  const restore = patchMedium(2, { rating: 9, favorited: true });
  expect(findCachedMedium(2)).toMatchObject({ rating: 9, favorited: true });
  expect(queryClient.getQueryData(mediaKeys.one(2, true))).toMatchObject({ rating: 9 });
  expect(queryClient.getQueryData(mediaKeys.search('x', {})), 'lists without it stay the same object').toBe(
    search,
  );

  patchMedium(2, { hidden: true });
  restore();
  expect(findCachedMedium(2)).toMatchObject({ rating: null, favorited: false, hidden: true });
});

it('findCachedMedium returns undefined for a title that is not cached', () => {
  expect(findCachedMedium(1)).toBeUndefined();
  expect(() => patchMedium(1, { hidden: true })()).not.toThrow();
});
