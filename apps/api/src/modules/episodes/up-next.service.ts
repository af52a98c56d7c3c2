import { PAGE_SIZE, type UpNextQuery, type UpNextReply } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import type { WithTexts } from '#src/core/json-text.ts';
import { offsetOf, paginate } from '#src/data/paging.ts';
import { cardsOf } from '#src/titles/pages/cards.ts';
import {
  type Begun,
  type BegunEntry,
  type Clock,
  dueSeries,
  hasAired,
  isWatched,
  lastWatchedFirst,
} from '#src/titles/users/progress.ts';
import type { UserCache } from '#src/titles/users/user-cache.ts';
import type { EpisodesRepository } from './episodes.repository.ts';

interface Dependencies {
  users: Pick<UserCache, 'getTaste'>;
  repos: { episodes: Pick<EpisodesRepository, 'countBehind'> };
}

/** Returns when the next episode airs, in minutes since 1970; null while its day is unknown. */
const airsAt = ({ next }: Begun): number | null =>
  next && (next.minute ?? (next.day === null ? null : next.day * 24 * 60));

const soonestFirst = (a: BegunEntry, b: BegunEntry): number =>
  (airsAt(a[1]) ?? 0) - (airsAt(b[1]) ?? 0) || a[0] - b[0];

/** Returns the watched series whose next episode is to come on a known day, the soonest first. */
const comingSeries = (begun: ReadonlyMap<number, Begun>, clock: Clock): BegunEntry[] =>
  [...begun]
    .filter(([, series]) => isWatched(series) && series.next !== null && !hasAired(series.next, clock))
    .filter(([, series]) => airsAt(series) !== null)
    .toSorted(soonestFirst);

/** Says what a member watches next (docs/api.md#up-next). */
export const createUpNextService = ({ users, repos }: Dependencies) => ({
  async list(
    { userId }: Ctx,
    { state, page, per_page: perPage = PAGE_SIZE }: UpNextQuery,
  ): Promise<WithTexts<UpNextReply>> {
    const taste = await users.getTaste(userId);
    const { clock } = taste;
    const entries =
      state === 'watching'
        ? [...dueSeries(taste.begun, clock), ...comingSeries(taste.begun, clock)]
        : [...taste.begun]
            .filter(([, series]) => series.state === state && series.seen > 0)
            .toSorted(lastWatchedFirst);
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
