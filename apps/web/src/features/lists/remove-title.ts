import type { MediumCard, UserList } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import type { InfiniteData } from '@tanstack/react-query';
import { messageOf } from '#src/lib/errors.ts';
import { mediaKeys } from '#src/lib/media-keys.ts';
import { queryClient } from '#src/lib/query-client.ts';
import { showToast } from '#src/lib/toast.ts';
import { refreshLists } from './add-to-list.ts';
import { addToList } from './api/add-to-list.ts';
import { removeFromList } from './api/remove-from-list.ts';
import { updateList } from './api/update-list.ts';
import { readOrder } from './reorder.ts';

type ListPages = InfiniteData<CallReply<'GET /api/v1/user_lists/{id}'>>;

/** Takes a title off every shown page of a list, and off its count and order. */
function dropFromPages(listId: number, mediumId: number): void {
  queryClient.setQueriesData<ListPages>({ queryKey: [...mediaKeys.allLists, String(listId)] }, (data) =>
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
}

/** Takes a title off a list, at once and with Undo, which brings it back to its place. */
export async function removeTitle(
  list: UserList,
  { id, title }: Pick<MediumCard, 'id' | 'title'>,
): Promise<void> {
  dropFromPages(list.id, id);
  const removed = removeFromList(list.id, id);
  const undo = async () => {
    try {
      await removed;
      await addToList(list.id, id);
      if (list.sorted_medium_ids) await updateList(list.id, { sorted_medium_ids: list.sorted_medium_ids });
    } catch (error) {
      showToast(messageOf(error, `“${title}” could not be brought back to its place.`), { tone: 'failure' });
    }
    refreshLists();
  };
  showToast(`“${title}” is off “${list.name}”.`, { undo: () => void undo() });
  try {
    await removed;
  } catch (error) {
    showToast(messageOf(error, `“${title}” could not be taken off. Please try again.`), { tone: 'failure' });
  }
  refreshLists();
}
