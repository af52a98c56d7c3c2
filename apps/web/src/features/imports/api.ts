import type { Import, ImportState } from '@marquee/contracts';
import { addressOf, type CallInput } from '@marquee/contracts/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { uploadFile } from '#src/lib/http/upload.ts';
import type { Chosen } from './sources.ts';

/** Uploads an export file. With `any`, the server recognizes the service. The server replies before it reads the file. */
export async function uploadImport(
  { source, file }: { source: Chosen; file: File },
  onProgress: (share: number) => void,
): Promise<Import> {
  const query = { ...(source !== 'any' && { source }), file_name: file.name.slice(-255) };
  return (await uploadFile(addressOf('POST /api/v1/user/imports', { query }), file, onProgress)).import;
}

/** All imports, newest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/user/imports', { signal })).imports,
});

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

export const previewQuery = (id: number, show: Shown) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, show],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/user/imports/{id}', { params: { id }, query: { show, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.current_page + 1 : undefined),
  });

/** Returns the query for titles that an import rated, in full, and for their number. */
export const ratedByImportQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id, 'rated'],
    queryFn: ({ signal }) =>
      api('GET /api/v1/media/rating_history', { query: { import_id: id, per_page: 100 }, signal }),
  });

/** The chosen match for each title of an import, by title id. A title with null is not imported. */
export type Choices = Readonly<Record<number, number | null>>;

export async function confirmImport(id: number, choices: Choices): Promise<Import> {
  const list = Object.entries(choices).map(([title, medium_id]) => ({ id: Number(title), medium_id }));
  const reply = await api('POST /api/v1/user/imports/{id}/confirm', {
    params: { id },
    body: { choices: list },
  });
  return reply.import;
}

/** How a file is to be read: whose entries, as whose export, as what, and on which scale. */
export type Reading = CallInput<'PATCH /api/v1/user/imports/{id}'>['body'];

export async function readAgain(id: number, body: Reading): Promise<Import> {
  return (await api('PATCH /api/v1/user/imports/{id}', { params: { id }, body })).import;
}

export async function undoImport(id: number): Promise<Import> {
  return (await api('POST /api/v1/user/imports/{id}/undo', { params: { id } })).import;
}
