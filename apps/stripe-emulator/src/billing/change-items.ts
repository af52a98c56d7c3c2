import type { Subscription, SubscriptionItem } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { get, type World } from '../core/world.ts';
import { newItem, planOf } from '../objects/subscriptions.object.ts';
import { checkItems, itemsOf } from './create-subscription.ts';
import { nameOfProduct } from './invoices.ts';
import {
  credits,
  type LineDraft,
  periodLine,
  prorationLines,
  restartsPeriod,
  withPeriod,
} from './proration.ts';

export interface ItemChange {
  id?: string;
  price?: string;
  quantity?: number;
  deleted?: boolean;
  metadata?: Record<string, string> | null;
}

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

/** The computed effect of changed items. Updates and previews share the computation, which stores nothing. */
export interface PlannedChange {
  items: SubscriptionItem[];
  anchor: number;
  /** Whether the change starts a new period, which is billed at once. */
  restarts: boolean;
  prorations: LineDraft[];
  /** Invoice lines of the new period. The array is empty when no period starts. */
  period: LineDraft[];
}

function changedItem(world: World, item: SubscriptionItem, wanted: ItemChange): SubscriptionItem {
  const price =
    wanted.price === undefined ? item.price : get(world, 'prices', wanted.price, 'items[0][price]');
  const quantity = wanted.quantity ?? item.quantity;
  return {
    ...item,
    price,
    plan: planOf(price),
    quantity,
    metadata: { ...item.metadata, ...wanted.metadata },
  };
}

function changedItems(world: World, subscription: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  let items = itemsOf(subscription);
  for (const wanted of changes) {
    // Like Stripe, adds an item for a change without an item id.
    if (wanted.id === undefined) {
      const price = get(world, 'prices', wanted.price ?? '', 'items[0][price]');
      if (items.some((item) => item.price.id === price.id)) {
        const message = `Cannot add multiple subscription items with the same price: ${price.id}`;
        throw invalid(message, { param: 'items[0][price]' });
      }
      const added = newItem(world, subscription.id, { price, quantity: wanted.quantity ?? 1 });
      const { current_period_start, current_period_end } = items[0] ?? added;
      items = [...items, { ...added, current_period_start, current_period_end }];
      continue;
    }
    const known = items.find((item) => item.id === wanted.id);
    if (!known)
      throw invalid(`No such subscription item: '${wanted.id}'`, {
        code: 'resource_missing',
        param: 'items[0][id]',
      });
    items = wanted.deleted
      ? items.filter((item) => item !== known)
      : items.map((item) => (item === known ? changedItem(world, item, wanted) : item));
  }
  checkItems(items);
  return items;
}

export function planChange(
  world: World,
  subscription: Subscription,
  changes: ItemChange[],
  options: { behavior: ProrationBehavior; date: number },
): PlannedChange {
  const before = itemsOf(subscription);
  const items = changedItems(world, subscription, changes);
  const nameOf = nameOfProduct(world);
  const isBilled = subscription.status !== 'trialing' && subscription.status !== 'paused';
  const restarts = isBilled && restartsPeriod(before, items);
  const anchor = restarts ? world.clock.now() : subscription.billing_cycle_anchor;
  const timed = restarts ? withPeriod(items, anchor, anchor) : items;
  const isProrated = isBilled && options.behavior !== 'none';
  const linesOf = restarts ? credits : prorationLines;
  const prorations = isProrated ? linesOf(before, timed, options.date, nameOf) : [];
  const period = restarts ? timed.map((item) => periodLine(item, nameOf)) : [];
  return { items: timed, anchor, restarts, prorations, period };
}
