/** Returns the hundredths of an amount that was typed, such as `9.99` or `9,99`. Null when it is no amount. */
export function readCents(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\p{Sc}\s*/u, '')
    .replace(',', '.');
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(plain)) return null;
  const cents = Math.round(Number(plain) * 100);
  return cents <= 100_000 ? cents : null;
}

const YEAR_MS = 365 * 86_400_000;

/** Returns whether a price of this day (`YYYY-MM-DD`) is older than a year. */
export const isOldPrice = (date: string): boolean => Date.now() - Date.parse(date) > YEAR_MS;
