import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';
import { mediaKeys } from '../cache/media-keys.ts';
import { mediumCall } from './first-calls.ts';

/**
 * Returns the query for one title in full. Visitors and members have separate keys, because a visitor's reply
 * has no offers.
 */
export function mediumQuery(id: number, signedIn: boolean) {
  return queryOptions({
    queryKey: mediaKeys.one(id, signedIn),
    queryFn: async ({ signal }) => {
      const [call, input] = mediumCall(id);
      return (await api(call, { ...input, signal })).medium;
    },
  });
}
