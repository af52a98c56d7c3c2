const dayOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a day without a time, which is the same everywhere: `2026-11-21` → `November 21, 2026`. */
export function formatDay(day: string): string {
  return dayOnly.format(new Date(day));
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Formats a date in the time zone of the browser: `2026-11-21T09:00:00Z` → `November 21, 2026`. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** Returns the day in the time zone of the browser, as `2026-11-21`, which is how Swedish writes days. */
export const today = (): string => new Date().toLocaleDateString('sv-SE');
