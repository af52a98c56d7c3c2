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
