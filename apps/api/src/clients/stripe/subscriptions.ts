import type { Stripe } from 'stripe';
import { type Caller, isMissing } from './call.ts';

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

  /**
   * Returns the invoice of an immediate switch to another price: its sum in cents before the customer's credit, and the
   * time that it pays for. A trial has no such invoice.
   */
  async previewSwitch(customer: string, subscription: Subscribed, stripePriceId: string) {
    const params: Stripe.InvoiceCreatePreviewParams = {
      customer,
      subscription: subscription.id,
      subscription_details: {
        cancel_at_period_end: false,
        items: [{ id: subscription.itemId, price: stripePriceId }],
        proration_behavior: 'always_invoice',
      },
    };
    const invoice = await call((stripe, options) => stripe.invoices.createPreview(params, options));
    // The other lines give unused time of the old price back.
    const line = invoice.lines.data.find(({ amount }) => amount > 0);
    if (!line) throw new Error(`The preview of a switch of ${subscription.id} charges nothing`);
    const { start, end } = line.period;
    return { total: invoice.total, start: new Date(start * 1_000), end: new Date(end * 1_000) };
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
