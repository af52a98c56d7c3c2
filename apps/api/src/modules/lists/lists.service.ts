import {
  type BatchUpdateLists,
  comparable,
  type ListSort,
  MESSAGES,
  type UpdateList,
  type UserList,
} from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { Changes, WithTransaction } from '#src/data/database.ts';
import { paginate } from '#src/data/paging.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import type { OutboxRepository } from '#src/jobs/outbox.repository.ts';
import type { AccountsRepository } from '#src/modules/accounts/accounts.repository.ts';
import type { TrialsRepository } from '#src/modules/plans/trials.repository.ts';
import type { PushRepository } from '#src/modules/push/push.repository.ts';
import type { GivenFilters } from '#src/titles/pages/given-filters.ts';
import {
  getListWithStanding,
  type ListRepositories,
  lockAndAuthorize,
  lockedList,
  lockedOf,
  requireInReach,
  toAddress,
  withStanding,
} from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListPage, ListPresenter } from './list-presenter.ts';
import { FOR_KEYS, type ListWithStanding } from './lists.mapper.ts';
import type { ListAddress, ListRow } from './lists.repository.ts';
import { authorize, canManage, may } from './policy.ts';
import { isPermutation, placeRuns, planRuns } from './positions.ts';

export type ListWrites = ListRepositories & {
  outbox: Pick<OutboxRepository, 'add'>;
  push: Pick<PushRepository, 'listWanting'>;
  accounts: Pick<AccountsRepository, 'proveEmail'>;
  trials: Pick<TrialsRepository, 'prove'>;
};
export type ListTransaction = ListWrites & Changes;

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListWrites>;
  presenter: ListPresenter;
  orders: ListOrders;
  limits: Pick<Limits, 'take' | 'takeCall'>;
}

interface DetailQuery extends GivenFilters {
  page: number;
  perPage: number;
  view: 'full' | 'card';
  elsewhere?: 'last' | undefined;
  sort?: ListSort | undefined;
  simple: boolean;
}

/** The id of no user: what somebody without an account may know of a list. */
const NOBODY = 0;
/** Moved titles that cost as much as one usual call. */
const MOVES_PER_CALL = 50;

type BatchItem = z.output<typeof BatchUpdateLists>['user_lists'][number];

/**
 * Deletes the list for every user when the caller is the owner. Otherwise a list member leaves the list, or
 * an invited user rejects the invitation.
 */
async function leave(
  tx: ListTransaction,
  { userId }: Ctx,
  { list, standing }: ListWithStanding,
): Promise<void> {
  const isOwner = standing.role === 'owner';
  authorize(standing, isOwner ? 'manage' : 'leave');
  const others = (await tx.lists.listOthers([list.id], userId)).map((other) => other.userId);
  await tx.lists.saveDeparture(userId, list);
  if (isOwner) {
    await tx.outbox.add(
      ...others.map((other) => ({
        kind: 'list_deleted' as const,
        userId: other,
        payload: { listName: list.name, ownerId: userId },
      })),
    );
    await tx.lists.delete(list.id);
  } else if (list.share) {
    await tx.listShares.leave(list.share.id);
  }
}

/** Calls `leave`, but does nothing when the user has deleted, left or rejected the list before. */
async function leaveOnce(
  tx: ListTransaction,
  ctx: Ctx,
  address: ListAddress,
  target: ListWithStanding | null,
): Promise<void> {
  const isOn = target && (target.standing.role === 'owner' || may(target.standing, 'leave'));
  if (!isOn && (await tx.lists.hasDeparted(ctx.userId, address))) return;
  if (!target) throw new AppError('not_found');
  await leave(tx, ctx, target);
}

type NamedItem = BatchItem & { id: number };
const hasId = (item: BatchItem): item is NamedItem => item.id !== undefined;

