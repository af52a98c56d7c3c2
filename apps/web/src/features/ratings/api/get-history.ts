import type { HistorySort, MediaType } from '@marquee/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { nextPage } from '#src/features/titles/cache/media-pages.ts';
import { api } from '#src/lib/http/api.ts';

/** Order and filters of the rating history. */
export interface HistoryView {
  sort: HistorySort;
  media_type: MediaType;
  tag: string | null;
  /** Whether titles that were seen without a rating are shown too. */
  seen: boolean;
  /** The import whose titles alone are shown. */
  import_id: number | null;
}

/**
 * Returns the query for the titles that the caller has rated or seen. The previous titles stay until the titles of a new order
 * or filter are loaded.
 */
export function historyQuery({ tag, seen, import_id, ...view }: HistoryView) {
  return infiniteQueryOptions({
    queryKey: [...mediaKeys.history, view, tag, seen, import_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/media/rating_history', {
        query: {
          view: 'card',
          page: pageParam,
          ...view,
          ...(tag !== null && { tag }),
          ...(seen && { seen }),
          ...(import_id !== null && { import_id }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  });
}
