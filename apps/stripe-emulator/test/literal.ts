/** Writes a value as TypeScript source of the SDK's type. Writes a decimal string as an SDK decimal. */
export function literalOf(value: unknown, key = ''): string {
  if (Array.isArray(value)) return `[${value.map((item) => literalOf(item)).join(', ')}]`;
  if (key.endsWith('_decimal') && value !== null)
    return `Stripe.Decimal.from(${JSON.stringify(String(value))})`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}: ${literalOf(field, name)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
