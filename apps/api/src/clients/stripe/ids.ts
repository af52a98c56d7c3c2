/** Returns the id of a field that Stripe may send as an id or as the object. */
export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);
