import { type MediaQuery, type Pagination, type Person, ROW_SIZE, RowSort } from '@marquee/contracts';
import type { CacheBudget } from '#src/core/cache-budget.ts';
import { fieldError } from '#src/core/errors.ts';
import type { Page } from '#src/data/paging.ts';
import { filterKey, passing } from '#src/titles/engine/filters.ts';
import { dayOf } from '#src/titles/engine/markets.ts';
import { allTitles, fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/members/taste.ts';
import { decadeRow, groupsOf, nameOfRow, writeGroups } from './discover-rows.ts';
import { type Ctx, EMPTY_REST, rowOf, type Shown, toPage, writeRow } from './feed.ts';
import { createHistory, type HistoryGiven, hidden } from './history.ts';
import { ofPerson } from './person.ts';
import type { RatedRepository } from './rated.repository.ts';
import { createRowSorter } from './row-sorter.ts';
import { search } from './search.ts';
import { similar } from './similar.ts';
import { timelyRows } from './timely-rows.ts';
import type { GivenFilters, Titles } from './titles.ts';
import { toRate } from './to-rate.ts';

interface Dependencies {
  cacheBytes: Pick<CacheBudget, 'rowOrders'>;
  titles: Titles;
  repos: { rated: RatedRepository };
  lists: {
    /** Medium ids of a list in its order. @throws AppError not_found when the caller may not see the list. */
    listMediumIds(ctx: Ctx, idOrCode: string): Promise<readonly number[]>;
  };
  people: {
    get(ctx: Ctx, personId: number): Promise<Person>;
    search(ctx: Ctx, query: string, page: Page): { people: Person[]; pagination: Pagination };
  };
}

export function createMediaService({ titles, repos, lists, people, cacheBytes }: Dependencies) {
  const history = createHistory({ titles, repos });
  const sortRow = createRowSorter(cacheBytes.rowOrders);

  async function singleList(taste: Taste, ctx: Ctx, query: GivenFilters & Pick<MediaQuery, 'id'>) {
    if (query.id === undefined) throw fieldError('id', 'Id is required');
    const { data } = taste.snapshot;
    const items = titles.indexesOf(taste, await lists.listMediumIds(ctx, query.id));
    return rowOf(items, passing(data, titles.resolveFilters(taste, query), taste, allTitles(data.size)));
  }

  /** The row of a `selection` that answers titles only. */
  async function rowFor(
    taste: Taste,
    ctx: Ctx,
    query: MediaQuery & { selection: Exclude<MediaQuery['selection'], 'rating_history'> },
  ): Promise<Row> {
    switch (query.selection) {
      case 'recommended':
        return taste.ranking(titles.resolveFilters(taste, query)).recommended;
      case 'recent':
        return taste.ranking(titles.resolveFilters(taste, query)).recent;
      case 'to_rate':
        return toRate(taste, query);
      case 'hidden':
        return hidden(taste, query);
      case 'similar':
        return similar(taste, query);
      case 'search':
        return search(taste, query);
      case 'single_list':
        return singleList(taste, ctx, query);
      case 'person':
        throw fieldError('personId', 'Person id is required');
    }
  }

  /** The groups of Discover, or only the staff lists. */
  function groups(taste: Taste, ctx: Ctx, query: MediaQuery, added: ReadonlySet<number> | undefined): Buffer {
    const { page, per_page, view, only_staff } = query;
    const filters = titles.resolveFilters(taste, query);
    const today = dayOf(Date.now());
    const make = () => {
      const all = groupsOf(taste.ranking(filters), timelyRows(taste, filters, today));
      const wanted = only_staff ? all.filter(({ kind }) => kind === 'staff') : all;
      return writeGroups(titles, taste, wanted, query, added);
    };
    // Replies with `already_added` are not cached, since a change of the list does not drop the taste.
    if (added) return make();
    const key = `${ctx.userId} ${today} ${filterKey(filters)} ${page} ${per_page} ${view} ${only_staff}`;
    return titles.keepReply(taste, key, make);
  }

  /** One page of the row that `row` names, with its name. */
  async function writeNamedRow(
    taste: Taste,
    { userId }: Ctx,
    query: MediaQuery & { row: string },
    added: ReadonlySet<number> | undefined,
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
  }

  return {
    /** GET /api/v2/media: one page of the `selection`, as serialized JSON. */
    async select(ctx: Ctx, query: MediaQuery): Promise<Buffer> {
      const added = query.for_list
        ? new Set(await lists.listMediumIds(ctx, String(query.for_list)))
        : undefined;
      if (query.selection === 'search' && query.search_type === 'people') {
        const { people: found, pagination } = people.search(ctx, query.query, toPage(query));
        return Buffer.from(
          JSON.stringify({ media: [], grouped_media: [], pagination, person: null, people: found }),
        );
      }
      const taste = await titles.getTaste(ctx.userId);
      if (query.personId !== undefined) {
        const person = await people.get(ctx, query.personId);
        const rest = `,"grouped_media":[],"person":${JSON.stringify(person)}`;
        return writeRow(titles, taste, ofPerson(taste, query.personId, query), query, { added, rest });
      }
      const { row, selection } = query;
      if (row !== undefined) return writeNamedRow(taste, ctx, { ...query, row }, added);
      if (query.grouped_genres || query.only_staff) return groups(taste, ctx, query, added);
      if (selection === 'rating_history') return history.write(ctx, taste, query, { added });
      return writeRow(titles, taste, await rowFor(taste, ctx, { ...query, selection }), query, { added });
    },

    /** `{media, pagination}`: titles to rate. */
    async listToRate(ctx: Ctx, query: Shown): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      return writeRow(titles, taste, toRate(taste), query, { rest: '' });
    },

    /** `{media, pagination}`: rated titles, last rated first unless sorted. */
    async listHistory(ctx: Ctx, query: Shown & HistoryGiven): Promise<Buffer> {
      return history.write(ctx, await titles.getTaste(ctx.userId), query, { rest: '' });
    },

    /** GET /api/v1/media: the same selections with `by_genre`, which groups the titles of the page by genre. */
    async selectV1(
      ctx: Ctx,
      query: Shown & HistoryGiven & Pick<MediaQuery, 'grouped_genres'> & { selection: string },
    ): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      const rest = ',"by_genre":[]';
      const flat = query.selection.endsWith('history')
        ? await history.write(ctx, taste, query, { rest })
        : writeRow(titles, taste, query.selection === 'hidden' ? hidden(taste) : toRate(taste), query, {
            rest,
          });
      if (!query.grouped_genres) return flat;
      const reply: { media: { genres: string[] }[]; pagination: Pagination } = JSON.parse(String(flat));
      const genres = [...new Set(reply.media.flatMap((medium) => medium.genres))].sort();
      const by_genre = genres.map((genre) => ({
        genre,
        media: reply.media.filter((medium) => medium.genres.includes(genre)),
      }));
      return Buffer.from(JSON.stringify({ ...reply, by_genre }));
    },

    /** `{medium}` with all fields; without a member the view of a visitor. */
    get: (ctx: Ctx | null, mediumId: number): Promise<Buffer> =>
      titles.writeMedium(ctx?.userId ?? null, mediumId),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
