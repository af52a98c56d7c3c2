import type { HistorySort, MediaQuery } from '@marquee/contracts';
import { onlyDayOf } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { CardPages, GivenFilters } from './card-pages.ts';
import { itemsOf, passNamed, rowOf, type Shown, withoutHidden, writeRow } from './feed.ts';
import type { RatedRepository } from './rated.repository.ts';
import { sortItems } from './row-sorter.ts';

/** Sort and filters of the rating history. */
export type HistoryGiven = GivenFilters & Partial<Pick<MediaQuery, 'sort' | 'tag' | 'seen' | 'import_id'>>;

interface Dependencies {
  titles: CardPages;
  repos: { rated: RatedRepository };
}

/** A title that was seen without a rating comes after those rated 0. */
const UNRATED = -1;

/** Returns the user's hidden titles, the last hidden title first. */
export const hidden = (taste: Taste, given: GivenFilters = {}): Row =>
  rowOf(taste.hiddenItems.ordered, passNamed(taste, given));

/**
 * Sorts titles of the history. `rated` is sorted by time, newest first, and titles with equal values keep this order.
 */
async function sortRated(taste: Taste, rated: Row, sort: HistorySort): Promise<Row> {
  if (sort === 'rated_at') return rated;
  const items = rated.slice(0, rated.total);
  if (sort !== 'rating') return fixedRow(await sortItems(taste, items, sort));
  return fixedRow(items.sort((a, b) => (taste.rating(b) ?? UNRATED) - (taste.rating(a) ?? UNRATED)));
}

/** Creates the rating history: titles that the user has rated or seen, with the time and the tags of each rating. */
export function createHistory({ titles, repos }: Dependencies) {
  async function select({ userId }: Ctx, taste: Taste, given: HistoryGiven): Promise<Row> {
    const passed = withoutHidden(taste, passNamed(taste, given));
    const { tag, seen, import_id: importId } = given;
    const isFiltered = tag !== undefined || seen || importId !== undefined;
    const items = isFiltered
      ? titles.indexesOf(taste, await repos.rated.listIds(userId, { tag, seen, importId }))
      : taste.ratings.ordered;
    return sortRated(taste, rowOf(items, passed), given.sort ?? 'rated_at');
  }

  return {
    /** Writes one page of the history as serialized JSON. */
    async write(ctx: Ctx, taste: Taste, query: Shown & HistoryGiven, extras: Parameters<typeof writeRow>[4]) {
      const row = await select(ctx, taste, query);
      const ids = Array.from(itemsOf(row, query), (item) => taste.snapshot.data.ids[item] ?? 0);
      const notes = new Map(
        (await repos.rated.list(ctx.userId, ids)).map(({ mediumId, updatedAt, tags }) => [
          mediumId,
          `,"rated_at":"${updatedAt.toISOString()}","rated_on":${JSON.stringify(onlyDayOf(updatedAt))},"tags":${JSON.stringify(tags)}`,
        ]),
      );
      const further = (item: number): string => notes.get(taste.snapshot.data.ids[item] ?? 0) ?? '';
      return writeRow(titles, taste, row, query, { ...extras, further });
    },
  };
}

export type History = ReturnType<typeof createHistory>;
