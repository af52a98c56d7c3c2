/**
 * A date without a time, such as that of a rating in an imported table, is stored as the beginning of its day in UTC. An
 * instant that is exactly such a beginning therefore stands for its day, so that nobody west of Greenwich sees the day
 * before. The price: one of 86 million ratings is made in that millisecond and counts as a day too.
 */
export function onlyDayOf(instant: Date): string | null {
  return instant.getTime() % 86_400_000 === 0 ? instant.toISOString().slice(0, 10) : null;
}

/** To make a format takes as long as to use it a hundred times, and a list of episodes has hundreds of days. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_KEPT = 50;

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // Swedish writes a day as `YYYY-MM-DD`.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  if (formats.size >= FORMATS_KEPT) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** Returns the day of an instant as `YYYY-MM-DD` in a time zone (IANA), or in UTC without one. */
export const dayIn = (timeZone: string | null, instant: Date): string =>
  formatIn(timeZone ?? 'UTC')
    .format(instant)
    .padStart('YYYY-MM-DD'.length, '0');

/** Returns the day that a stored time stands for: its own day, or that of the instant in the time zone. */
export const dayOf = (timeZone: string | null, instant: Date): string =>
  onlyDayOf(instant) ?? dayIn(timeZone, instant);
