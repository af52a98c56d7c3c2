import { type BatchUpdateLists, MESSAGES, type UpdateList, type UserList } from '@marquee/contracts';
import type { z } from 'zod';
import type { WithTransaction } from '#src/database.ts';
import { paginate } from '#src/discover/pages.ts';
import type { GivenFilters } from '#src/discover/titles.ts';
import { AppError, fieldError } from '#src/errors.ts';
import type { OutboxRepository } from '#src/modules/notifications/outbox.repository.ts';
import { enter, getEntry, type ListRepositories, toAddress, toEntry } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { Entry } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import { authorize, canManage, may } from './policy.ts';
import { isPermutation, placeRuns, planRuns } from './positions.ts';

interface Ctx {
  userId: number;
}

export type ListTransaction = ListRepositories & { outbox: Pick<OutboxRepository, 'add'> };

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListTransaction>;
  members: { drop(userId: number): void };
  presenter: ListPresenter;
  orders: ListOrders;
}

interface DetailQuery extends GivenFilters {
  page: number;
  perPage: number;
  view: 'full' | 'card';
  simple: boolean;
}

type BatchItem = z.output<typeof BatchUpdateLists>['user_lists'][number];

/** Lists themselves: make, see, change, delete. Their titles and members have services of their own. */
export function createListsService({ repos, withTransaction, members, presenter, orders }: Dependencies) {
  async function list(
    { userId }: Ctx,
    query: { medium_id?: number | undefined; to_manage: boolean; shared_included: boolean },
  ): Promise<UserList[]> {
    const rows = await repos.lists.list(userId, { shared: query.shared_included });
    const entries = rows.map((row) => toEntry(row, userId, { id: row.id }));
    const shown = query.to_manage ? entries.filter(({ standing }) => canManage(standing)) : entries;
    return presenter.presentMany(shown, query.medium_id);
  }

  /**
   * The owner deletes the list for everyone, a member leaves, an invited person rejects.
   * @returns whose view changed besides.
   */
  async function part(tx: ListTransaction, { userId }: Ctx, { list, standing }: Entry): Promise<number[]> {
    const isOwner = standing.role === 'owner';
    authorize(standing, isOwner ? 'manage' : 'leave');
    const readers = (await tx.lists.listReaders([list.id], userId)).map((reader) => reader.userId);
    await tx.lists.saveDeparture(userId, list);
    if (isOwner) {
      await tx.outbox.add(
        ...readers.map((reader) => ({
          kind: 'list_deleted' as const,
          userId: reader,
          payload: { listName: list.name, ownerId: userId },
        })),
      );
      await tx.lists.delete(list.id);
    } else if (list.share) {
      await tx.listShares.delete(list.share.id);
    }
    return readers;
  }

  /** As `part`; who has parted with the list already is done. */
  async function partOnce(
    tx: ListTransaction,
    ctx: Ctx,
    address: ListAddress,
    entry: Entry | null,
  ): Promise<number[]> {
    const isOn = entry && (entry.standing.role === 'owner' || may(entry.standing, 'leave'));
    if (!isOn && (await tx.lists.hasDeparted(ctx.userId, address))) return [];
    if (!entry) throw new AppError('not_found');
    return part(tx, ctx, entry);
  }

  /**
   * @returns whether anything had to move.
   * @throws AppError conflict when the titles are others by now, or somebody moved them a moment ago.
   */
  async function reorder(
    tx: ListTransaction,
    { list }: Entry,
    wanted: readonly number[],
    versionBefore: number | undefined,
  ): Promise<boolean> {
    const { mediumIds: current } = await orders.get(list, tx.listMedia);
    if (!isPermutation(current, wanted)) throw new AppError('conflict');
    const runs = planRuns(current, wanted);
    if (runs.length === 0) return false;
    if (versionBefore !== list.version) throw new AppError('conflict');
    const neighbours = runs.flatMap(({ after, before }) => [after, before]).filter((id) => id !== null);
    const positions = await tx.listMedia.listPositions(list.id, neighbours);
    await tx.listMedia.move(list.id, placeRuns(runs, positions, wanted));
    return true;
  }

  return {
    list,

    async create({ userId }: Ctx, name: string): Promise<UserList> {
      return presenter.presentCurrent(userId, { id: await repos.lists.create(userId, name) });
    },

    /** `{user_list, pagination}`, as an object without titles or as written JSON with a page of them. */
    async get({ userId }: Ctx, idOrCode: string, query: DetailQuery) {
      const entry = await getEntry(repos, userId, toAddress(idOrCode));
      if (!query.simple) return presenter.writePage(userId, entry, query, query);
      return { user_list: await presenter.present(entry), pagination: paginate(query, 0) };
    },

    /** Medium ids of a list that the caller may see, in its order; else `not_found`. */
    async listMediumIds({ userId }: Ctx, idOrCode: string): Promise<readonly number[]> {
      const { list, standing } = await getEntry(repos, userId, toAddress(idOrCode));
      if (!may(standing, 'see')) throw new AppError('not_found');
      return (await orders.get(list)).mediumIds;
    },

    /** Name, collaborative switch, order: all that is given or nothing. */
    async update(
      { userId }: Ctx,
      idOrCode: string,
      { user_list: given }: z.output<typeof UpdateList>,
    ): Promise<UserList> {
      const address = toAddress(idOrCode);
      // Read before waiting for the lock: whoever changes the order meanwhile wins, and this call hears of it.
      const versionBefore = (await repos.lists.find(userId, address))?.version;
      const wanted = given.sorted_medium_ids;
      const { before, moved, readers } = await withTransaction(async (tx) => {
        const entry = await enter(tx, userId, address, 'see');
        const { list, standing } = entry;
        const isManaged = given.name !== undefined || given.collaborate !== undefined;
        if (isManaged) authorize(standing, 'manage');
        if (wanted) authorize(standing, 'edit');
        const moved = wanted !== undefined && (await reorder(tx, entry, wanted, versionBefore));
        if (given.name !== undefined) await tx.lists.rename(new Map([[list.id, given.name]]));
        if (given.collaborate !== undefined) await tx.lists.setCollaborate(list.id, given.collaborate);
        return { before: list, moved, readers: await tx.lists.listReaders([list.id], userId) };
      });
      if (moved && wanted) orders.advance(before, () => wanted);
      for (const reader of readers) members.drop(reader.userId);
      return presenter.presentCurrent(userId, address);
    },

    /** Idempotent. */
    async delete(ctx: Ctx, idOrCode: string): Promise<void> {
      const address = toAddress(idOrCode);
      const readers = await withTransaction(async (tx) => {
        await tx.lists.lock(address);
        const list = await tx.lists.find(ctx.userId, address);
        return partOnce(tx, ctx, address, list && toEntry(list, ctx.userId, address));
      });
      for (const reader of readers) members.drop(reader);
    },

    /** Creates, renames, deletes and leaves; all or nothing. A deletion may be repeated. Answers the caller's lists, shared ones too. */
    async batchUpdate(ctx: Ctx, items: readonly BatchItem[]): Promise<UserList[]> {
      const named = items.filter((item) => item.id !== undefined);
      const ids = named.flatMap((item) => item.id ?? []);
      const added = items.filter((item) => item.id === undefined && !item._destroy);
      if (new Set(ids).size < ids.length) throw fieldError('id', 'Please name each list only once');
      const newNames = added.flatMap((item) => item.name ?? []);
      if (newNames.length < added.length) throw fieldError('name', MESSAGES.listNameRequired);

      const readers = await withTransaction(async (tx) => {
        await tx.lists.lockMany(ids);
        const rows = await tx.lists.findMany(ctx.userId, ids);
        const entries = new Map(rows.map((row) => [row.id, toEntry(row, ctx.userId, { id: row.id })]));
        const renamed = new Map<number, string>();
        const affected: number[] = [];
        for (const { id = 0, name, _destroy } of named) {
          const entry = entries.get(id) ?? null;
          if (_destroy) {
            affected.push(...(await partOnce(tx, ctx, { id }, entry)));
            continue;
          }
          if (!entry) throw new AppError('not_found');
          authorize(entry.standing, 'glimpse');
          if (name !== undefined && name !== entry.list.name) {
            authorize(entry.standing, 'manage');
            renamed.set(id, name);
          }
        }
        await tx.lists.rename(renamed);
        for (const name of newNames) await tx.lists.create(ctx.userId, name);
        return affected;
      });
      for (const reader of readers) members.drop(reader);
      return list(ctx, { to_manage: false, shared_included: true });
    },
  };
}

export type ListsService = ReturnType<typeof createListsService>;
