import { z } from 'zod';
import type { Price } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';
import { clearableMetadata, integer, mergeMetadata, text } from '../http/params.ts';

/** The parameters that describe an amount, shared by prices, products and Checkout lines. */
export const amountFields = {
  currency: text,
  unit_amount: integer.optional(),
  unit_amount_decimal: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: integer.optional(),
      usage_type: z.literal('licensed').optional(),
    })
    .optional(),
};
export const priceData = z.strictObject({ ...amountFields, metadata: clearableMetadata.optional() });

export interface NewPrice extends z.output<typeof priceData> {
  product: string;
  active?: boolean;
  nickname?: string;
  lookup_key?: string;
  transfer_lookup_key?: boolean;
}

/**
 * Throws when another price has the lookup key. With `transfer`, removes the key from the other price
 * instead.
 */
export function claimLookupKey(
  world: World,
  key: string | null | undefined,
  transfer: boolean,
  own = '',
): void {
  if (!key) return;
  const holder = world.store.list('prices').find((price) => price.lookup_key === key && price.id !== own);
  if (!holder) return;
  if (!transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  }
  change(world, 'prices', holder, { lookup_key: null }, 'price.updated');
}

export function createPrice(world: World, params: NewPrice): Price {
  const amount = params.unit_amount ?? Number(params.unit_amount_decimal ?? Number.NaN);
  if (!Number.isInteger(amount)) {
    throw invalid('Missing required param: unit_amount.', {
      code: 'parameter_missing',
      param: 'unit_amount',
    });
  }
  claimLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false);
  const { recurring } = params;
  const price = world.store.put('prices', {
    id: newId('price_1', 23),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: world.clock.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  });
  emit(world, 'price.created', price);
  return price;
}
