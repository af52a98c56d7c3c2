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

const DAY_MS = 86_400_000;

/** Returns how long ago a day was, by the day here: `today`, `yesterday`, `3 days ago`, `2 months ago`. */
export function daysAgo(day: string, now = new Date()): string {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.max(0, (today - Date.parse(day)) / DAY_MS);
  const [unit, length] = UNITS.find(([, seconds]) => days * 86_400 >= seconds && seconds >= 86_400) ?? [
    'day',
    86_400,
  ];
  return words.format(-Math.floor((days * 86_400) / length), unit);
}
