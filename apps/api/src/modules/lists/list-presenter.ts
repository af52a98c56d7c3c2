import type { Pagination, UserList } from '@marquee/contracts';
import { offsetOf, type Page, paginate } from '#src/discover/pages.ts';
import type { GivenFilters, Titles } from '#src/discover/titles.ts';
import { getEntry, type ListRepositories } from './list-access.ts';
import type { ListOrders } from './list-orders.ts';
import { type Entry, mapList } from './lists.mapper.ts';
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

/** Puts together what replies say of lists. */
export function createListPresenter({ repos, orders, titles }: Dependencies) {
  /** Several lists, without titles. */
  async function presentMany(entries: readonly Entry[], mediumId?: number): Promise<UserList[]> {
    const seen = entries.filter(({ standing }) => may(standing, 'see')).map(({ list }) => list);
    const ids = seen.map(({ id }) => id);
    const [shares, holding, ordersOf] = await Promise.all([
      repos.listShares.list(ids),
      mediumId === undefined ? null : repos.listMedia.listHolding(ids, mediumId),
      orders.getMany(seen),
    ]);
    const sharesOf = Map.groupBy(shares, (share) => share.listId);
    return entries.map((entry) => {
      const { id } = entry.list;
      return mapList(entry, {
        shares: sharesOf.get(id) ?? [],
        hasMedium: holding?.has(id) ?? null,
        order: ordersOf.get(id)?.text ?? null,
      });
    });
  }

  async function present(entry: Entry): Promise<UserList> {
    const [list] = await presentMany([entry]);
    if (!list) throw new Error('one entry gives one list');
    return list;
  }

  return {
    presentMany,
    present,

    /** The list as it is now: what a call that changed it answers. */
    async presentCurrent(userId: number, address: ListAddress): Promise<UserList> {
      return present(await getEntry(repos, userId, address));
    },

    /** `{user_list, pagination}` as written JSON; who may only glimpse the list gets no titles. */
    async writePage(userId: number, entry: Entry, page: Page, options: PageOptions): Promise<Buffer> {
      const { media: _, ...list } = await present(entry);
      const open = `{"user_list":${JSON.stringify(list).slice(0, -1)},"media":`;
      const end = (pagination: Pagination) => `},"pagination":${JSON.stringify(pagination)}}`;
      if (!may(entry.standing, 'see')) return Buffer.from(`${open}[]${end(paginate(page, 0))}`);
      const { mediumIds } = await orders.get(entry.list);
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
