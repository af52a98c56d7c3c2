import { dayIn } from './days.ts';
import type { MediumCard } from './media.ts';

/** What the diary needs to know of a title. */
export type DiaryTitle = Pick<MediumCard, 'rating' | 'rated_at' | 'rated_on' | 'episode_days'> & {
  seen: Pick<NonNullable<MediumCard['seen']>, 'seen_on'> | null;
  progress: Pick<NonNullable<MediumCard['progress']>, 'last_seen_on'> | null;
};

/** A title on a day of the diary, or a series with the number of episodes seen on that day. */
export interface DiaryLine<T extends DiaryTitle> {
  medium: T;
  /** Null where it is unknown. */
  day: string | null;
  /** 0 where the line is about the rating alone, null where it is about the title as a whole. */
  episodes: number | null;
}

/** Returns the day of a rating, or of a view without one. */
function dayOf({ rated_at, rated_on, seen, progress }: DiaryTitle, timeZone: string | null): string | null {
  const seenOn = progress?.last_seen_on ?? seen?.seen_on ?? null;
  return rated_on ?? (rated_at ? dayIn(timeZone, new Date(rated_at)) : seenOn);
}

function linesOf<T extends DiaryTitle>(
  medium: T,
  timeZone: string | null,
  withDays: boolean,
): DiaryLine<T>[] {
  const day = dayOf(medium, timeZone);
  const days = withDays ? (medium.episode_days ?? []) : [];
  const lines = days.map((seen): DiaryLine<T> => ({ medium, ...seen }));
  if (lines.length === 0) return [{ medium, day, episodes: null }];
  // Each line shows the rating, so one on the day of the rating is enough.
  const isOnDay = medium.rating === null || lines.some((line) => line.day === day);
  return isOnDay ? lines : [{ medium, day, episodes: 0 }, ...lines];
}

/**
 * Returns the lines of a diary: a day of one series is one line. Titles come by their last day, so the earlier days of a series
 * are put among the titles of their time. Those that are older than every loaded title wait while `hasMore`.
 * @param byDay whether the diary is in the order of days and shows what was seen
 */
export function diaryLines<T extends DiaryTitle>(
  titles: readonly T[],
  timeZone: string | null,
  byDay: boolean,
  hasMore: boolean,
): DiaryLine<T>[] {
  const lines = titles.flatMap((medium) => linesOf(medium, timeZone, byDay));
  const last = titles.at(-1);
  if (!byDay || !last) return lines;
  const oldest = dayOf(last, timeZone);
  return lines
    .filter(({ day }) => !hasMore || day === null || oldest === null || day >= oldest)
    .sort((a, b) => (b.day ?? '').localeCompare(a.day ?? ''));
}
