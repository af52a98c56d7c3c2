import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Joins a list through its share link. */
export const joinSharedList = async (code: string): Promise<UserList> =>
  (await api('POST /api/v1/user_lists/{id}/shared_link', { params: { id: code } })).user_list;
