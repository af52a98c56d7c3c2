import type { Stripe } from 'stripe';
import { type Caller, isMissing } from './stripe-call.ts';

/** The ids of a subscription and of its only item. */
interface Subscribed {
  id: string;
  itemId: string;
}

/** Previews the charge of a switch, and switches, cancels and resumes subscriptions. */
export const subscriptionCalls = (call: Caller) => ({
  /**
   * Switches the price, charges the difference immediately and removes a planned cancellation. A declined card
   * changes nothing.
   */
  async switchPrice(subscription: Subscribed, stripePriceId: string): Promise<void> {
    const params: Stripe.SubscriptionUpdateParams = {
      items: [{ id: subscription.itemId, price: stripePriceId }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
    };
    await call((stripe, options) => stripe.subscriptions.update(subscription.id, params, options));
  },

  /** Returns the charge of an immediate switch to another price. */
  async previewSwitch(customer: string, subscription: Subscribed, stripePriceId: string) {
    const params: Stripe.InvoiceCreatePreviewParams = {
      customer,
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.itemId, price: stripePriceId }],
        proration_behavior: 'always_invoice',
      },
    };
    const invoice = await call((stripe, options) => stripe.invoices.createPreview(params, options));
    const ends = invoice.lines.data.map(({ period }) => period.end);
    return { amountDue: invoice.amount_due, nextDate: new Date(Math.max(0, ...ends) * 1_000) };
  },

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    const params = { cancel_at_period_end: true };
    await call((stripe, options) => stripe.subscriptions.update(subscriptionId, params, options));
  },

  /** Removes a planned cancellation. */
  async resume(subscriptionId: string): Promise<void> {
    const params = { cancel_at_period_end: false };
    await call((stripe, options) => stripe.subscriptions.update(subscriptionId, params, options));
  },

  /** Cancels the subscription immediately. A repeated call changes nothing. */
  async cancelNow(subscriptionId: string): Promise<void> {
    try {
      await call((stripe, options) => stripe.subscriptions.cancel(subscriptionId, {}, options));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  },
});
