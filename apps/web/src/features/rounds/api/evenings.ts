import type { CreateRound } from '@marquee/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

export const EVENINGS_KEY = ['rounds'] as const;

/** The member's rounds and invitations, newest first. */
export const eveningsQuery = infiniteQueryOptions({
  queryKey: EVENINGS_KEY,
  queryFn: ({ pageParam, signal }) => api('GET /api/v1/rounds', { query: { page: pageParam }, signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** The users with whom the member shares a joined list. */
export const companionsQuery = queryOptions({
  queryKey: ['companions'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/companions', { signal })).companions,
});

export const startRound = async (round: CreateRound) =>
  (await api('POST /api/v1/rounds', { body: round })).round;

export async function forgetRound(code: string): Promise<void> {
  await api('DELETE /api/v1/rounds/{code}', { params: { code } });
}
