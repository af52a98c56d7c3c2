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
import { createPrice, priceData } from '../objects/prices.object.ts';
import { createProduct } from '../objects/products.object.ts';

const fields = {
  active: flag.optional(),
  description: clearableText.optional(),
  images: z.array(text).optional(),
  metadata: clearableMetadata.optional(),
  statement_descriptor: text.optional(),
  tax_code: clearableText.optional(),
  unit_label: clearableText.optional(),
  url: clearableText.optional(),
};
const createParams = paramsOf<Stripe.ProductCreateParams>()({
  ...fields,
  name: text,
  id: text.optional(),
  default_price_data: priceData.optional(),
});
const updateParams = paramsOf<Stripe.ProductUpdateParams>()({
  ...fields,
  name: text.optional(),
  default_price: clearableText.optional(),
});
const listParams = paramsOf<Stripe.ProductListParams>()({
  active: flag.optional(),
  created: range.optional(),
  ids: z.array(text).optional(),
});

export const productRoutes: Route[] = [
  route('POST', '/v1/products', createParams, (world, { default_price_data: price, ...params }) => {
    const product = createProduct(world, params);
    if (!price) return product;
    return change(world, 'products', product, {
      default_price: createPrice(world, { ...price, product: product.id }).id,
    });
  }),
  route('GET', '/v1/products/:id', z.strictObject({}), (world, _params, id) => get(world, 'products', id)),
  route('POST', '/v1/products/:id', updateParams, (world, { metadata, ...rest }, id) => {
    const product = get(world, 'products', id);
    const changes = {
      ...rest,
      metadata: mergeMetadata(product.metadata, metadata),
      updated: world.clock.now(),
    };
    return change(world, 'products', product, changes, 'product.updated');
  }),
  listRoute('/v1/products', 'products', listParams, (product, { active, created, ids }) => {
    return (
      (active === undefined || product.active === active) &&
      (ids === undefined || ids.includes(product.id)) &&
      isInRange(product.created, created)
    );
  }),
];
