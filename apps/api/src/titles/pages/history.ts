import type { HistorySort, MediaQuery } from '@marquee/contracts';
import { onlyDayOf } from '@marquee/contracts/days';
import type { Ctx } from '#src/core/ctx.ts';
import { fixedRow, type Row } from '#src/titles/engine/ranking.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { indexesOf } from './cards.ts';
import { type CardPage, itemsOf, pageOf, passNamed, rowOf, type Shown, withoutHidden } from './feed.ts';
import type { GivenFilters } from './given-filters.ts';
import type { RatedRepository } from './rated.repository.ts';
import { sortItems } from './row-sorter.ts';

/** Sort and filters of the rating history. */
export type HistoryGiven = GivenFilters & Partial<Pick<MediaQuery, 'sort' | 'tag' | 'seen' | 'import_id'>>;

interface Dependencies {
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
export function createHistory({ repos }: Dependencies) {
  return {
    /** Returns the titles of the history. */
    async select({ userId }: Ctx, taste: Taste, given: HistoryGiven): Promise<Row> {
      const passed = withoutHidden(taste, passNamed(taste, given));
      const { tag, seen, import_id: importId } = given;
      const isFiltered = tag !== undefined || seen || importId !== undefined;
      const items = isFiltered
        ? indexesOf(taste.snapshot, await repos.rated.listIds(userId, { tag, seen, importId }))
        : taste.ratings.ordered;
      return sortRated(taste, rowOf(items, passed), given.sort ?? 'rated_at');
    },

    /** Returns one page of the history. */
    async page(
      { userId }: Ctx,
      taste: Taste,
      row: Row,
      query: Shown,
      added?: ReadonlySet<number>,
    ): Promise<CardPage> {
      const ids = Array.from(itemsOf(row, query), (item) => taste.snapshot.data.ids[item] ?? 0);
      const [rated, episodeDays] = await Promise.all([
        repos.rated.list(userId, ids),
        repos.rated.listEpisodeDays(userId, ids),
      ]);
      const notes = new Map(rated.map((row) => [row.mediumId, row]));
      const { media, pagination } = pageOf(taste, row, query, { added });
      const noted = media.map((card, at) => {
        const id = ids[at] ?? 0;
        const episode_days = episodeDays.get(id) ?? [];
        const note = notes.get(id);
        if (!note) return card.with({ episode_days });
        const { updatedAt, tags } = note;
        return card.with({
          episode_days,
          rated_at: updatedAt.toISOString(),
          rated_on: onlyDayOf(updatedAt),
          tags,
        });
      });
      return { media: noted, pagination };
    },
  };
}

export type History = ReturnType<typeof createHistory>;
