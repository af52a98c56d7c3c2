import type { UserList } from '@marquee/contracts';
import type { WithTransaction } from '#src/database.ts';
import { AppError } from '#src/errors.ts';
import { enter, type ListRepositories, toAddress, toEntry } from './list-access.ts';
import type { ListMediumRow } from './list-media.repository.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { Entry } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import type { ListTransaction } from './lists.service.ts';
import { authorize, may } from './policy.ts';

interface Ctx {
  userId: number;
}

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListTransaction>;
  members: { drop(userId: number): void };
  presenter: ListPresenter;
  orders: ListOrders;
}

/** The titles of lists: add, remove, and which lists hold one. */
export function createListTitlesService({
  repos,
  withTransaction,
  members,
  presenter,
  orders,
}: Dependencies) {
  /**
   * Remembers an edit for the mail to the others on the lists.
   * @returns whose view changed besides.
   */
  async function announce(
    tx: ListTransaction,
    { userId }: Ctx,
    mediumId: number,
    changed: { added: readonly number[]; removed: readonly number[] },
  ): Promise<number[]> {
    const listIds = [...changed.added, ...changed.removed];
    if (listIds.length === 0) return [];
    const readers = await tx.lists.listReaders(listIds, userId);
    const shared = new Set(readers.map((reader) => reader.listId));
    await tx.outbox.add(
      ...[...shared].map((listId) => ({
        kind: 'list_edited' as const,
        userId,
        payload: changed.added.includes(listId)
          ? { listId, added: [mediumId] }
          : { listId, removed: [mediumId] },
      })),
    );
    return readers.map((reader) => reader.userId);
  }

  async function addTo(ctx: Ctx, address: ListAddress, mediumId: number, bodyListId?: number) {
    const { list, readers, ...added } = await withTransaction(async (tx) => {
      const { list } = await enter(tx, ctx.userId, address, 'edit');
      if (bodyListId !== undefined && bodyListId !== list.id) throw new AppError('not_found');
      const [created] = await tx.listMedia.add([list.id], mediumId, ctx.userId);
      const row = created ?? (await tx.listMedia.get(list.id, mediumId));
      const lists = created ? [list.id] : [];
      const readers = await announce(tx, ctx, mediumId, { added: lists, removed: [] });
      return { row, isNew: created !== undefined, list, readers };
    });
    if (added.isNew) orders.advance(list, (mediumIds) => [...mediumIds, mediumId]);
    for (const reader of readers) members.drop(reader);
    return added;
  }

  return {
    /** Idempotent; `isNew` says whether the list held the title before. Titles go to the end. */
    async add(
      ctx: Ctx,
      idOrCode: string,
      given: { medium_id: number; user_list_id?: number | undefined },
    ): Promise<{ row: ListMediumRow; isNew: boolean }> {
      return addTo(ctx, toAddress(idOrCode), given.medium_id, given.user_list_id);
    },

    async addToSystemList(
      ctx: Ctx,
      listType: 'watch_later' | 'havent_watched',
      mediumId: number,
    ): Promise<{ row: ListMediumRow; isNew: boolean }> {
      return addTo(ctx, { id: await repos.lists.getSystemListId(ctx.userId, listType) }, mediumId);
    },

    /** Idempotent. */
    async remove(ctx: Ctx, idOrCode: string, mediumId: number): Promise<void> {
      const { list, removed, readers } = await withTransaction(async (tx) => {
        const { list } = await enter(tx, ctx.userId, toAddress(idOrCode), 'edit');
        const removed = await tx.listMedia.remove([list.id], mediumId);
        return { list, removed, readers: await announce(tx, ctx, mediumId, { added: [], removed }) };
      });
      if (removed.length > 0) orders.advance(list, (mediumIds) => mediumIds.filter((id) => id !== mediumId));
      for (const reader of readers) members.drop(reader);
    },

    /**
     * Makes the given lists exactly those, among the ones the caller may edit, that hold the title.
     * @throws AppError not_found or not_permitted for a list that is not theirs to edit; nothing changes then.
     */
    async saveSelection(
      ctx: Ctx,
      {
        mediumId,
        listIds,
        promptsToShare,
      }: { mediumId: number; listIds: readonly number[]; promptsToShare: boolean },
    ): Promise<{ user_lists: UserList[]; share_user_lists: UserList[] }> {
      const load = async (tx: ListRepositories): Promise<Entry[]> => {
        const rows = await tx.lists.list(ctx.userId, { shared: true });
        return rows.map((row) => toEntry(row, ctx.userId, { id: row.id }));
      };
      const editable = (entries: readonly Entry[]) =>
        entries.filter(({ standing }) => may(standing, 'edit')).map(({ list }) => list.id);

      const { added, removed, locked, readers } = await withTransaction(async (tx) => {
        const candidates = editable(await load(tx));
        const holding = await tx.listMedia.listHolding(candidates, mediumId);
        await tx.lists.lockMany([...new Set([...listIds, ...holding])]);
        // What was locked may have changed while waiting: decide on what is there now.
        const entries = await load(tx);
        const mine = new Set(editable(entries));
        for (const row of await tx.lists.findMany(ctx.userId, listIds)) {
          authorize(toEntry(row, ctx.userId, { id: row.id }).standing, 'edit');
        }
        if (listIds.some((id) => !mine.has(id))) throw new AppError('not_found');
        const unwanted = [...holding].filter((id) => mine.has(id) && !listIds.includes(id));
        const removed = await tx.listMedia.remove(unwanted, mediumId);
        const rows = await tx.listMedia.add(listIds, mediumId, ctx.userId);
        const added = rows.map((row) => row.listId);
        const readers = await announce(tx, ctx, mediumId, { added, removed });
        return { added, removed, locked: entries.map(({ list }) => list), readers };
      });
      for (const list of locked) {
        if (added.includes(list.id)) orders.advance(list, (mediumIds) => [...mediumIds, mediumId]);
        else if (removed.includes(list.id))
          orders.advance(list, (mediumIds) => mediumIds.filter((id) => id !== mediumId));
      }
      for (const reader of readers) members.drop(reader);

      const entries = (await load(repos)).filter(({ standing }) => may(standing, 'edit'));
      const lists = await presenter.presentMany(entries, mediumId);
      const prompted = promptsToShare ? new Set(added) : new Set<number>();
      return {
        user_lists: lists,
        share_user_lists: lists.filter((list) => list.can_share && prompted.has(list.id)),
      };
    },
  };
}

export type ListTitlesService = ReturnType<typeof createListTitlesService>;
