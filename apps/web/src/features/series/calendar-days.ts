import type { CalendarReply } from '@marquee/contracts';
import { episodesInWords } from '@marquee/contracts/in-words';
import { episodeCode } from './in-words.ts';

type CalendarEvent = CalendarReply['days'][number]['events'][number];

/** What happens to one title on a day. Several episodes of a season on one day are one entry. */
export interface Entry extends CalendarEvent {
  /** The last of these episodes, where they are several. */
  lastEpisode: number | null;
  count: number;
}

const DAY_MS = 86_400_000;

/** Returns the day that is `days` later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the same day of a later month, or its last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, length))).toISOString().slice(0, 10);
}

/** Returns the day on which weeks begin in a country, from 1 for Monday to 7 for Sunday. Not every browser knows it. */
export function firstWeekday(country: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale('en', {
    region: country,
  });
  return locale.getWeekInfo?.().firstDay ?? (country === 'US' ? 7 : 1);
}

/** Returns the first day of the week of a day. */
const weekStart = (day: string, first: number): string =>
  addDays(day, -((new Date(day).getUTCDay() - first + 7) % 7));

/** Weeks from today on that are shown at once. */
const WEEKS_AHEAD = 5;

/**
 * Returns the weeks that show the month of a day. From the week of today on, those that have passed are left out and as many follow,
 * since what comes matters more.
 * @param weekday the day on which weeks begin, see `firstWeekday`
 */
export function weeksOf(day: string, today: string, weekday: number): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const thisWeek = weekStart(today, weekday);
  const isNow = day.slice(0, 7) === today.slice(0, 7) && day >= thisWeek;
  const from = isNow ? thisWeek : weekStart(first, weekday);
  const ofMonth = Math.ceil((Date.parse(last) - Date.parse(from) + DAY_MS) / (7 * DAY_MS));
  return Array.from({ length: isNow ? Math.max(WEEKS_AHEAD, ofMonth) : ofMonth }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => addDays(from, week * 7 + at)),
  );
}

/** Returns the day to which a step back or ahead leads: another month, with the past weeks of this one as a month of its own. */
export function stepFrom(day: string, steps: 1 | -1, today: string, weekday: number): string {
  const thisWeek = weekStart(today, weekday);
  if (day.slice(0, 7) === today.slice(0, 7)) {
    const before = addDays(thisWeek, -1);
    if (steps === -1 && day >= thisWeek && before.slice(0, 7) === day.slice(0, 7)) return before;
    if (steps === 1 && day < thisWeek) return today;
  }
  return addMonths(day, steps);
}

const long = new Intl.DateTimeFormat('en', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** Returns a day in words, as its heading is read. */
export const longDay = (day: string, today: string): string =>
  `${day === today ? 'Today, ' : ''}${long.format(new Date(day))}`;

/** Returns the name of the month of a day. */
export const monthOf = (day: string): string => monthName.format(new Date(day));

/** Names an entry among those of its day. */
export const entryKey = ({ kind, medium, season, provider }: Entry): string =>
  [kind, medium.id, season, provider?.id].join(' ');

/** Joins the episodes of a season that come on one day. */
function entriesOf(events: readonly CalendarEvent[]): Entry[] {
  const entries: Entry[] = [];
  for (const event of events) {
    const same = entries.find(
      ({ kind, medium, season }) =>
        kind === 'episode' && event.kind === kind && medium.id === event.medium.id && season === event.season,
    );
    if (same) {
      same.count += 1;
      same.lastEpisode = event.episode;
    } else entries.push({ ...event, lastEpisode: null, count: 1 });
  }
  return entries;
}

/** Returns the days of a reply with what happens on each, without hidden titles. `isWanted` chooses among the events. */
export const entriesByDay = (
  { days }: CalendarReply,
  isWanted: (event: CalendarEvent) => boolean = () => true,
): (readonly [day: string, entries: readonly Entry[]])[] =>
  days.flatMap(({ day, events }) => {
    const entries = entriesOf(events.filter((event) => !event.medium.hidden && isWanted(event)));
    return entries.length > 0 ? [[day, entries] as const] : [];
  });

/** A season that begins on a day to come, with those of its episodes whose day is known. */
export interface SeasonAhead {
  medium: CalendarEvent['medium'];
  season: number;
  from: string;
  to: string;
  count: number;
}

/** Returns the seasons that begin in these days, the next one first. */
export function seasonsAhead(days: readonly (readonly [string, readonly Entry[]])[]): SeasonAhead[] {
  const found = new Map<string, SeasonAhead>();
  for (const [day, entries] of days)
    for (const { kind, medium, season, episode, count } of entries) {
      if (kind !== 'episode' || season === null || season === 0) continue;
      const key = `${medium.id} ${season}`;
      const known = found.get(key);
      if (known) {
        known.to = day;
        known.count += count;
      } else if (episode === 1) found.set(key, { medium, season, from: day, to: day, count });
    }
  return [...found.values()];
}

/** Returns which episodes an entry means, such as `S3 E4` or `S3 E1 to E8, 8 episodes`. */
function episodesOf({ season, episode, lastEpisode, count }: Entry): string {
  const code = episodeCode({ season: season ?? 0, episode: episode ?? 0 });
  return lastEpisode === null ? code : `${code} to E${lastEpisode}, ${episodesInWords(count)}`;
}

/** Returns what happens, beside the name of the title. */
export function entryInWords(entry: Entry): string {
  const service = entry.provider?.name ?? 'your services';
  if (entry.kind === 'arrives') return `Arrived on ${service}`;
  if (entry.kind === 'leaves') return `Last day on ${service}`;
  if (entry.kind === 'round') return 'Chosen together';
  if (entry.episode === 1 && entry.season !== 0)
    return entry.lastEpisode === null
      ? `Season ${entry.season} begins`
      : `Season ${entry.season} begins, ${episodesInWords(entry.count)}`;
  const name = entry.lastEpisode === null && entry.name !== null ? `\u2002·\u2002${entry.name}` : '';
  return episodesOf(entry) + name;
}
