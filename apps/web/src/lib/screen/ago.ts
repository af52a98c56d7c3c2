const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Units in seconds, largest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Returns how long ago a moment was, such as `3 hours ago`. */
export function ago(timestamp: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(timestamp)) / 1_000);
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}
