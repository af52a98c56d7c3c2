import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { mediaKeys } from '../cache/media-keys.ts';

/** Returns the query for the titles of the row "More like this". */
export function similarQuery(id: number) {
  return queryOptions({
    queryKey: mediaKeys.similar(id),
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/v2/media', {
          query: { selection: 'similar', medium_id: id, view: 'card' },
          signal,
        })
      ).media,
  });
}
