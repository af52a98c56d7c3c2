const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a day: "November 21, 2026". */
export const formatDay = (date: Date): string => DAY.format(date);

/**
 * Formats a moment: "November 21, 2026 at 3:30 PM UTC". Uses UTC, because the user's time zone is unknown.
 */
export const formatMoment = (date: Date): string => `${MOMENT.format(date)} UTC`;

/** Formats an amount with its noun: "1 title", "3 titles". */
export const count = (amount: number, thing: string): string =>
  `${amount} ${thing}${amount === 1 ? '' : 's'}`;
