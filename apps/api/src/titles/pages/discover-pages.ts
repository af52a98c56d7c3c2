import { type MediaQuery, ROW_SIZE, RowSort } from '@marquee/contracts';
import type { CacheBudget } from '#src/core/cache-budget.ts';
import type { Ctx } from '#src/core/ctx.ts';
import type { Written } from '#src/core/encoded-json.ts';
import { fieldError } from '#src/core/errors.ts';
import { filterKey } from '#src/titles/engine/filters.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import { fixedRow } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { CardPages } from './card-pages.ts';
import { decadeRow, groupsOf, nameOfRow, writeGroups } from './discover-rows.ts';
import { EMPTY_REST, writeRow } from './feed.ts';
import { createRowSorter } from './row-sorter.ts';
import { timelyRows } from './timely-rows.ts';

interface Dependencies {
  titles: CardPages;
  cacheBytes: Pick<CacheBudget, 'rowOrders'>;
}

/** The titles of the list that `for_list` names. */
type Added = ReadonlySet<number> | undefined;

/** Writes pages of Discover: all groups, or one row by its id. */
export function createDiscoverPages({ titles, cacheBytes }: Dependencies) {
  const sortRow = createRowSorter(cacheBytes.rowOrders);

  return {
    /** Returns one page of the groups on Discover, or only of the staff lists. */
    writePage(taste: Taste, ctx: Ctx, query: MediaQuery, added: Added): Written {
      const { page, per_page, view, only_staff } = query;
      const filters = titles.resolveFilters(taste, query);
      const today = dayOf(Date.now());
      const make = () => {
        const all = groupsOf(taste.ranking(filters), timelyRows(taste, filters, today));
        const wanted = only_staff ? all.filter(({ kind }) => kind === 'staff') : all;
        return writeGroups(titles, taste, wanted, query, added);
      };
      // Replies with `already_added` are not cached, since a change of the list does not drop the taste.
      if (added) return Buffer.from(make());
      const key = `${ctx.userId} ${today} ${filterKey(filters)} ${page} ${per_page} ${view} ${only_staff}`;
      return titles.keepReply(taste, key, make);
    },

    /** Returns one page of the row with the id `row`, and the name of the row. */
    async writeNamedRow(
      taste: Taste,
      { userId }: Ctx,
      query: MediaQuery & { row: string },
      added: Added,
    ): Promise<Buffer> {
      const name = nameOfRow(taste, query.row);
      if (!name) throw fieldError('row', 'Row is unknown');
      const sort = RowSort.optional().safeParse(query.sort);
      if (!sort.success) throw fieldError('sort', 'A row is sorted by match, newest or known');
      const filters = titles.resolveFilters(taste, query);
      const own =
        decadeRow(taste, filters, query.row) ??
        groupsOf(taste.ranking(filters), timelyRows(taste, filters, dayOf(Date.now()))).find(
          ({ id }) => id === query.row,
        )?.row ??
        fixedRow(new Int32Array());
      const key = `${userId} ${query.row} ${filterKey(filters)}`;
      const row = sort.data ? await sortRow(taste, key, own, sort.data) : own;
      const rest = `${EMPTY_REST},"row":${JSON.stringify(name)}`;
      return writeRow(titles, taste, row, query, { size: ROW_SIZE, added, rest });
    },
  };
}
