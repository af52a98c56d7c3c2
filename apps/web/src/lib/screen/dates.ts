const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** `2026-11-21T09:00:00Z` → `November 21, 2026`, in the reader's time zone. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}
