import type { NewWatchHook, UpdateWatchHook, WatchHook } from '@marquee/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** The address of the media server, without its secret, or null. */
export const watchHookQuery = queryOptions({
  queryKey: ['watchHook'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/watch_hook', { signal })).watch_hook,
});

/** The titles that the media server reported, newest first. */
export const watchEventsQuery = infiniteQueryOptions({
  queryKey: ['watchEvents'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/watch_hook/events', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** What became of the last reports, newest first. */
export const watchReportsQuery = infiniteQueryOptions({
  queryKey: ['watchReports'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/watch_hook/reports', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Changes whose views count, or whether ratings do. The address stays. */
export const updateWatchHook = async (change: UpdateWatchHook): Promise<WatchHook> =>
  (await api('PATCH /api/v1/watch_hook', { body: change })).watch_hook;

/** Creates the address, or renews it. Only this reply has the secret. */
export const saveWatchHook = (account_name: string): Promise<NewWatchHook> =>
  api('POST /api/v1/watch_hook', { body: { account_name } });

export async function deleteWatchHook(): Promise<void> {
  await api('DELETE /api/v1/watch_hook');
}

export async function undoWatchEvent(id: number): Promise<void> {
  await api('POST /api/v1/watch_hook/events/{id}/undo', { params: { id } });
}
