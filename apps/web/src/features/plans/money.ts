/**
 * Formats an amount in cents: `399` → `$3.99`. Whole dollars keep their cents.
 * @param currency ISO code in upper or lower case
 */
export function formatMoney(cents: number, currency = 'USD'): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    cents / 100,
  );
}
