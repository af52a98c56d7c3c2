import { AppError } from '#src/errors.ts';
import type { ListMediaRepository } from './list-media.repository.ts';
import type { ListSharesRepository } from './list-shares.repository.ts';
import type { Entry } from './lists.mapper.ts';
import type { ListAddress, ListRow, ListsRepository } from './lists.repository.ts';
import { type Action, authorize, type Role, type Standing } from './policy.ts';

/** What the services of this module read and write. */
export interface ListRepositories {
  lists: ListsRepository;
  listMedia: ListMediaRepository;
  listShares: ListSharesRepository;
}

const MAX_INT = 2_147_483_647;

/** What a path calls a list by: an id if it can be one, else a share code. */
export const toAddress = (text: string): ListAddress =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_INT ? { id: Number(text) } : { code: text };

function roleOf(list: ListRow, userId: number, byCode: boolean): Role {
  if (list.listType === 'staff') return 'guest';
  if (list.ownerId === userId) return 'owner';
  if (list.share) return list.share.accepted ? 'member' : 'invited';
  return byCode ? 'holder' : 'stranger';
}

export function toEntry(list: ListRow, userId: number, address: ListAddress): Entry {
  const standing: Standing = {
    role: roleOf(list, userId, 'code' in address),
    listType: list.listType,
    collaborate: list.collaborate,
    shareAllowed: list.share?.shareAllowed ?? false,
  };
  return { list, standing };
}

/** @throws AppError not_found when there is no such list or they may not know of it. */
export async function getEntry(
  repos: Pick<ListRepositories, 'lists'>,
  userId: number,
  address: ListAddress,
): Promise<Entry> {
  const list = await repos.lists.find(userId, address);
  if (!list) throw new AppError('not_found');
  const entry = toEntry(list, userId, address);
  authorize(entry.standing, 'glimpse');
  return entry;
}

/**
 * Locks the list for the rest of the transaction, then asks whether the caller may: what the policy answers still
 * holds when the write happens.
 * @throws AppError not_found or not_permitted.
 */
export async function enter(
  repos: Pick<ListRepositories, 'lists'>,
  userId: number,
  address: ListAddress,
  action: Action,
): Promise<Entry> {
  await repos.lists.lock(address);
  const entry = await getEntry(repos, userId, address);
  authorize(entry.standing, action);
  return entry;
}
