import type { ListSort, Pagination, UserList } from '@marquee/contracts';
import type { WithTexts } from '#src/core/json-text.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { readHead } from '#src/titles/cards/card-writer.ts';
import { cardList, indexesOf } from '#src/titles/pages/cards.ts';
import { filterList, type GivenFilters } from '#src/titles/pages/given-filters.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { getListWithStanding, type ListRepositories } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import { type ListWithStanding, mapList } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import { may } from './policy.ts';
import { sortList } from './sort-list.ts';

interface Dependencies {
  repos: ListRepositories;
  orders: ListOrders;
  users: Pick<UserCache, 'getTaste'>;
}

const COVERS = 4;

interface PageOptions extends GivenFilters {
  sort?: ListSort | undefined;
  view: 'full' | 'card';
  /** `last` adds the titles that do not pass the filters at the end. */
  elsewhere?: 'last' | undefined;
}

/** A list with one page of its titles. */
export interface ListPage {
  user_list: WithTexts<UserList>;
  pagination: Pagination;
}

/** Builds replies about lists. */
export function createListPresenter({ repos, orders, users }: Dependencies) {
  /**
   * Returns the shares that the caller may see. Sends no query when no list has shares that the caller may
   * see.
   */
  async function listShares(targets: readonly ListWithStanding[]): Promise<readonly ListShareRow[]> {
    const shared = targets.filter(({ list, standing }) => list.isShared && may(standing, 'see'));
    return shared.length === 0 ? [] : repos.listShares.list(shared.map(({ list }) => list.id));
  }

  /** Builds several lists without titles. */
  async function presentMany(targets: readonly ListWithStanding[], mediumId?: number): Promise<UserList[]> {
    const seen = targets.filter(({ standing }) => may(standing, 'see')).map(({ list }) => list);
    const ids = seen.map(({ id }) => id);
    const [shares, holding, ordersOf] = await Promise.all([
      listShares(targets),
      mediumId === undefined ? null : repos.listMedia.listHolding(ids, mediumId),
      orders.getMany(seen),
    ]);
    const sharesOf = Map.groupBy(shares, (share) => share.listId);
    return targets.map((target) => {
      const { id } = target.list;
      return mapList(target, {
        shares: sharesOf.get(id) ?? [],
        hasMedium: holding?.has(id) ?? null,
        order: ordersOf.get(id)?.text ?? null,
      });
    });
  }

  async function present(target: ListWithStanding): Promise<UserList> {
    const [list] = await presentMany([target]);
    if (!list) throw new Error('expected one list');
    return list;
  }

  return {
    presentMany,
    present,

    /** Adds the posters of the titles that were added last. */
    async withCovers(userId: number, lists: readonly UserList[]): Promise<UserList[]> {
      const seen = lists.filter(({ pending_accept: isPending }) => !isPending).map(({ id }) => id);
      const [latest, taste] = await Promise.all([
        repos.listMedia.listLatest(seen, COVERS),
        users.getTaste(userId),
      ]);
      return lists.map((list) => ({
        ...list,
        covers: indexesOf(taste.snapshot, latest.get(list.id) ?? []).map(
          (item) => readHead(taste.snapshot.data, item).poster_url,
        ),
      }));
    },

    /** Loads the list after a change, and builds the reply of the call. */
    async presentCurrent(userId: number, address: ListAddress): Promise<UserList> {
      return present(await getListWithStanding(repos, userId, address));
    },

    /** Returns the number of titles on all pages of the list. 0 for a caller without the right `see`. */
    async countShown(
      userId: number,
      { list, standing }: ListWithStanding,
      { elsewhere, ...given }: Omit<PageOptions, 'view'>,
    ): Promise<number> {
      if (!may(standing, 'see')) return 0;
      // Clients poll with `elsewhere`. The taste, which every edit of the list drops, is not needed for it.
      if (elsewhere) return list.mediaCount;
      const [order, taste] = await Promise.all([orders.get(list), users.getTaste(userId)]);
      return filterList(taste, order.mediumIds, given).length;
    },

    /** Returns one page of the titles of a list. A caller without the right `see` gets none. */
    async presentPage(
      userId: number,
      target: ListWithStanding,
      page: Page,
      { view, elsewhere, sort, ...given }: PageOptions,
    ): Promise<ListPage> {
      const { list, standing } = target;
      if (!may(standing, 'see')) {
        const user_list = mapList(target, { shares: [], hasMedium: null, order: null });
        return { user_list, pagination: paginate(page, 0) };
      }
      const [shares, order, taste] = await Promise.all([
        listShares([target]),
        orders.get(list),
        users.getTaste(userId),
      ]);
      const wanted =
        sort === 'added' ? await repos.listMedia.listAdded(list.id) : sortList(taste, order.mediumIds, sort);
      const passing = filterList(taste, wanted, given);
      const passed = new Set(passing);
      const others = elsewhere ? indexesOf(taste.snapshot, wanted).filter((item) => !passed.has(item)) : [];
      const all = [...passing, ...others];
      const shown = all.slice(offsetOf(page), offsetOf(page) + page.perPage);
      const cards = cardList(taste, shown, { view });
      const user_list = {
        ...mapList(target, { shares, hasMedium: null, order: order.text }),
        elsewhere_count: elsewhere ? others.length : null,
        media: elsewhere
          ? cards.map((card, at) => card.with({ elsewhere: !passed.has(shown[at] ?? 0) }))
          : cards,
      };
      return { user_list, pagination: paginate(page, all.length) };
    },
  };
}

export type ListPresenter = ReturnType<typeof createListPresenter>;
