import type { MediaQuery, MediaV1Reply } from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { hasBit } from '#src/titles/engine/bits.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import { itemsOf, pageOf, type Shown } from './feed.ts';
import { type History, type HistoryGiven, hidden } from './history.ts';
import { toRate } from './to-rate.ts';

export type V1Query = Shown & HistoryGiven & Pick<MediaQuery, 'grouped_genres'> & { selection: string };

/**
 * Returns the reply of GET /api/v1/media: one page of the `selection`. With `grouped_genres`, `by_genre` groups
 * the titles of this page.
 */
export async function v1Page(
  history: History,
  taste: Taste,
  ctx: Ctx,
  query: V1Query,
): Promise<WithTexts<z.output<typeof MediaV1Reply>>> {
  const isHistory = query.selection.endsWith('history');
  const row = isHistory
    ? await history.select(ctx, taste, query)
    : query.selection === 'hidden'
      ? hidden(taste)
      : toRate(taste);
  const page = isHistory ? await history.page(ctx, taste, row, query) : pageOf(taste, row, query);
  if (!query.grouped_genres) return { ...page, by_genre: [] };
  const items = itemsOf(row, query);
  const by_genre = taste.snapshot.data.genreRows
    .map(({ title, bits }) => ({
      genre: title,
      media: page.media.filter((_, at) => hasBit(bits, items[at] ?? 0)),
    }))
    .filter(({ media }) => media.length > 0)
    .sort((a, b) => (a.genre < b.genre ? -1 : 1));
  return { ...page, by_genre };
}
