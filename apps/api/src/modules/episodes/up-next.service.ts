import { PAGE_SIZE, type UpNextQuery, type UpNextReply } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import { cardsOf } from '#src/titles/pages/cards.ts';
import { type Clock, hasAired } from '#src/titles/users/progress.ts';
import type { Begun, Taste } from '#src/titles/users/taste.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { EpisodesRepository } from './episodes.repository.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: { episodes: Pick<EpisodesRepository, 'countBehind'> };
}

type Entry = readonly [item: number, series: Begun];

const lastFirst = ([itemA, a]: Entry, [itemB, b]: Entry): number =>
  (b.lastSeenOn ?? '').localeCompare(a.lastSeenOn ?? '') || b.markedAt - a.markedAt || itemA - itemB;

/** Returns when the next episode airs, in minutes since 1970; null while its day is unknown. */
const airsAt = ({ next }: Begun): number | null =>
  next && (next.minute ?? (next.day === null ? null : next.day * 24 * 60));

const soonestFirst = (a: Entry, b: Entry): number => (airsAt(a[1]) ?? 0) - (airsAt(b[1]) ?? 0) || a[0] - b[0];

/**
 * Returns the series that a member is watching and that have something to watch, the one watched last first, then those
 * whose next episode has a day.
 */
export function watchedNext({ begun }: Taste, clock: Clock): { due: Entry[]; coming: Entry[] } {
  const watching = [...begun].filter(([, { state, seen, next }]) => state === 'watching' && seen > 0 && next);
  const isDue = ([, { next }]: Entry): boolean => next !== null && hasAired(next, clock);
  return {
    due: watching.filter(isDue).toSorted(lastFirst),
    coming: watching.filter((entry) => !isDue(entry) && airsAt(entry[1]) !== null).toSorted(soonestFirst),
  };
}

/** Says what a member watches next (docs/product.md#up-next). */
export const createUpNextService = ({ users, repos }: Dependencies) => ({
  async list(
    { userId }: Ctx,
    { state, page, per_page: perPage = PAGE_SIZE }: UpNextQuery,
  ): Promise<WithTexts<UpNextReply>> {
    const taste = await users.getTaste(userId);
    const { clock } = taste;
    const { due, coming } = watchedNext(taste, clock);
    const entries =
      state === 'watching'
        ? [...due, ...coming]
        : [...taste.begun]
            .filter(([, series]) => series.state === state && series.seen > 0)
            .toSorted(lastFirst);
    const shown = { page, perPage };
    const from = offsetOf(shown);
    const items = entries.slice(from, from + perPage).map(([item]) => item);
    const cards = cardsOf(taste, items, { view: 'card' });
    const idOf = (item: number): number => taste.snapshot.data.ids[item] ?? 0;
    const behind = await repos.episodes.countBehind(userId, items.map(idOf), clock);
    return {
      up_next: items.flatMap((item) => {
        const [medium, progress] = [cards.get(item), taste.progressOf(item)];
        return medium && progress ? [{ medium, progress, behind: behind.get(idOf(item)) ?? 0 }] : [];
      }),
      pagination: paginate(shown, entries.length),
    };
  },
});

export type UpNextService = ReturnType<typeof createUpNextService>;
