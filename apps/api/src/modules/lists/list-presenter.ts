import type { Pagination, UserList } from '@marquee/contracts';
import { offsetOf, type Page, paginate } from '#src/data/paging.ts';
import type { GivenFilters, Titles } from '#src/titles/feeds/titles.ts';
import { getListWithStanding, type ListRepositories } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import { type ListWithStanding, mapList } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import { may } from './policy.ts';

interface Dependencies {
  repos: ListRepositories;
  orders: ListOrders;
  titles: Pick<Titles, 'filter' | 'getTaste' | 'indexesOf' | 'begin' | 'writeCards'>;
}

interface PageOptions extends GivenFilters {
  view: 'full' | 'card';
}

/** Builds replies about lists. */
export function createListPresenter({ repos, orders, titles }: Dependencies) {
  /** Several lists, without titles. */
  async function presentMany(targets: readonly ListWithStanding[], mediumId?: number): Promise<UserList[]> {
    const seen = targets.filter(({ standing }) => may(standing, 'see')).map(({ list }) => list);
    const ids = seen.map(({ id }) => id);
    const [shares, holding, ordersOf] = await Promise.all([
      repos.listShares.list(ids),
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
    if (!list) throw new Error('one list in, one list out');
    return list;
  }

  return {
    presentMany,
    present,

    /** The list after a change, as the call answers it. */
    async presentCurrent(userId: number, address: ListAddress): Promise<UserList> {
      return present(await getListWithStanding(repos, userId, address));
    },

    /** `{user_list, pagination}` as serialized JSON. A caller with the right `glimpse` only gets no titles. */
    async writePage(
      userId: number,
      target: ListWithStanding,
      page: Page,
      options: PageOptions,
    ): Promise<Buffer> {
      const { media: _, ...list } = await present(target);
      const open = `{"user_list":${JSON.stringify(list).slice(0, -1)},"media":`;
      const end = (pagination: Pagination) => `},"pagination":${JSON.stringify(pagination)}}`;
      if (!may(target.standing, 'see')) return Buffer.from(`${open}[]${end(paginate(page, 0))}`);
      const { mediumIds } = await orders.get(target.list);
      const passing = await titles.filter(userId, mediumIds, options);
      const shown = passing.slice(offsetOf(page), offsetOf(page) + page.perPage);
      const taste = await titles.getTaste(userId);
      const out = titles.begin().text(open);
      titles.writeCards(out, taste, titles.indexesOf(taste, shown), { view: options.view });
      return out.text(end(paginate(page, passing.length))).finish();
    },
  };
}

export type ListPresenter = ReturnType<typeof createListPresenter>;
