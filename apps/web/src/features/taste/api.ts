import type { TasteGroupInput, TastePosterReply } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { TASTE_KEY } from '#src/features/titles/cache/media-keys.ts';
import { api } from '#src/lib/http/api.ts';

/** The learned taste of the caller, and totals of the ratings. */
export const tasteQuery = queryOptions({
  queryKey: TASTE_KEY,
  queryFn: ({ signal }) => api('GET /api/v1/taste', { signal }),
});

/** Renames or dismisses one of several tastes. */
export const updateGroup = (id: number, body: TasteGroupInput) =>
  api('PATCH /api/v1/taste/groups/{id}', { params: { id }, body });

/** The member's own poster with its picture, and its public link. */
export const posterQuery = queryOptions({
  queryKey: ['taste', 'poster'],
  queryFn: ({ signal }): Promise<TastePosterReply> => api('GET /api/v1/taste/poster', { signal }),
  // Ratings of other screens change it.
  staleTime: 0,
});

export const makePosterLink = () => api('POST /api/v1/taste/poster/link');
export const deletePosterLink = () => api('DELETE /api/v1/taste/poster/link');

/** What the member saw and rated in a year, its poster, and its public link. */
export const yearQuery = (year: number) =>
  queryOptions({
    queryKey: ['taste', 'year', year],
    queryFn: ({ signal }) => api('GET /api/v1/taste/year/{year}', { params: { year }, signal }),
    staleTime: 0,
  });

/** The figures of a year without its poster. A rating or a view changes them. */
export const yearFiguresQuery = (year: number) =>
  queryOptions({
    queryKey: [...yearQuery(year).queryKey, 'figures'],
    queryFn: ({ signal }) =>
      api('GET /api/v1/taste/year/{year}', { params: { year }, query: { picture: false }, signal }),
    staleTime: 0,
  });

export const makeYearLink = (year: number) =>
  api('POST /api/v1/taste/year/{year}/link', { params: { year } });
export const deleteYearLink = (year: number) =>
  api('DELETE /api/v1/taste/year/{year}/link', { params: { year } });

/** The poster behind a public link. */
export const sharedPosterQuery = (code: string) =>
  queryOptions({
    queryKey: ['taste', 'shared', code],
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/taste/posters/{code}', { params: { code }, signal })).poster,
  });
