import type { Import, ImportState } from '@marquee/contracts';
import type { CallInput } from '@marquee/contracts/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

export type Shown = NonNullable<NonNullable<CallInput<'GET /api/v1/user/imports/{id}'>['query']>['show']>;

const POLL_MS = 1_000;
const WORKING: readonly ImportState[] = ['reading', 'matching', 'applying', 'undoing'];

export const isWorking = ({ state }: Pick<Import, 'state'>): boolean => WORKING.includes(state);

/**
 * Returns the query for the state of one import. The state is read again every second while the server works
 * on the import.
 */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id, 'state'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/user/imports/{id}', { params: { id }, query: { per_page: '1' }, signal }))
        .import,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? POLL_MS : false),
  });

/** Returns the query for the titles of one tab of the preview. */
export const previewQuery = (id: number, show: Shown) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, show],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/user/imports/{id}', { params: { id }, query: { show, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.current_page + 1 : undefined),
  });
