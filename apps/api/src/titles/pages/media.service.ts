import {
  type MediaQuery,
  type Pagination,
  type Person,
  type Selection,
  selectionOf,
} from '@marquee/contracts';
import type { CacheBudget } from '#src/core/cache-budget.ts';
import type { Ctx } from '#src/core/ctx.ts';
import type { Written } from '#src/core/encoded-json.ts';
import { fieldError } from '#src/core/errors.ts';
import type { Page } from '#src/data/paging.ts';
import { passing } from '#src/titles/engine/filters.ts';
import { allTitles, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { type CardPages, factFilters, type GivenFilters } from './card-pages.ts';
import { createDiscoverPages } from './discover-pages.ts';
import { rowOf, type Shown, toPage, writeRow } from './feed.ts';
import { createHistory, type HistoryGiven, hidden } from './history.ts';
import { ofPerson } from './person.ts';
import type { RatedRepository } from './rated.repository.ts';
import { search } from './search.ts';
import { similar } from './similar.ts';
import { toRate } from './to-rate.ts';
import { type V1Query, writeV1 } from './v1-media.ts';

type RowSelection = Exclude<Selection, 'rating_history'>;

interface Dependencies {
  cacheBytes: Pick<CacheBudget, 'rowOrders'>;
  titles: CardPages;
  repos: { rated: RatedRepository };
  lists: {
    /**
     * Returns the medium ids of a list in its order.
     * @throws AppError not_found when the caller may not see the list.
     */
    listMediumIds(ctx: Ctx, idOrCode: string): Promise<readonly number[]>;
  };
  people: {
    get(ctx: Ctx, personId: number): Promise<Person>;
    search(ctx: Ctx, query: string, page: Page): { people: Person[]; pagination: Pagination };
  };
}

export function createMediaService({ titles, repos, lists, people, cacheBytes }: Dependencies) {
  const history = createHistory({ titles, repos });
  const discover = createDiscoverPages({ titles, cacheBytes });

  async function singleList(taste: Taste, ctx: Ctx, query: GivenFilters & Pick<MediaQuery, 'id'>) {
    if (query.id === undefined) throw fieldError('id', 'Id is required');
    const { data } = taste.snapshot;
    const items = titles.indexesOf(taste, await lists.listMediumIds(ctx, query.id));
    return rowOf(items, passing(data, titles.resolveFilters(taste, query), taste, allTitles(data.size)));
  }

  /** The row of each `selection` whose reply has only titles. */
  const rows: Record<RowSelection, (taste: Taste, ctx: Ctx, query: MediaQuery) => Row | Promise<Row>> = {
    recommended: (taste, _ctx, query) => taste.ranking(titles.resolveFilters(taste, query)).recommended,
    recent: (taste, _ctx, query) => taste.ranking(titles.resolveFilters(taste, query)).recent,
    to_rate: (taste, _ctx, query) => toRate(taste, query),
    hidden: (taste, _ctx, query) => hidden(taste, query),
    similar: (taste, _ctx, query) => similar(taste, query),
    search: (taste, _ctx, query) => search(taste, query),
    single_list: singleList,
    person() {
      throw fieldError('personId', 'Person id is required');
    },
  };

  return {
    /** Returns the reply of GET /api/v2/media: one page of the `selection`, as serialized JSON. */
    async select(ctx: Ctx, query: MediaQuery): Promise<Written> {
      const added = query.for_list
        ? new Set(await lists.listMediumIds(ctx, String(query.for_list)))
        : undefined;
      const selection = selectionOf(query);
      const taste = await titles.getTaste(ctx.userId);
      // A search for people uses no filter, and refuses unknown values too.
      factFilters(taste.snapshot, query);
      if (selection === 'search' && query.search_type === 'people') {
        const { people: found, pagination } = people.search(ctx, query.query, toPage(query));
        return Buffer.from(
          JSON.stringify({ media: [], grouped_media: [], pagination, person: null, people: found }),
        );
      }
      if (query.personId !== undefined) {
        const person = await people.get(ctx, query.personId);
        const rest = `,"grouped_media":[],"person":${JSON.stringify(person)}`;
        return writeRow(titles, taste, ofPerson(taste, query.personId, query), query, { added, rest });
      }
      const { row } = query;
      if (row !== undefined) return discover.writeNamedRow(taste, ctx, { ...query, row }, added);
      if (query.grouped_genres || query.only_staff) return discover.writePage(taste, ctx, query, added);
      if (selection === 'rating_history') return history.write(ctx, taste, query, { added });
      return writeRow(titles, taste, await rows[selection](taste, ctx, query), query, { added });
    },

    /** Returns the titles to rate as `{media, pagination}`. */
    async listToRate(ctx: Ctx, query: Shown): Promise<Buffer> {
      const taste = await titles.getTaste(ctx.userId);
      return writeRow(titles, taste, toRate(taste), query, { rest: '' });
    },

    /** Returns the rating history as `{media, pagination}`, the last rated title first unless `sort` is given. */
    async listHistory(ctx: Ctx, query: Shown & HistoryGiven): Promise<Buffer> {
      return history.write(ctx, await titles.getTaste(ctx.userId), query, { rest: '' });
    },

    /** Returns the reply of GET /api/v1/media, the older call for titles. The reply contains `by_genre`. */
    selectV1: async (ctx: Ctx, query: V1Query): Promise<Buffer> =>
      writeV1(titles, history, await titles.getTaste(ctx.userId), ctx, query),

    /** Returns `{medium}` with all fields. Only members see offers and likelihoods; others get the view of a visitor. */
    get: (caller: (Ctx & { isMember: boolean }) | null, mediumId: number): Promise<Buffer> =>
      titles.writeMedium(caller?.isMember ? caller.userId : null, mediumId),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
