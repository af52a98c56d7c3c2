import type { UserList } from '@marquee/contracts';
import type { Written } from '#src/core/encoded-json.ts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import { filterKey } from '#src/titles/engine/filters.ts';
import type { CardPages, GivenFilters } from '#src/titles/pages/card-pages.ts';
import { getListWithStanding, type ListRepositories } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import { type ListWithStanding, mapList } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import { may } from './policy.ts';

interface Dependencies {
  repos: ListRepositories;
  orders: ListOrders;
  titles: Pick<
    CardPages,
    'filter' | 'getTaste' | 'indexesOf' | 'resolveFilters' | 'keepReply' | 'begin' | 'writeCards'
  >;
}

interface PageOptions extends GivenFilters {
  view: 'full' | 'card';
  /** `last` adds the titles that do not pass the filters at the end. */
  elsewhere?: 'last' | undefined;
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

    /** Returns the number of titles on all pages of the list. 0 for a caller without the right `see`. */
    async countShown(
      userId: number,
      { list, standing }: ListWithStanding,
      { elsewhere, ...given }: Omit<PageOptions, 'view'>,
    ): Promise<number> {
      if (!may(standing, 'see')) return 0;
      // Clients poll with `elsewhere`. The taste, which every edit of the list drops, is not needed for it.
      if (elsewhere) return list.mediaCount;
      const [order, taste] = await Promise.all([orders.get(list), titles.getTaste(userId)]);
      return titles.filter(taste, order.mediumIds, titles.resolveFilters(taste, given)).length;
    },

    /**
     * Returns `{user_list, pagination}` as serialized JSON. A caller without the right `see` gets no titles;
     * other replies are cached by taste, order version and list fields.
     */
    async writePage(
      userId: number,
      target: ListWithStanding,
      page: Page,
      { view, elsewhere, ...given }: PageOptions,
    ): Promise<Written> {
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
        elsewhere_count: _elsewhere,
        ...fields
      } = mapList(target, {
        shares,
        hasMedium: null,
        order: null,
      });
      const open = `{"user_list":${JSON.stringify(fields).slice(0, -1)},"elsewhere_count":`;
      const filters = titles.resolveFilters(taste, given);
      const write = (): Uint8Array => {
        const passing = titles.filter(taste, order.mediumIds, filters);
        const passed = new Set(passing);
        const others = elsewhere
          ? titles.indexesOf(taste, order.mediumIds).filter((item) => !passed.has(item))
          : null;
        const all = [...passing, ...(others ?? [])];
        const shown = all.slice(offsetOf(page), offsetOf(page) + page.perPage);
        const out = titles
          .begin()
          .text(`${open}${others?.length ?? null},"sorted_medium_ids":`)
          .bytes(order.json)
          .text(',"media":');
        const further = (item: number): string => `,"elsewhere":${!passed.has(item)}`;
        titles.writeCards(out, taste, shown, others ? { view, further } : { view });
        return out.text(`},"pagination":${JSON.stringify(paginate(page, all.length))}}`).borrow();
      };
      const key = `${userId} list ${list.id} ${filterKey(filters)} ${page.page} ${page.perPage} ${view} ${elsewhere}`;
      return titles.keepReply(taste, key, write, `${order.version} ${open}`);
    },
  };
}

export type ListPresenter = ReturnType<typeof createListPresenter>;
