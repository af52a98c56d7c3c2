import type { Product } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';
import { mergeMetadata } from '../http/params.ts';

interface NewProduct extends Partial<Omit<Product, 'metadata'>> {
  name: string;
  metadata?: Record<string, string> | null;
}

export function createProduct(
  world: World,
  { id = newId('prod', 14), metadata, ...fields }: NewProduct,
): Product {
  if (world.store.find('products', id)) {
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  }
  const now = world.clock.now();
  const product: Product = {
    id,
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...fields,
    metadata: mergeMetadata({}, metadata),
  };
  world.store.put('products', product);
  emit(world, 'product.created', product);
  return product;
}
