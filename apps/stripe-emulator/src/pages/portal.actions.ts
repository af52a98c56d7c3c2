import type { TestCard } from '../billing/cards.ts';
import { setupOutcome } from '../billing/payments.ts';
import { updateSubscription } from '../billing/settle.ts';
import { updateItems } from '../billing/update-items.ts';
import type { Price, Subscription } from '../core/collections.ts';
import { StripeFault } from '../core/errors.ts';
import { get, type World } from '../core/world.ts';
import { attachCard, createCard, makeDefault } from '../objects/payment-methods.object.ts';

const SHOWN = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

/** Returns the subscriptions of a customer that the portal shows, newest first. */
export const shownSubscriptions = (world: World, customer: string): Subscription[] =>
  world.store.list('subscriptions').filter((one) => one.customer === customer && SHOWN.has(one.status));

/**
 * Returns the prices that the customer may switch to: the other active recurring prices in the currency of
 * the subscription.
 */
export const otherPrices = (world: World, subscription: Subscription): Price[] =>
  world.store
    .list('prices')
    .filter(
      ({ active, recurring, currency }) => active && recurring !== null && currency === subscription.currency,
    )
    .filter((price) => !subscription.items.data.some((item) => item.price.id === price.id));

/**
 * Makes a card the default of the customer and of their subscriptions. Open invoices stay open until their next retry.
 * @throws {StripeFault} 402 for a declined card
 */
export function replaceCard(world: World, customer: string, card: TestCard): void {
  // An outcome forced by `/_control/cards` would replace the outcome of the test card.
  world.store.remove('outcomes', customer);
  const method = createCard(world, card);
  const outcome = setupOutcome(world, method, customer, true);
  if (outcome.kind === 'declined') {
    throw new StripeFault(402, 'card_error', outcome.message, { code: 'card_declined' });
  }
  attachCard(world, method, customer);
  makeDefault(world, customer, method.id);
  for (const subscription of shownSubscriptions(world, customer)) {
    updateSubscription(world, subscription.id, { default_payment_method: method.id });
  }
}

/** Changes the price of a subscription's first item and invoices the difference at once. */
export function changePrice(world: World, id: string, price: string): void {
  const [item] = get(world, 'subscriptions', id).items.data;
  updateItems(world, id, {
    items: [{ id: item?.id, price }],
    behavior: 'always_invoice',
    date: world.clock.now(),
    payment: 'allow_incomplete',
    offSession: false,
  });
}
