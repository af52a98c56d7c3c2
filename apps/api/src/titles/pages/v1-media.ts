import type { MediaQuery, Pagination } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import type { Taste } from '#src/titles/users/taste.ts';
import type { CardPages } from './card-pages.ts';
import { type Shown, writeRow } from './feed.ts';
import { type History, type HistoryGiven, hidden } from './history.ts';
import { toRate } from './to-rate.ts';

export type V1Query = Shown & HistoryGiven & Pick<MediaQuery, 'grouped_genres'> & { selection: string };

/**
 * Writes the reply of GET /api/v1/media: one page of the `selection`. With `grouped_genres`, `by_genre` groups
 * the titles of this page.
 */
export async function writeV1(
  titles: CardPages,
  history: History,
  taste: Taste,
  ctx: Ctx,
  query: V1Query,
): Promise<Buffer> {
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
}
