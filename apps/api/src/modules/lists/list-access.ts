import { isId } from '@marquee/contracts/screen-address';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import type { Locked } from '#src/data/transaction-turns.ts';
import type { ListMediaRepository } from './list-media.repository.ts';
import type { ListSharesRepository } from './list-shares.repository.ts';
import type { ListWithStanding } from './lists.mapper.ts';
import type { ListAddress, ListRow, ListsRepository } from './lists.repository.ts';
import { type Action, authorize, type Role, type Standing } from './policy.ts';

/** The repositories that the services of this module use. */
export interface ListRepositories {
  lists: ListsRepository;
  listMedia: ListMediaRepository;
  listShares: ListSharesRepository;
}

/** Parses the address of a list in a path: an id, or else a share code. */
export const toAddress = (text: string): ListAddress => (isId(text) ? { id: Number(text) } : { code: text });

/** The lock of a list, for which transactions of this process wait before they take a connection. */
export const lockedList = (listId: number): Locked => `list ${listId}`;

/** The same for an address. Empty when there is no such list. */
export async function lockedOf(
  { lists }: Pick<ListRepositories, 'lists'>,
  userId: number,
  address: ListAddress,
): Promise<Locked[]> {
  const id = 'id' in address ? address.id : (await lists.find(userId, address))?.id;
  return id === undefined ? [] : [lockedList(id)];
}

function roleOf(list: ListRow, userId: number, byCode: boolean): Role {
  if (list.listType === 'staff') return 'guest';
  if (list.ownerId === userId) return 'owner';
  if (list.share?.accepted) return 'member';
  if (list.share?.proven) return 'invited';
  if (list.share && !byCode) return 'unproven';
  return byCode ? 'holder' : 'stranger';
}

export function withStanding(list: ListRow, userId: number, address: ListAddress): ListWithStanding {
  const standing: Standing = {
    role: roleOf(list, userId, 'code' in address),
    listType: list.listType,
    collaborate: list.collaborate,
    // The right that an invitation gives belongs to the owner of its address.
    shareAllowed: list.share?.proven === true && list.share.shareAllowed,
  };
  return { list, standing };
}

/**
 * The lists that others share with a user are theirs too, so a personal key reaches only the user's own lists, and those of the
 * staff.
 * @throws AppError scope_missing for any other list.
 */
export function requireInReach({ key }: Ctx, { role }: Standing): void {
  if (key && role !== 'owner' && role !== 'guest') throw new AppError('scope_missing');
}

/** @throws AppError not_found when the list does not exist or must stay hidden from the user. */
export async function getListWithStanding(
  repos: Pick<ListRepositories, 'lists'>,
  userId: number,
  address: ListAddress,
): Promise<ListWithStanding> {
  const list = await repos.lists.find(userId, address);
  if (!list) throw new AppError('not_found');
  const target = withStanding(list, userId, address);
  authorize(target.standing, 'glimpse');
  return target;
}

/**
 * Locks the list until the transaction ends, then checks the right. So no other call can remove the right before the
 * write.
 * @throws AppError not_found or not_permitted.
 */
export async function lockAndAuthorize(
  repos: Pick<ListRepositories, 'lists'>,
  userId: number,
  address: ListAddress,
  action: Action,
): Promise<ListWithStanding> {
  await repos.lists.lock(address);
  const target = await getListWithStanding(repos, userId, address);
  authorize(target.standing, action);
  return target;
}
