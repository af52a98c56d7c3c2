import type { UserList } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Creates a list. A name that is taken throws 422. */
export async function createList(name: string): Promise<UserList> {
  return (await api('POST /api/v1/user_lists', { body: { name } })).user_list;
}
