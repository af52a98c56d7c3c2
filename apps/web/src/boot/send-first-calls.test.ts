import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getUser } from '#src/features/account/load-session.ts';
import { rowsQuery } from '#src/features/discover/api.ts';
import { listQuery } from '#src/features/lists/api.ts';
import { mediumQuery } from '#src/features/titles/api.ts';
import { readFilters, savedFilters, storeFilters } from '#src/features/titles/filters.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { setUser } from '#src/lib/session/session.ts';
import { writeToken } from '#src/lib/session/token.ts';
import { makeGroup, makeList, makeMedium, pagination, rowsPage, titles } from '../../test/media.ts';
import { answer, makeUser, type SeenCall } from '../../test/server.ts';
import { sendFirstCalls } from './send-first-calls.ts';

const TOKEN = 'token-of-a-member';
const seriesOnly = { filter_all_streaming_services: 'false', filter_media_type: 'series' } as const;
let users: SeenCall[];
let rows: SeenCall[];
let lists: SeenCall[];
let media: SeenCall[];

beforeEach(() => {
  writeToken(TOKEN);
  users = answer('GET /api/v1/user', { user: makeUser() });
  rows = answer('GET /api/v2/media', rowsPage(makeGroup('recommended', titles([4, 5]))));
  lists = answer('GET /api/v1/user_lists/{id}', {
    user_list: makeList(3, { media: titles([1, 2, 6]) }),
    pagination: pagination(3),
  });
  media = answer('GET /api/v1/media/{id}', ({ url }) => ({
    medium: makeMedium(Number(url.pathname.split('/').at(-1))),
  }));
});

afterEach(() => {
  delete window.early;
  document.head.querySelectorAll('link[rel="preload"]').forEach((link) => {
    link.remove();
  });
});

const preloaded = () =>
  [...document.head.querySelectorAll('link[rel="preload"]')].map((link) => link.getAttribute('href'));
const filtersAt = (search: string) =>
  readFilters(new URLSearchParams(search), savedFilters(makeUser().preferences));

it.each(['/', '/discover'])(
  'at %s, the app uses the replies of the boot script for the user, the rows and the lead',
  async (pathname) => {
    sendFirstCalls(TOKEN, { pathname, search: '' }, {});
    await waitFor(() => expect(media).toHaveLength(1));
    await getUser();
    await queryClient.fetchInfiniteQuery(rowsQuery(filtersAt('')));
    await queryClient.fetchQuery(mediumQuery(4, true));
    expect([users.length, rows.length, media.length]).toEqual([1, 1, 1]);
    expect(users[0]?.token).toBe(`Bearer ${TOKEN}`);
    expect(preloaded()).toEqual(['/images/backdrops/4.svg']);
  },
);

it('filters in the address override the saved filters when the boot script requests the rows', async () => {
  storeFilters(savedFilters(seriesOnly));
  sendFirstCalls(TOKEN, { pathname: '/discover', search: '?media_type=movies' }, {});
  await queryClient.fetchInfiniteQuery(rowsQuery({ all_streaming: false, media_type: 'movies' }));
  expect(rows).toHaveLength(1);
  await waitFor(() => expect(media).toHaveLength(1));
});

it('the app requests the rows again when its filters differ from the filters of the boot script', async () => {
  storeFilters(savedFilters(seriesOnly));
  sendFirstCalls(TOKEN, { pathname: '/discover', search: '' }, {});
  await queryClient.fetchInfiniteQuery(rowsQuery(filtersAt('')));
  expect(rows.map(({ url }) => url.searchParams.get('media_type')).toSorted()).toEqual(['all', 'series']);
  await waitFor(() => expect(media).toHaveLength(1));
});

it('the app uses the replies of the boot script for a list and a title in the address', async () => {
  sendFirstCalls(TOKEN, { pathname: '/my_lists/3', search: '' }, { listId: '3' });
  await queryClient.fetchInfiniteQuery(listQuery('3', filtersAt('')));
  await waitFor(() => expect(preloaded()).toEqual(['/images/posters/1.svg', '/images/posters/2.svg']));
  sendFirstCalls(TOKEN, { pathname: '/my_lists/3/media/7', search: '' }, { listId: '3', mediaId: '7' });
  await queryClient.fetchQuery(mediumQuery(7, true));
  await waitFor(() => expect(preloaded()).toContain('/images/backdrops/7.svg'));
  expect([lists.length, media.length, rows.length]).toEqual([1, 1, 0]);
});

it.each([
  ['without trial or plan', { trial_or_subscribed: false }],
  ['whose trial has ended since', { has_creation_trial: true, trial_ends_at: '2020-01-01T00:00:00.000Z' }],
])('the boot script requests no rows and no list for a user %s', async (_, user) => {
  setUser(makeUser(user));
  sendFirstCalls(TOKEN, { pathname: '/', search: '' }, {});
  sendFirstCalls(TOKEN, { pathname: '/my_lists/3', search: '' }, { listId: '3' });
  await getUser();
  expect([users.length, rows.length, lists.length]).toEqual([2, 0, 0]);
  setUser(makeUser());
  sendFirstCalls(TOKEN, { pathname: '/', search: '' }, {});
  await waitFor(() => expect(media).toHaveLength(1));
});

it('the boot script requests only the user on screens without rows, list or title', async () => {
  sendFirstCalls(TOKEN, { pathname: '/search', search: '' }, {});
  await getUser();
  expect([users.length, rows.length, lists.length, media.length]).toEqual([1, 0, 0, 0]);
});
