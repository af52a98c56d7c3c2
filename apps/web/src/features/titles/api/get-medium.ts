import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { takeEarlyMedium } from '../cache/early.ts';
import { mediaKeys } from '../cache/media-keys.ts';

/** One title in full. A visitor's reply has no offers, so it has a separate key. */
export function mediumQuery(id: number, signedIn: boolean) {
  return queryOptions({
    queryKey: mediaKeys.one(id, signedIn),
    queryFn: async ({ signal }) =>
      (signedIn ? await takeEarlyMedium(id) : null) ??
      (await api('GET /api/v1/media/{id}', { params: { id }, signal })).medium,
  });
}
