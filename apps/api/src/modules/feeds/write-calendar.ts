import type { CalendarKind } from '@marquee/contracts';

/** What the calendar knows of an event. */
export interface CalendarEntry {
  kind: CalendarKind;
  day: string;
  at: string | null;
  season: number | null;
  episode: number | null;
  name: string | null;
  provider: { id: number; name: string } | null;
  medium: { id: number; title: string; runtime_minutes: number | null };
  roundId: number | null;
}

const HOUR_S = 3_600;
/** How often a phone should ask again. Days of episodes move rarely. */
const REFRESH_S = 6 * HOUR_S;
const USUAL_MINUTES = 60;

/** Names the event and not its day, so that a phone moves the entry that it has. */
function identify({ kind, season, episode, provider, medium, roundId }: CalendarEntry): string {
  if (kind === 'episode') return `episode-${medium.id}-${season}-${episode}`;
  return kind === 'round' ? `round-${roundId}` : `${kind}-${medium.id}-${provider?.id ?? 0}`;
}

function summarize({ kind, season, episode, name, provider, medium }: CalendarEntry): string {
  const { title } = medium;
  if (kind === 'episode')
    return `${title}: season ${season}, episode ${episode}${name === null ? '' : `, “${name}”`}`;
  if (kind === 'round') return `${title}, chosen together`;
  return `${title} ${kind === 'leaves' ? 'leaves' : 'comes to'} ${provider?.name ?? 'a service'}`;
}

/**
 * Writes a calendar (RFC 5545). What the same facts give is the same text, so that its tag tells whether anything has changed:
 * the stamp of an entry is its day, and not the time of the request.
 */
export async function writeCalendar(
  entries: readonly CalendarEntry[],
  {
    host,
    addressOf,
    credit,
  }: { host: string; addressOf: (mediumId: number) => string; credit: string | null },
): Promise<string> {
  const { default: ical } = await import('ical-generator');
  const calendar = ical({
    name: 'Marquee',
    prodId: '//Marquee//Calendar//EN',
    ttl: REFRESH_S,
    description: credit,
  });
  // Offers of one service may leave on two days, but no UID may come twice.
  const first = new Map(entries.toReversed().map((entry) => [identify(entry), entry]));
  for (const [uid, entry] of [...first].toReversed()) {
    const { at, day, medium } = entry;
    const start = new Date(at ?? day);
    const minutes = medium.runtime_minutes ?? USUAL_MINUTES;
    calendar.createEvent({
      id: `${uid}@${host}`,
      stamp: new Date(day),
      summary: summarize(entry),
      url: addressOf(medium.id),
      start,
      ...(at === null ? { allDay: true } : { end: new Date(start.getTime() + minutes * 60_000) }),
    });
  }
  return calendar.toString();
}
