import type { UserList } from '@marquee/contracts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { filterKey } from '#src/titles/engine/filters.ts';
import type { GivenFilters, Titles } from '#src/titles/feeds/titles.ts';
import { getListWithStanding, type ListRepositories } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import { type ListWithStanding, mapList } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import { may } from './policy.ts';

interface Dependencies {
  repos: ListRepositories;
  orders: ListOrders;
  titles: Pick<Titles, 'filter' | 'getTaste' | 'resolveFilters' | 'keepReply' | 'begin' | 'writeCards'>;
}

interface PageOptions extends GivenFilters {
  view: 'full' | 'card';
}

/** Builds replies about lists. */
export function createListPresenter({ repos, orders, titles }: Dependencies) {
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

    /** Loads the list after a change, and builds the reply of the call. */
    async presentCurrent(userId: number, address: ListAddress): Promise<UserList> {
      return present(await getListWithStanding(repos, userId, address));
    },

    /**
     * Returns `{user_list, pagination}` as serialized JSON. A caller without the right `see` gets no titles;
     * other replies are cached by taste, order version and list fields.
     */
    async writePage(
      userId: number,
      target: ListWithStanding,
      page: Page,
      { view, ...given }: PageOptions,
    ): Promise<Buffer> {
      const { list, standing } = target;
      if (!may(standing, 'see')) {
        const user_list = mapList(target, { shares: [], hasMedium: null, order: null });
        return Buffer.from(JSON.stringify({ user_list, pagination: paginate(page, 0) }));
      }
      const [shares, order, taste] = await Promise.all([
        listShares([target]),
        orders.get(list),
        titles.getTaste(userId),
      ]);
      const {
        media: _media,
        sorted_medium_ids: _order,
        ...fields
      } = mapList(target, {
        shares,
        hasMedium: null,
        order: null,
      });
      const open = `{"user_list":${JSON.stringify(fields).slice(0, -1)},"sorted_medium_ids":`;
      const filters = titles.resolveFilters(taste, given);
      const write = (): Buffer => {
        const passing = titles.filter(taste, order.mediumIds, filters);
        const shown = passing.slice(offsetOf(page), offsetOf(page) + page.perPage);
        const out = titles.begin().text(open).bytes(order.json).text(',"media":');
        titles.writeCards(out, taste, shown, { view });
        return out.text(`},"pagination":${JSON.stringify(paginate(page, passing.length))}}`).finish();
      };
      const key = `${userId} list ${list.id} ${filterKey(filters)} ${page.page} ${page.perPage} ${view}`;
      return titles.keepReply(taste, key, write, `${order.version} ${open}`);
    },
  };
}

export type ListPresenter = ReturnType<typeof createListPresenter>;
