/** `399` → `$3.99`. Whole dollars keep their cents. `currency` is an ISO code in either case. */
export function formatMoney(cents: number, currency = 'USD'): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    cents / 100,
  );
}
