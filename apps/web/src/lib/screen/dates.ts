const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Formats a date in the time zone of the browser: `2026-11-21T09:00:00Z` → `November 21, 2026`. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
