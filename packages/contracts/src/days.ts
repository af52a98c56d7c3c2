/**
 * A date without a time, such as that of a rating in an imported table, is stored as the beginning of its day in UTC. An
 * instant that is exactly such a beginning therefore stands for its day, so that nobody west of Greenwich sees the day
 * before. The price: one of 86 million ratings is made in that millisecond and counts as a day too.
 */
export function onlyDayOf(instant: Date): string | null {
  return instant.getTime() % 86_400_000 === 0 ? instant.toISOString().slice(0, 10) : null;
}

/** Returns the day of an instant as `YYYY-MM-DD` in a time zone (IANA), or in UTC without one. */
export function dayIn(timeZone: string | null, instant: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timeZone ?? 'UTC',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Returns the day that a stored time stands for: its own day, or that of the instant in the time zone. */
export const dayOf = (timeZone: string | null, instant: Date): string =>
  onlyDayOf(instant) ?? dayIn(timeZone, instant);
