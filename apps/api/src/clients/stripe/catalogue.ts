import { type Caller, isMissing } from './call.ts';

export interface CataloguePrice {
  planId: string;
  planName: string;
  description: string;
  /** The lookup key of the price at Stripe. */
  priceId: string;
  priceInCents: number;
  interval: 'month' | 'year' | null;
}

const CURRENCY = 'usd';

/** Creates or updates the product of a plan. Returns its id, `marquee_<plan id>`. */
async function ensureProduct(call: Caller, price: CataloguePrice): Promise<string> {
  const id = `marquee_${price.planId}`;
  const facts = { name: price.planName, description: price.description };
  try {
    const known = await call((stripe, options) => stripe.products.retrieve(id, {}, options));
    if (known.name !== facts.name || known.description !== facts.description || !known.active)
      await call((stripe, options) => stripe.products.update(id, { ...facts, active: true }, options));
  } catch (error) {
    if (!isMissing(error)) throw error;
    await call((stripe, options) =>
      stripe.products.create({ id, ...facts }, { ...options, idempotencyKey: id }),
    );
  }
  return id;
}

/**
 * Creates or updates the product, and creates the price unless a price with its lookup key exists.
 * @throws Error when the existing price has another amount or interval.
 */
export async function ensurePrice(
  call: Caller,
  price: CataloguePrice,
): Promise<{ productId: string; stripePriceId: string; isNew: boolean }> {
  const productId = await ensureProduct(call, price);
  const { data } = await call((stripe, options) =>
    stripe.prices.list({ lookup_keys: [price.priceId], active: true, limit: 1 }, options),
  );
  const known = data[0];
  if (known) {
    if (known.unit_amount !== price.priceInCents || (known.recurring?.interval ?? null) !== price.interval)
      throw new Error(
        `Stripe's price ${known.id} differs from ${price.priceId}: a new amount needs a new price_id`,
      );
    return { productId, stripePriceId: known.id, isNew: false };
  }
  const params = {
    product: productId,
    currency: CURRENCY,
    unit_amount: price.priceInCents,
    lookup_key: price.priceId,
    transfer_lookup_key: true,
    ...(price.interval && { recurring: { interval: price.interval } }),
  };
  // With this key, two simultaneous processes create only one price.
  const idempotencyKey = `${productId}-${price.priceId}-${price.priceInCents}`;
  const { id } = await call((stripe, options) =>
    stripe.prices.create(params, { ...options, idempotencyKey }),
  );
  return { productId, stripePriceId: id, isNew: true };
}
