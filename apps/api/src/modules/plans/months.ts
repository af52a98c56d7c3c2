/** Adds months to a date. In a month without the day, returns the last day, as Stripe does. */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  // 31 January plus one month is the last day of February.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