/** Renames, deletes and leaves existing lists. */
async function changeNamed(tx: ListTransaction, ctx: Ctx, items: readonly NamedItem[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await tx.lists.lockMany(ids);
  const rows = await tx.lists.listByIds(ctx.userId, ids);
  const targets = new Map(rows.map((row) => [row.id, withStanding(row, ctx.userId, { id: row.id })]));
  const renamed = new Map<number, string>();
  for (const { id, name, _destroy } of items) {
    const target = targets.get(id) ?? null;
    if (_destroy) {
      await leaveOnce(tx, ctx, { id }, target);
      continue;
    }
    if (!target) throw new AppError('not_found');
    authorize(target.standing, 'glimpse');
    if (name !== undefined && name !== target.list.name) {
      authorize(target.standing, 'manage');
      renamed.set(id, name);
    }
  }
  const before = new Set([...renamed.keys()].map((id) => comparable(targets.get(id)?.list.name ?? '')));
  // PostgreSQL checks names row by row, so lists that swap names need free names first.
  if ([...renamed.values()].some((name) => before.has(comparable(name))))
    await tx.lists.freeNames([...renamed.keys()]);
  await tx.lists.rename(renamed, ctx.userId);
}

/**
 * Creates, reads, changes and deletes lists. Other services change titles and list members.
 *
 * Three rules are in triggers, because accounts and lists are created in several places: every user has Watch Later and
 * Haven't Watched (`users_give_lists`), no user has more lists than CAPS allows (`user_lists_cap`), and a change of a list
 * drops the taste of its owner (`user_lists_notify`).
 */
export function createListsService({ repos, withTransaction, presenter, orders, limits }: Dependencies) {
  const countWrite = (userId: number): Promise<void> => limits.take('listWrites', String(userId));

  async function list(
    { userId, key }: Ctx,
    query: { medium_id?: number | undefined; to_manage: boolean; shared_included: boolean; covers?: boolean },
  ): Promise<UserList[]> {
    const rows = await repos.lists.list(userId, { shared: query.shared_included && !key });
    const targets = rows.map((row) => withStanding(row, userId, { id: row.id }));
    const shown = query.to_manage ? targets.filter(({ standing }) => canManage(standing)) : targets;
    const presented = await presenter.presentMany(shown, query.medium_id);
    const lists = query.covers ? await presenter.withCovers(userId, presented) : presented;
    return key ? lists.map((each) => ({ ...each, ...FOR_KEYS })) : lists;
  }

  /**
   * Stores a new order.
   * @returns the titles that moved.
   * @throws AppError conflict when the titles differ from the stored titles, or the list changed after
   * `versionBefore` was read.
   */
  async function reorder(
    tx: ListTransaction,
    { userId }: Ctx,
    { list }: ListWithStanding,
    wanted: readonly number[],
    versionBefore: number | undefined,
  ): Promise<readonly number[]> {
    const { mediumIds: current } = await orders.get(list, tx.listMedia);
    if (!isPermutation(current, wanted)) throw new AppError('conflict');
    const runs = planRuns(current, wanted);
    if (runs.length === 0) return [];
    if (versionBefore !== list.version) throw new AppError('conflict');
    const neighbors = runs.flatMap(({ after, before }) => [after, before]).filter((id) => id !== null);
    const positions = await tx.listMedia.listPositions(list.id, neighbors);
    const moves = placeRuns(runs, positions, wanted);
    // Writing a position costs PostgreSQL 400 bytes of log, so a new order of thousands is no usual call.
    limits.takeCall('calls', String(userId), Math.floor(moves.length / MOVES_PER_CALL));
    await tx.listMedia.move(list.id, moves);
    return moves.map(({ mediumId }) => mediumId);
  }

  return {
    list,

    async create({ userId }: Ctx, name: string): Promise<UserList> {
      await countWrite(userId);
      return presenter.presentCurrent(userId, { id: await repos.lists.create(userId, name) });
    },

    /** Returns `{user_list, pagination}`, with a page of titles unless the query is `simple`. */
    async get(ctx: Ctx, idOrCode: string, query: DetailQuery): Promise<ListPage> {
      const { userId, key } = ctx;
      const target = await getListWithStanding(repos, userId, toAddress(idOrCode));
      requireInReach(ctx, target.standing);
      const { user_list, pagination } = query.simple
        ? {
            user_list: await presenter.present(target),
            pagination: paginate(query, await presenter.countShown(userId, target, query)),
          }
        : await presenter.presentPage(userId, target, query, query);
      return { user_list: key ? { ...user_list, ...FOR_KEYS } : user_list, pagination };
    },

    /** Returns what whoever holds the share code may know of the list, or null for an unknown code. */
    async findShared(
      code: string,
    ): Promise<Pick<ListRow, 'id' | 'name' | 'ownerName' | 'mediaCount'> | null> {
      const list = await repos.lists.find(NOBODY, { code });
      return list && may(withStanding(list, NOBODY, { code }).standing, 'glimpse') ? list : null;
    },

    /**
     * Returns the name of a list and its medium ids in their order.
     * @throws AppError not_found when the caller may not see the list.
     */
    async getTitles(ctx: Ctx, idOrCode: string): Promise<{ name: string; mediumIds: readonly number[] }> {
      const { list, standing } = await getListWithStanding(repos, ctx.userId, toAddress(idOrCode));
      requireInReach(ctx, standing);
      if (!may(standing, 'see')) throw new AppError('not_found');
      return { name: list.name, mediumIds: (await orders.get(list)).mediumIds };
    },

    getSystemListId: ({ userId }: Ctx, listType: 'watch_later' | 'havent_watched'): Promise<number> =>
      repos.lists.getSystemListId(userId, listType),

    /** Changes name, collaborative switch and order. Stores all given fields, or no field after an error. */
    async update(
      { userId }: Ctx,
      idOrCode: string,
      { user_list: given }: z.output<typeof UpdateList>,
    ): Promise<UserList> {
      const address = toAddress(idOrCode);
      await countWrite(userId);
      // Read the version before the wait for the lock. If another call changes the order during the wait, this call
      // gets a conflict.
      const versionBefore = (await repos.lists.find(userId, address))?.version;
      const wanted = given.sorted_medium_ids;
      const { before, moved } = await withTransaction(
        async (tx) => {
          const target = await lockAndAuthorize(tx, userId, address, 'see');
          const { list, standing } = target;
          const isManaged = given.name !== undefined || given.collaborate !== undefined;
          if (isManaged) authorize(standing, 'manage');
          if (wanted) authorize(standing, 'edit');
          const moved =
            wanted === undefined ? [] : await reorder(tx, { userId }, target, wanted, versionBefore);
          const [only = null, second] = moved;
          if (only !== null)
            await tx.lists.saveChange([list.id], userId, 'moved', second === undefined ? only : null);
          if (given.name !== undefined && given.name !== list.name)
            await tx.lists.rename(new Map([[list.id, given.name]]), userId);
          if (given.collaborate !== undefined) await tx.lists.setCollaborate(list.id, given.collaborate);
          return { before: list, moved };
        },
        ...(await lockedOf(repos, userId, address)),
      );
      if (moved.length > 0 && wanted) orders.advance(before, () => wanted);
      return presenter.presentCurrent(userId, address);
    },

    /**
     * Deletes, leaves or rejects the list, depending on the caller's role. A repeated call changes nothing.
     */
    async delete(ctx: Ctx, idOrCode: string): Promise<void> {
      const address = toAddress(idOrCode);
      await countWrite(ctx.userId);
      await withTransaction(
        async (tx) => {
          await tx.lists.lock(address);
          const list = await tx.lists.find(ctx.userId, address);
          await leaveOnce(tx, ctx, address, list && withStanding(list, ctx.userId, address));
        },
        ...(await lockedOf(repos, ctx.userId, address)),
      );
    },

    /**
     * Creates, renames, deletes and leaves lists in one transaction. A deletion may be repeated.
     * @returns the lists of the caller, including shared lists.
     */
    async batchUpdate(ctx: Ctx, items: readonly BatchItem[]): Promise<UserList[]> {
      const named = items.filter(hasId);
      const ids = named.map(({ id }) => id);
      const added = items.filter((item) => item.id === undefined && !item._destroy);
      if (new Set(ids).size < ids.length) throw fieldError('id', 'Please send each list only once');
      const newNames = added.flatMap((item) => item.name ?? []);
      if (newNames.length < added.length) throw fieldError('name', MESSAGES.listNameRequired);
      await countWrite(ctx.userId);

      await withTransaction(
        async (tx) => {
          await changeNamed(tx, ctx, named);
          await tx.lists.createMany(ctx.userId, newNames);
        },
        ...ids.map(lockedList),
      );
      return list(ctx, { to_manage: false, shared_included: true });
    },
  };
}

export type ListsService = ReturnType<typeof createListsService>;
