import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The key with which this browser subscribes, or null where the server sends no pushes. */
export const pushKeyQuery = queryOptions({
  queryKey: ['pushKey'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/push', { signal })).public_key,
});

export async function deletePush(endpoint: string): Promise<void> {
  await api('DELETE /api/v1/push', { body: { endpoint } });
}

export async function savePush(endpoint: string, keys: { p256dh: string; auth: string }): Promise<void> {
  await api('PUT /api/v1/push', { body: { subscription: { endpoint, keys } } });
}
