import type { UserList } from '@marquee/contracts';
import type { CallReply } from '@marquee/contracts/client';
import type { InfiniteData, Query } from '@tanstack/react-query';
import { mediaKeys } from '#src/features/titles/cache/media-keys.ts';
import { titlesOf } from '#src/features/titles/cache/media-pages.ts';
import { queryClient } from '#src/lib/http/query-client.ts';
import { readSession } from '#src/lib/session/session.ts';
import { keepOnly, saveList } from './saved-lists.ts';
import { toSavedList } from './to-saved-list.ts';

type ListPages = InfiniteData<CallReply<'GET /api/v1/user_lists/{id}'>>;

const fail = (error: unknown) => console.error('A list could not be saved for offline use.', error);

/**
 * Saves the list in a query for one list. For the query of all lists, deletes each saved list that the user no
 * longer has.
 */
function follow({ queryKey, state }: Query): void {
  const [kind, part] = queryKey;
  const userId = readSession().user?.id;
  if (userId === undefined || state.data === undefined) return;
  if (kind === 'lists' && part === 'all') {
    const lists = queryClient.getQueryData<UserList[]>(queryKey) ?? [];
    keepOnly(new Set(lists.map(({ id }) => id))).catch(fail);
    return;
  }
  if (kind !== 'media' || part !== 'list') return;
  const pages = queryClient.getQueryData<ListPages>(queryKey)?.pages ?? [];
  const list = pages[0]?.user_list;
  if (!list || list.pending_accept) return;
  const titles = titlesOf(...pages.map((page) => page.user_list.media));
  const saved = toSavedList(list, titles, { userId, seenAt: state.dataUpdatedAt });
  saveList(saved, () => readSession().user?.id === userId).catch(fail);
}

/** Saves every list of the query cache from now on. Called once. */
export function keepLists(): void {
  const cache = queryClient.getQueryCache();
  cache.subscribe((event) => {
    // Changes that are shown before the server has confirmed them are `manual`. Such changes are not saved.
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      follow(event.query);
  });
  for (const query of cache.findAll({ queryKey: mediaKeys.allLists })) follow(query);
}
