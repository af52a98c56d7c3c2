import { forgetTitles } from '#src/features/titles/cache/media-cache.ts';
import { api } from '#src/lib/http/api.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { providersQuery } from './get-providers.ts';

/** Replaces the caller's streaming services. Stores the reply in the cache. */
export async function saveProviders(ids: readonly number[]): Promise<void> {
  const reply = await api('POST /api/v1/user_medium_providers/update_all', {
    body: { medium_providers_ids: [...ids] },
  });
  queryClient.setQueryData(providersQuery.queryKey, reply);
  forgetTitles();
}
