import {
  GROUPS_PER_PAGE,
  type MediaQuery,
  type MediaReply,
  REASONS_OF_ROW,
  ROW_SIZE,
  type RowName,
  RowSort,
} from '@marquee/contracts';
import { fieldError } from '#src/core/errors.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import { fixedRow } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { cardsOf } from './cards.ts';
import { decadeRow, type Group, groupsOf, nameOfRow, tasteRows } from './discover-rows.ts';
import { pageOf, toPage } from './feed.ts';
import { resolveFilters } from './given-filters.ts';
import { sortItems } from './row-sorter.ts';
import { timelyRows } from './timely-rows.ts';

/** Ids of the titles of the list that `for_list` names. */
type Added = ReadonlySet<number> | undefined;

/** Returns the rows of Discover for this user, with the filters of the call or else the saved ones. */
function rowsFor(taste: Taste, query: MediaQuery): Group[] {
  const filters = resolveFilters(taste, query);
  const tastes = query.taste_rows ? tasteRows(taste, filters) : [];
  return groupsOf(taste.ranking(filters), timelyRows(taste, filters, dayOf(Date.now())), tastes);
}

/**
 * Returns one page of the rows on Discover, or only of the staff lists, each with its first titles. The road of a page:
 * the taste is that of the caller (`media.service.ts`), `rank` chooses and orders the titles for it, `groupsOf` makes
 * named rows of them, `cardsOf` the text of each title, and `http/serve.ts` writes the reply.
 */
export function discoverPage(taste: Taste, query: MediaQuery, added: Added): WithTexts<MediaReply> {
  const rows = rowsFor(taste, query).filter(({ kind }) => !query.only_staff || kind === 'staff');
  const page = toPage(query, GROUPS_PER_PAGE);
  const shown = rows.slice(offsetOf(page), offsetOf(page) + page.perPage).map(({ row, ...name }) => ({
    name,
    items: Array.from(row.slice(0, Math.min(ROW_SIZE, row.total))),
    pagination: paginate({ page: 1, perPage: ROW_SIZE }, row.total),
  }));
  const cards = cardsOf(
    taste,
    shown.flatMap(({ items }) => items),
    { view: query.view, added, told: shown.flatMap(({ items }) => items.slice(0, REASONS_OF_ROW)) },
  );
  return {
    media: [],
    grouped_media: shown.map(({ name, items, pagination }) => ({
      ...name,
      media: items.map((item) => cards.get(item)).filter((card) => card !== undefined),
      pagination,
    })),
    pagination: paginate(page, rows.length),
    person: null,
  };
}

/** Returns one page of the row with the id `row`, and the name of the row. */
export async function namedRowPage(
  taste: Taste,
  query: MediaQuery & { row: RowName['id'] },
  added: Added,
): Promise<WithTexts<MediaReply>> {
  const name = nameOfRow(taste, query.row);
  if (!name) throw fieldError('row', 'Row is unknown');
  const sort = RowSort.optional().safeParse(query.sort);
  if (!sort.success) throw fieldError('sort', 'A row is sorted by match, newest or known');
  const rows = rowsFor(taste, { ...query, taste_rows: name.kind === 'taste' });
  const group = rows.find(({ id }) => id === name.id);
  const row =
    decadeRow(taste, resolveFilters(taste, query), query.row) ?? group?.row ?? fixedRow(new Int32Array());
  const sorted = sort.data ? fixedRow(await sortItems(taste, row.slice(0, row.total), sort.data)) : row;
  return {
    ...pageOf(taste, sorted, query, { size: ROW_SIZE, added, told: query.page === 1 ? REASONS_OF_ROW : 0 }),
    grouped_media: [],
    person: null,
    row: { ...name, years: group?.years ?? null },
  };
}
