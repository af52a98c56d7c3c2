import type { CalendarReply } from '@marquee/contracts';
import { episodesInWords } from '#src/features/titles/seen-in-words.ts';
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

/** Returns the six weeks, from Monday to Sunday, that show the month of a day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const monday = addDays(first, -((new Date(first).getUTCDay() + 6) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, week * 7 + weekday)),
  );
}

/** Joins the episodes of a season that come on one day. */
export function entriesOf(events: readonly CalendarEvent[]): Entry[] {
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
  const name = entry.lastEpisode === null && entry.name !== null ? `\u2002·\u2002${entry.name}` : '';
  return episodesOf(entry) + name;
}

/** Returns an entry as one short line with its title. */
export function entryInShort(entry: Entry): string {
  const { title } = entry.medium;
  if (entry.kind === 'arrives') return `New: ${title}`;
  if (entry.kind === 'leaves') return `Leaves: ${title}`;
  if (entry.kind === 'round') return `Together: ${title}`;
  return `${title} ${episodesOf(entry)}`;
}
