import type { Stripe } from 'stripe';
import type { Caller } from './call.ts';

/** The most entries that Stripe returns at once. */
const PAGE = 100;

interface Cursor {
  limit: number;
  starting_after?: string;
}

/** Reads a list to its end. Each page is a call of its own, with what is left of the time budget. */
export async function listAll<Item extends { id: string }>(
  call: Caller,
  page: (stripe: Stripe, cursor: Cursor, options: Stripe.RequestOptions) => Promise<Stripe.ApiList<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const cursor = { limit: PAGE, ...(last && { starting_after: last.id }) };
    const { data, has_more } = await call((stripe, options) => page(stripe, cursor, options));
    all.push(...data);
    if (!has_more || data.length === 0) return all;
  }
}
