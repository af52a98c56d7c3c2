import { queryOptions } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { api } from '#src/lib/http/api.ts';

/** Number of recommendations among which the outlook counts the likely titles. */
export const OUTLOOK_SIZE = 50;

/** The first recommendations with the saved filters. */
export const outlookQuery = queryOptions({
  queryKey: mediaKeys.outlook,
  queryFn: async ({ signal }) =>
    (
      await api('GET /api/v2/media', {
        query: { selection: 'recommended', view: 'card', per_page: OUTLOOK_SIZE },
        signal,
      })
    ).media,
});
