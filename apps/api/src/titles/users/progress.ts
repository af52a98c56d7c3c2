import type { NextEpisode, Progress } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import { placeOf } from '#src/titles/engine/items.ts';
import type { SeriesColumns } from '#src/titles/engine/snapshot-data.ts';
import { textAt } from '#src/titles/engine/texts.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A moment, and the day that it is for a member. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Days since 1970 in the time zone of the member. */
  readonly today: number;
  readonly timeZone: string | null;
}

export const clockIn = (timeZone: string | null, now = Date.now()): Clock => ({
  now,
  today: Date.parse(dayIn(timeZone, new Date(now))) / DAY_MS,
  timeZone,
});

/** When an episode airs, in days and minutes since 1970; null where it is unknown. */
export interface AirTime {
  /** The day that the source names. */
  readonly day: number | null;
  readonly minute: number | null;
  /** The day from which it counts as aired where no instant is known. */
  readonly airsOn: number | null;
}

export const hasAired = ({ minute, airsOn }: Omit<AirTime, 'day'>, { now, today }: Clock): boolean =>
  minute === null ? airsOn !== null && airsOn <= today : minute * MINUTE_MS <= now;

/** Returns the day of an episode for the member: that of its instant, or else the one that its source names. */
export function airDate({ day, minute }: Omit<AirTime, 'airsOn'>, { timeZone }: Clock): string | null {
  if (minute !== null) return dayIn(timeZone, new Date(minute * MINUTE_MS));
  return day === null ? null : new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A series of which a member has seen an episode, as `user_series` has it. */
export interface BegunSeries {
  readonly state: 'watching' | 'on_hold' | 'dropped';
  readonly seen: number;
  readonly lastSeenOn: string | null;
  readonly next: (AirTime & Omit<NextEpisode, 'air_date'>) | null;
}

/** A begun series as a taste keeps it. */
export interface Begun extends BegunSeries {
  /** When the user last marked an episode, in milliseconds since 1970. */
  readonly markedAt: number;
  /** The length of the next episode in minutes, where it is known. */
  readonly runtimeMinutes: number | null;
}

export type BegunEntry = readonly [item: number, series: Begun];

export const lastWatchedFirst = ([itemA, a]: BegunEntry, [itemB, b]: BegunEntry): number =>
  (b.lastSeenOn ?? '').localeCompare(a.lastSeenOn ?? '') || b.markedAt - a.markedAt || itemA - itemB;

export const isWatched = ({ state, seen }: Begun): boolean => state === 'watching' && seen > 0;

/** Returns the series that a member is watching and whose next episode has aired, the one watched last first. */
export const dueSeries = (begun: ReadonlyMap<number, Begun>, clock: Clock): BegunEntry[] =>
  [...begun]
    .filter(([, series]) => isWatched(series) && series.next !== null && hasAired(series.next, clock))
    .toSorted(lastWatchedFirst);

export interface EpisodeCounts {
  readonly total: number;
  readonly aired: number;
  readonly ended: boolean;
}

function stateOf(
  { state, seen, next }: BegunSeries,
  { aired, ended }: EpisodeCounts,
  clock: Clock,
): Progress['state'] {
  if (seen === 0) return 'none';
  if (state !== 'watching') return state;
  if (aired === 0 || (next !== null && hasAired(next, clock))) return 'watching';
  return ended ? 'finished' : 'up_to_date';
}

/** Returns how far a member is in a series that they have begun. */
export function progressIn(begun: BegunSeries, counts: EpisodeCounts, clock: Clock): Progress {
  const { seen, next, lastSeenOn } = begun;
  return {
    state: stateOf(begun, counts, clock),
    seen,
    aired: counts.aired,
    total: counts.total,
    next: next && {
      season: next.season,
      episode: next.episode,
      name: next.name,
      air_date: airDate(next, clock),
    },
    last_seen_on: lastSeenOn,
  };
}

const NOTHING: EpisodeCounts = { total: 0, aired: 0, ended: false };

/** Returns the counts of a series, and the first episode as the next of somebody who has seen none. */
export function episodesOf(
  columns: SeriesColumns,
  item: number,
  clock: Clock,
): { counts: EpisodeCounts; first: BegunSeries['next'] } {
  const at = placeOf(columns.items, item);
  if (at < 0) return { counts: NOTHING, first: null };
  const coming = ({ offsets, values }: SeriesColumns['comingDays'], until: number): number =>
    values.subarray(offsets[at], offsets[at + 1]).filter((time) => time <= until).length;
  const aired =
    (columns.aired[at] ?? 0) +
    coming(columns.comingDays, clock.today) +
    coming(columns.comingMinutes, clock.now / MINUTE_MS);
  return {
    counts: { total: columns.total[at] ?? 0, aired, ended: columns.ended[at] === 1 },
    first: {
      season: columns.firstSeason[at] ?? 0,
      episode: columns.firstEpisode[at] ?? 0,
      name: textAt(columns.firstName, at) || null,
      day: columns.firstDay[at] || null,
      minute: columns.firstMinute[at] || null,
      airsOn: null,
    },
  };
}
