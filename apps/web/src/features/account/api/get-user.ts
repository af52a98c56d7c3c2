import type { User } from '@marquee/contracts';
import { api } from '#src/lib/http/api.ts';

/** Fetches the user of the stored token. */
export async function getUser(): Promise<User> {
  return (await api('GET /api/v1/user')).user;
}
