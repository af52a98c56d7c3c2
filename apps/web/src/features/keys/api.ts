import type { KeyScope, NewKey } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The personal keys, without their secrets. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/keys', { signal })).keys,
});

export interface GivenKey {
  name: string;
  scopes: KeyScope[];
  expires_on: string | null;
}

/** Makes a key. Only this reply has its secret. */
export const createKey = (key: GivenKey): Promise<NewKey> => api('POST /api/v1/keys', { body: { key } });

export async function revokeKey(id: number): Promise<void> {
  await api('DELETE /api/v1/keys/{id}', { params: { id } });
}

/** Returns an address to read. Readers ask the server of the API, which may be another one than that of this page. */
export const feedAddress = (secret: string, file: string): string =>
  new URL(`/feeds/${secret}/${file}`, import.meta.env.VITE_API_ORIGIN ?? location.origin).href;
