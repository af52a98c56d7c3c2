/** `399` → `$3.99`; whole dollars keep their cents, as on a ticket. */
export function dollars(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
}
