import type { MediumCard, UserList } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import type { InfiniteData } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { writeOptimistically } from '#src/lib/http/optimistic-write.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { refreshLists } from './add-to-list.ts';
import { addToList, removeFromList } from './api.ts';
import { readOrder } from './reorder.ts';
import { restorePlace } from './restore-place.ts';

type ListPages = InfiniteData<CallReply<'GET /api/v1/user_lists/{id}'>>;

/**
 * Removes a title from the cached pages, the count and the order of a list. The returned function restores
 * the title.
 */
function dropFromPages(listId: number, mediumId: number): () => void {
  const pagesOfList = { queryKey: [...mediaKeys.allLists, String(listId)] };
  const before = queryClient.getQueriesData<ListPages>(pagesOfList);
  queryClient.setQueriesData<ListPages>(pagesOfList, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map(({ user_list: list, pagination }) => ({
            user_list: {
              ...list,
              media: list.media.filter(({ id }) => id !== mediumId),
              count_media: list.count_media - 1,
              sorted_medium_ids: readOrder(list.sorted_medium_ids)
                .filter((id) => id !== mediumId)
                .join(','),
            },
            pagination: { ...pagination, total_count: pagination.total_count - 1 },
          })),
        }
      : data,
  );
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

/** Removes a title from a list immediately. Undo restores the title at its position. */
export async function removeTitle(
  list: UserList,
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
): Promise<void> {
  await writeOptimistically({
    scope: `list-${list.id}`,
    patch: () => dropFromPages(list.id, id),
    save: () => removeFromList(list.id, id),
    done: `Removed “${title}” from “${list.name}”.`,
    failure: `“${title}” could not be removed. Please try again.`,
    undo: {
      save: async () => {
        await addToList(list.id, id);
        await restorePlace(list.id, id, readOrder(list.sorted_medium_ids));
      },
      failure: `“${title}” could not be restored. Please try again.`,
    },
    settled: refreshLists,
  });
}
