import type { Stripe } from 'stripe';
import { z } from 'zod';
import { resume } from '../billing/renew.ts';
import type { Subscription } from '../core/collections.ts';
import { invalid, missing } from '../core/errors.ts';
import { get } from '../core/world.ts';
import { page, listParams as splitCursor } from '../http/page.ts';
import { isInRange, paramsOf, parseParams, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { createFromParams } from './subscriptions.create.ts';
import {
  cancelParams,
  createParams,
  listParams,
  resumeParams,
  updateParams,
} from './subscriptions.params.ts';
import { cancelNow, updateFromParams } from './subscriptions.update.ts';

/**
 * Returns whether a subscription belongs in a list with the status `wanted`. `ended` matches both final
 * statuses.
 */
function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  // Without a status, Stripe lists all subscriptions except canceled subscriptions.
  if (wanted === undefined) return subscription.status !== 'canceled';
  if (wanted === 'ended')
    return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  return subscription.status === wanted;
}

const itemListParams = paramsOf<Stripe.SubscriptionItemListParams>()({ subscription: text });

export const subscriptionRoutes: Route[] = [
  route('POST', '/v1/subscriptions', createParams, createFromParams),
  route('GET', '/v1/subscriptions/:id', z.strictObject({}), (world, _params, id) =>
    get(world, 'subscriptions', id),
  ),
  route('POST', '/v1/subscriptions/:id', updateParams, updateFromParams),
  route('DELETE', '/v1/subscriptions/:id', cancelParams, (world, params, id) => cancelNow(world, id, params)),
  route('POST', '/v1/subscriptions/:id/resume', resumeParams, (world, _params, id) => {
    if (get(world, 'subscriptions', id).status !== 'paused') {
      throw invalid('You can only resume a subscription whose status is `paused`.');
    }
    resume(world, id);
    return get(world, 'subscriptions', id);
  }),
  listRoute('/v1/subscriptions', 'subscriptions', listParams, (subscription, params) => {
    const { customer, price, status, created } = params;
    return (
      hasStatus(subscription, status) &&
      (customer === undefined || subscription.customer === customer) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
      isInRange(subscription.created, created)
    );
  }),
  {
    method: 'GET',
    path: '/v1/subscription_items',
    run(world, input) {
      const { cursor, rest } = splitCursor(input);
      const { subscription } = parseParams(itemListParams, rest);
      const { items } = get(world, 'subscriptions', subscription, 'subscription');
      return page(items.data, '/v1/subscription_items', cursor);
    },
  },
  route('GET', '/v1/subscription_items/:id', z.strictObject({}), ({ store }, _params, id) => {
    const items = store.list('subscriptions').flatMap((subscription) => subscription.items.data);
    const found = items.find((item) => item.id === id);
    if (!found) throw missing('subscription_item', id);
    return found;
  }),
];
