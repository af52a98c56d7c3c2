import {
  type MediaQuery,
  type MediaReply,
  type Pagination,
  type Person,
  REASONS_OF_ROW,
  type Selection,
  selectionOf,
} from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { JsonText, WithTexts } from '#src/core/json-text.ts';
import type { Page } from '#src/data/paging.ts';
import { writeCard } from '#src/titles/cards/card-writer.ts';
import { DEFAULT_COUNTRY } from '#src/titles/engine/markets.ts';
import { fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Snapshot } from '#src/titles/engine/snapshot.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import { fullCard } from './cards.ts';
import { discoverPage, namedRowPage } from './discover.ts';
import { type CardPage, pageOf, type Shown, toPage } from './feed.ts';
import { factFilters, filterList, type GivenFilters, resolveFilters } from './given-filters.ts';
import { createHistory, type HistoryGiven, hidden } from './history.ts';
import { ofPerson } from './person.ts';
import type { RatedRepository } from './rated.repository.ts';
import { search } from './search.ts';
import { similar } from './similar.ts';
import { famousAndUnlikely, toRate } from './to-rate.ts';
import { type V1Query, v1Page } from './v1-media.ts';

type RowSelection = Exclude<Selection, 'rating_history'>;

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  /** Returns the snapshot in use. Throws `unavailable` before the first snapshot is loaded. */
  snapshot: () => Snapshot;
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

/** Selections that are rows of Discover, or shown as one. The first reasons of a row are read. */
const READ: ReadonlySet<Selection> = new Set<Selection>(['recommended', 'recent', 'similar']);

export function createMediaService({ users, snapshot, repos, lists, people }: Dependencies) {
  const history = createHistory({ repos });

  async function singleList(taste: Taste, ctx: Ctx, query: GivenFilters & Pick<MediaQuery, 'id'>) {
    if (query.id === undefined) throw fieldError('id', 'Id is required');
    return fixedRow(Int32Array.from(filterList(taste, await lists.listMediumIds(ctx, query.id), query)));
  }

  /** The row of each `selection` whose reply has only titles. */
  const rows: Record<RowSelection, (taste: Taste, ctx: Ctx, query: MediaQuery) => Row | Promise<Row>> = {
    recommended: (taste, _ctx, query) => taste.ranking(resolveFilters(taste, query)).recommended,
    recent: (taste, _ctx, query) => taste.ranking(resolveFilters(taste, query)).recent,
    to_rate: (taste, _ctx, query) => toRate(taste, query),
    hidden: (taste, _ctx, query) => hidden(taste, query),
    similar: (taste, _ctx, query) => similar(taste, query),
    search: (taste, _ctx, query) => search(taste, query).row,
    single_list: singleList,
    person() {
      throw fieldError('personId', 'Person id is required');
    },
  };

  /** Returns a title as a visitor sees it: without offers and likelihood. */
  function visitorCard(mediumId: number): JsonText {
    const { data, indexOf, marketOf } = snapshot();
    const item = indexOf(mediumId);
    if (item < 0) throw new AppError('not_found');
    return writeCard(data, marketOf(DEFAULT_COUNTRY), item, null, 'full');
  }

  return {
    /** Returns the reply of GET /api/v2/media: one page of the `selection`. */
    async select(ctx: Ctx, query: MediaQuery): Promise<WithTexts<MediaReply>> {
      const added = query.for_list
        ? new Set(await lists.listMediumIds(ctx, String(query.for_list)))
        : undefined;
      const selection = selectionOf(query);
      const taste = await users.getTaste(ctx.userId);
      // A search for people uses no filter, and refuses unknown values too.
      factFilters(taste.snapshot, query);
      if (selection === 'search' && query.search_type === 'people') {
        const found = people.search(ctx, query.query, toPage(query));
        return { media: [], grouped_media: [], person: null, ...found };
      }
      if (query.personId !== undefined) {
        const person = await people.get(ctx, query.personId);
        const row = ofPerson(taste, query.personId, query);
        return { ...pageOf(taste, row, query, { added }), grouped_media: [], person };
      }
      const { row } = query;
      if (row !== undefined) return namedRowPage(taste, { ...query, row }, added);
      if (query.grouped_genres || query.only_staff) return discoverPage(taste, query, added);
      if (selection === 'search') {
        const { row: found, understood, ignored, foundBy } = search(taste, query);
        return {
          ...pageOf(taste, found, query, { added, foundBy }),
          grouped_media: [],
          person: null,
          understood: [...understood],
          ignored: [...ignored],
        };
      }
      const page =
        selection === 'rating_history'
          ? await history.page(ctx, taste, await history.select(ctx, taste, query), query, added)
          : pageOf(taste, await rows[selection](taste, ctx, query), query, {
              added,
              told: query.page === 1 && READ.has(selection) ? REASONS_OF_ROW : 0,
            });
      return { ...page, grouped_media: [], person: null };
    },

    /** Returns the titles to rate. */
    async listToRate(ctx: Ctx, query: Shown & { contrast: boolean }): Promise<CardPage> {
      const taste = await users.getTaste(ctx.userId);
      return pageOf(taste, query.contrast ? famousAndUnlikely(taste) : toRate(taste), query);
    },

    /** Returns the rating history, the last rated title first unless `sort` is given. */
    async listHistory(ctx: Ctx, query: Shown & HistoryGiven): Promise<CardPage> {
      const taste = await users.getTaste(ctx.userId);
      return history.page(ctx, taste, await history.select(ctx, taste, query), query);
    },

    /** Returns the reply of GET /api/v1/media, the older call for titles. The reply contains `by_genre`. */
    selectV1: async (ctx: Ctx, query: V1Query) =>
      v1Page(history, await users.getTaste(ctx.userId), ctx, query),

    /** Returns `{medium}` with all fields. Only members see offers and likelihoods; others get the view of a visitor. */
    async get(caller: (Ctx & { isMember: boolean }) | null, mediumId: number): Promise<{ medium: JsonText }> {
      if (!caller?.isMember) return { medium: visitorCard(mediumId) };
      return { medium: fullCard(await users.getTaste(caller.userId), mediumId) };
    },
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
