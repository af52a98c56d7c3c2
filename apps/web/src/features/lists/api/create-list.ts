import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Creates a list; 422 when the name is taken. */
export async function createList(name: string): Promise<UserList> {
  return (await api('POST /api/v1/user_lists', { body: { name } })).user_list;
}
