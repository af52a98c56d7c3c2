import type { Mood } from '@marquee/contracts';
import { queryOptions } from '@tanstack/react-query';
import { TONIGHT_KEY } from '#src/features/titles/cache/media-keys.ts';
import { api } from '#src/lib/http/api.ts';

export interface Wanted {
  minutes?: '30' | '100';
  mood?: Mood;
  page: number;
}

/** Returns the query for up to three titles for this evening. */
export const tonightQuery = (wanted: Wanted) =>
  queryOptions({
    queryKey: [...TONIGHT_KEY, wanted],
    queryFn: ({ signal }) => api('GET /api/v1/tonight', { query: wanted, signal }),
  });

export async function notTonight(mediumId: number): Promise<void> {
  await api('POST /api/v1/tonight/{id}/not_tonight', { params: { id: mediumId } });
}

export async function againTonight(mediumId: number): Promise<void> {
  await api('DELETE /api/v1/tonight/{id}/not_tonight', { params: { id: mediumId } });
}
