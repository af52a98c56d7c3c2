const MINUTE_MS = 60_000;
/** Time to pour something and to find the seats. */
export const STARTS_IN_MINUTES = 20;
/** The length of an entry of which the title's is unknown. */
const USUAL_MINUTES = 120;

/** As RFC 5545 writes an instant. */
const instant = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');
const LINE_BYTES = 75;
/** A longer line goes on in lines that begin with a space. A character has at most four bytes. */
const folded = (line: string): string =>
  new TextEncoder().encode(line).length <= LINE_BYTES ? line : line.replace(/(.{18})(?=.)/gsu, '$1\r\n ');

/** Returns a calendar file with one entry: the title, starting in twenty minutes. */
export function eveningEntry(
  { title, minutes, url }: { title: string; minutes: number | null; url: string },
  now = Date.now(),
): string {
  const start = now + STARTS_IN_MINUTES * MINUTE_MS;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Marquee//Together//EN',
    'BEGIN:VEVENT',
    `UID:${start}-${encodeURIComponent(url)}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(start)}`,
    `DTEND:${instant(start + (minutes || USUAL_MINUTES) * MINUTE_MS)}`,
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}
