import type { Stripe } from 'stripe';
import { z } from 'zod';
import { change } from '../core/events.ts';
import { get } from '../core/world.ts';
import {
  clearableMetadata,
  clearableText,
  flag,
  isInRange,
  mergeMetadata,
  paramsOf,
  range,
  text,
} from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { amountFields, claimLookupKey, createPrice } from '../objects/prices.object.ts';

const createParams = paramsOf<Stripe.PriceCreateParams>()({
  ...amountFields,
  product: text,
  active: flag.optional(),
  nickname: text.optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.optional(),
  metadata: clearableMetadata.optional(),
});
const updateParams = paramsOf<Stripe.PriceUpdateParams>()({
  active: flag.optional(),
  nickname: clearableText.optional(),
  lookup_key: clearableText.optional(),
  transfer_lookup_key: flag.optional(),
  metadata: clearableMetadata.optional(),
});
const listParams = paramsOf<Stripe.PriceListParams>()({
  active: flag.optional(),
  created: range.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
});

export const priceRoutes: Route[] = [
  route('POST', '/v1/prices', createParams, (world, params) => {
    get(world, 'products', params.product, 'product');
    return createPrice(world, params);
  }),
  route('GET', '/v1/prices/:id', z.strictObject({}), (world, _params, id) => get(world, 'prices', id)),
  route('POST', '/v1/prices/:id', updateParams, (world, { metadata, transfer_lookup_key, ...rest }, id) => {
    claimLookupKey(world, rest.lookup_key, transfer_lookup_key ?? false, id);
    const price = get(world, 'prices', id);
    const changes = { ...rest, metadata: mergeMetadata(price.metadata, metadata) };
    return change(world, 'prices', price, changes, 'price.updated');
  }),
  listRoute('/v1/prices', 'prices', listParams, (price, params) => {
    const { active, created, currency, lookup_keys: keys, product, type } = params;
    return (
      (active === undefined || price.active === active) &&
      (currency === undefined || price.currency === currency) &&
      (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
      (product === undefined || price.product === product) &&
      (type === undefined || price.type === type) &&
      isInRange(price.created, created)
    );
  }),
];
