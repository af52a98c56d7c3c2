import type { Wish } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';

export const wishesQuery = queryOptions({
  queryKey: ['wishes'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/wishes', { signal })).wishes,
});

/** Asks for a title. Stores the wish in the cache. */
export async function createWish(query: string): Promise<Wish> {
  const { wish } = await api('POST /api/v1/wishes', { body: { query } });
  queryClient.setQueryData(wishesQuery.queryKey, (known) => [
    wish,
    ...(known ?? []).filter(({ id }) => id !== wish.id),
  ]);
  return wish;
}

/** Takes a wish back. Removes it from the cache. */
export async function deleteWish(id: number): Promise<void> {
  await api('DELETE /api/v1/wishes/{id}', { params: { id } });
  queryClient.setQueryData(wishesQuery.queryKey, (known) => known?.filter((wish) => wish.id !== id));
}
