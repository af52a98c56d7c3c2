/** Returns hours and minutes of an instant in a time zone (IANA, null for UTC), as `HH:MM`. */
export function timeIn(timeZone: string | null, instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timeZone ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const DAY = 24 * 60;

/** Returns in how many minutes the quiet hours end, or 0 outside of them. Both times may lie on different days. */
export function quietMinutes({ from, to }: { from: string; to: string }, now: string): number {
  const [begins, ends, at] = [minutesOf(from), minutesOf(to), minutesOf(now)];
  const length = (ends - begins + DAY) % DAY;
  const passed = (at - begins + DAY) % DAY;
  return passed < length ? length - passed : 0;
}

/** What comes in the evening is told from this time on. */
const EVENING = '17:00';
const BEFORE_QUIET = 60;

const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/**
 * Returns from which time on a user is told of an evening. Quiet hours that begin earlier and last until the next day would
 * leave nothing to tell, since the day has passed then, so these users are told before.
 */
export function eveningFrom(quiet: { from: string; to: string } | null): string {
  if (quiet === null || minutesOf(EVENING) + quietMinutes(quiet, EVENING) < DAY) return EVENING;
  return timeOf(Math.max(0, Math.min(minutesOf(EVENING), minutesOf(quiet.from)) - BEFORE_QUIET));
}
