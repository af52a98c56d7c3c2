/** Formats a plain day, such as that of an offer: "November 21, 2026". */
export const formatDay = (date: Date): string => formatDayOf(date, null);

/** Formats the day of a moment in the time zone of the user who reads it, or in UTC where it is unknown. */
export const formatDayOf = (moment: Date, timeZone: string | null): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(moment);

/** Formats a moment with its time zone: "November 21, 2026 at 3:30 PM UTC", "November 21, 2026 at 4:30 PM GMT+1". */
export function formatMoment(moment: Date, timeZone: string | null): string {
  const zone = { timeZone: timeZone ?? 'UTC' };
  const text = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', ...zone });
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', ...zone }).formatToParts(moment);
  return `${text.format(moment)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`;
}

/** Formats an amount with its noun: "1 title", "3 titles". */
export const count = (amount: number, thing: string): string =>
  `${amount} ${thing}${amount === 1 ? '' : 's'}`;
