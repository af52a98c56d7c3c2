/**
 * Formats an amount for people: 399 and `USD` are `$3.99`. Whole dollars keep their cents.
 * @param cents hundredths of the currency.
 * @param currency ISO 4217, in upper or lower case.
 */
export const formatMoney = (cents: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);
