import type { TastePosterReply } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/lib/http/api.ts';

/** The member's own poster with its picture, and its public link. */
export const posterQuery = queryOptions({
  queryKey: ['taste', 'poster'],
  queryFn: ({ signal }): Promise<TastePosterReply> => api('GET /api/v1/taste/poster', { signal }),
  // Ratings of other screens change it.
  staleTime: 0,
});

export const makePosterLink = () => api('POST /api/v1/taste/poster/link');
export const deletePosterLink = () => api('DELETE /api/v1/taste/poster/link');

/** The poster behind a public link. */
export const sharedPosterQuery = (code: string) =>
  queryOptions({
    queryKey: ['taste', 'shared', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/taste/posters/{code}', { params: { code }, signal })).poster,
  });
