import type { UserList } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import {
  type ListRepositories,
  lockAndAuthorize,
  lockedList,
  lockedOf,
  requireInReach,
  toAddress,
  withStanding,
} from './list-access.ts';
import type { ListMediumRow } from './list-media.repository.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { ListWithStanding } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import type { ListTransaction, ListWrites } from './lists.service.ts';
import { authorize, may } from './policy.ts';

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListWrites>;
  presenter: ListPresenter;
  orders: ListOrders;
  limits: Pick<Limits, 'take'>;
}

/** Stores an edit as the last change, and in the outbox for the mail to the other list members. */
async function announce(
  tx: ListTransaction,
  { userId }: Ctx,
  mediumId: number,
  changed: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  const listIds = [...changed.added, ...changed.removed];
  if (listIds.length === 0) return;
  await tx.lists.saveChange(changed.added, userId, 'added', mediumId);
  await tx.lists.saveChange(changed.removed, userId, 'removed', mediumId);
  const others = await tx.lists.listOthers(listIds, userId);
  // The titles of a list are signals of its owner only.
  for (const owner of await tx.lists.listOwners(listIds)) if (owner !== userId) tx.changed.add(owner);
  const shared = new Set(others.map((other) => other.listId));
  await tx.outbox.add(
    ...[...shared].map((listId) => ({
      kind: 'list_edited' as const,
      userId,
      payload: changed.added.includes(listId)
        ? { listId, added: [mediumId] }
        : { listId, removed: [mediumId] },
    })),
  );
}

/**
 * Adds and removes titles of lists. Triggers count the titles of a list and raise its version (`user_list_media_inserted`,
 * `user_list_media_updated`, `user_list_media_deleted`) and refuse what exceeds the caps (`user_list_media_zcap`), because
 * imports and merges write to lists too.
 */
export function createListTitlesService({ repos, withTransaction, presenter, orders, limits }: Dependencies) {
  const countWrite = (userId: number): Promise<void> => limits.take('listWrites', String(userId));

  async function addTo(ctx: Ctx, address: ListAddress, mediumId: number, bodyListId?: number) {
    await countWrite(ctx.userId);
    const { list, ...added } = await withTransaction(
      async (tx) => {
        const { list, standing } = await lockAndAuthorize(tx, ctx.userId, address, 'edit');
        requireInReach(ctx, standing);
        if (bodyListId !== undefined && bodyListId !== list.id) throw new AppError('not_found');
        const [created] = await tx.listMedia.add([list.id], mediumId, ctx.userId);
        const row = created ?? (await tx.listMedia.get(list.id, mediumId));
        const lists = created ? [list.id] : [];
        await announce(tx, ctx, mediumId, { added: lists, removed: [] });
        return { row, isNew: created !== undefined, list };
      },
      ...(await lockedOf(repos, ctx.userId, address)),
    );
    if (added.isNew) orders.advance(list, (mediumIds) => [...mediumIds, mediumId]);
    return added;
  }

  return {
    /** Appends the title. When the list already contains the title, changes nothing and `isNew` is false. */
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

    /** Removes the title. A repeated call changes nothing. */
    async remove(ctx: Ctx, idOrCode: string, mediumId: number): Promise<void> {
      await countWrite(ctx.userId);
      const { list, removed } = await withTransaction(
        async (tx) => {
          const { list, standing } = await lockAndAuthorize(tx, ctx.userId, toAddress(idOrCode), 'edit');
          requireInReach(ctx, standing);
          const removed = await tx.listMedia.remove([list.id], mediumId);
          await announce(tx, ctx, mediumId, { added: [], removed });
          return { list, removed };
        },
        ...(await lockedOf(repos, ctx.userId, toAddress(idOrCode))),
      );
      if (removed.length > 0) orders.advance(list, (mediumIds) => mediumIds.filter((id) => id !== mediumId));
    },

    /**
     * Adds the title to the given lists, and removes it from the other lists that the caller may edit.
     * @throws AppError not_found or not_permitted for a list that the caller may not edit. In this case nothing
     * changes.
     */
    async saveSelection(
      ctx: Ctx,
      {
        mediumId,
        listIds,
        promptsToShare,
      }: { mediumId: number; listIds: readonly number[]; promptsToShare: boolean },
    ): Promise<{ user_lists: UserList[]; share_user_lists: UserList[] }> {
      await countWrite(ctx.userId);
      const load = async (tx: ListRepositories): Promise<ListWithStanding[]> => {
        const rows = await tx.lists.list(ctx.userId, { shared: true });
        return rows.map((row) => withStanding(row, ctx.userId, { id: row.id }));
      };
      const editable = (targets: readonly ListWithStanding[]) =>
        targets.filter(({ standing }) => may(standing, 'edit')).map(({ list }) => list.id);

      const { added, removed, locked } = await withTransaction(
        async (tx) => {
          const candidates = editable(await load(tx));
          const holding = await tx.listMedia.listHolding(candidates, mediumId);
          await tx.lists.lockMany([...new Set([...listIds, ...holding])]);
          // Another call may have changed a list during the wait for the lock, so load the lists again.
          const targets = await load(tx);
          const mine = new Set(editable(targets));
          for (const row of await tx.lists.listByIds(ctx.userId, listIds)) {
            authorize(withStanding(row, ctx.userId, { id: row.id }).standing, 'edit');
          }
          if (listIds.some((id) => !mine.has(id))) throw new AppError('not_found');
          const unwanted = [...holding].filter((id) => mine.has(id) && !listIds.includes(id));
          const removed = await tx.listMedia.remove(unwanted, mediumId);
          const rows = await tx.listMedia.add(listIds, mediumId, ctx.userId);
          const added = rows.map((row) => row.listId);
          await announce(tx, ctx, mediumId, { added, removed });
          return { added, removed, locked: targets.map(({ list }) => list) };
        },
        ...listIds.map(lockedList),
      );
      for (const list of locked) {
        if (added.includes(list.id)) orders.advance(list, (mediumIds) => [...mediumIds, mediumId]);
        else if (removed.includes(list.id))
          orders.advance(list, (mediumIds) => mediumIds.filter((id) => id !== mediumId));
      }

      const targets = (await load(repos)).filter(({ standing }) => may(standing, 'edit'));
      const lists = await presenter.presentMany(targets, mediumId);
      const prompted = promptsToShare ? new Set(added) : new Set<number>();
      return {
        user_lists: lists,
        share_user_lists: lists.filter((list) => list.can_share && prompted.has(list.id)),
      };
    },
  };
}

export type ListTitlesService = ReturnType<typeof createListTitlesService>;
