import type { Stripe } from 'stripe';
import { type Caller, isMissing, needsMember } from './call.ts';

/**
 * Key of a subscription's metadata: the price for which a member has been sent to an invoice. A change that waits for
 * its payment cannot take a cancellation back, so the sync does when the subscription has this price.
 */
export const RESUME_ON = 'resume_on_price';

/** A planned end. Stripe keeps it in one of two fields, and refuses a call that names both. */
export interface Ending {
  at: Date;
  /** `cancel_at` is what the portal sets. It keeps its time when the period changes. */
  form: 'cancel_at' | 'cancel_at_period_end';
}

/** A change of the price that waits for the payment of its invoice. */
export interface PendingSwitch {
  stripePriceId: string;
  invoiceId: string;
  /** The page at Stripe on which the member confirms the payment. */
  url: string;
}

/** The fields of a fact that its calls need. */
interface Subscribed {
  id: string;
  itemId: string;
  ending: Ending | null;
}

const toDate = (seconds: number): Date => new Date(seconds * 1_000);

export function endingOf(
  { cancel_at, cancel_at_period_end, ended_at }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Ending | null {
  if (ended_at !== null) return null;
  if (cancel_at_period_end)
    return { at: toDate(cancel_at ?? item.current_period_end), form: 'cancel_at_period_end' };
  return cancel_at === null ? null : { at: toDate(cancel_at), form: 'cancel_at' };
}

/** Returns the change that waits for its payment. The latest invoice has to be expanded. */
export function pendingSwitchOf(
  { pending_update, latest_invoice: invoice }: Stripe.Subscription,
  item: Pick<Stripe.SubscriptionItem, 'id'>,
): PendingSwitch | null {
  const wanted = pending_update?.subscription_items?.find(({ id }) => id === item.id);
  if (!wanted || invoice === null || typeof invoice === 'string') return null;
  const url = invoice.hosted_invoice_url;
  if (!url || invoice.status !== 'open') return null;
  return { stripePriceId: wanted.price.id, invoiceId: invoice.id, url };
}

const takeBack = (ending: Ending | null) =>
  ending === null
    ? {}
    : ending.form === 'cancel_at'
      ? ({ cancel_at: '' } as const)
      : ({ cancel_at_period_end: false } as const);

/** Previews the charge of a switch, and switches, cancels and resumes subscriptions. */
export const subscriptionCalls = (call: Caller) => {
  const update = (id: string, params: Stripe.SubscriptionUpdateParams): Promise<Stripe.Subscription> =>
    call((stripe, options) => stripe.subscriptions.update(id, params, options));

  /** Opens an invoice for a switch that takes effect with its payment. Returns null when it is paid at once. */
  async function openSwitch({ id, itemId }: Subscribed, stripePriceId: string): Promise<string | null> {
    // Beforehand, because Stripe accepts no metadata with a pending update.
    await update(id, { metadata: { [RESUME_ON]: stripePriceId } });
    const waiting = await update(id, {
      items: [{ id: itemId, price: stripePriceId }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    return pendingSwitchOf(waiting, { id: itemId })?.url ?? null;
  }

  return {
    /**
     * Switches the price, charges the difference immediately and removes a planned cancellation. A declined card
     * changes nothing. Where the bank asks the member to confirm the payment, nothing changes before that.
     * @returns the page on which the member confirms the payment, or null when the price has changed.
     */
    async switchPrice(subscription: Subscribed, stripePriceId: string): Promise<string | null> {
      try {
        await update(subscription.id, {
          items: [{ id: subscription.itemId, price: stripePriceId }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          metadata: { [RESUME_ON]: '' },
          ...takeBack(subscription.ending),
        });
        return null;
      } catch (error) {
        if (!needsMember(error)) throw error;
        return openSwitch(subscription, stripePriceId);
      }
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
          items: [{ id: subscription.itemId, price: stripePriceId }],
          proration_behavior: 'always_invoice',
          ...takeBack(subscription.ending),
        },
      };
      const invoice = await call((stripe, options) => stripe.invoices.createPreview(params, options));
      // The other lines give unused time of the old price back.
      const line = invoice.lines.data.find(({ amount }) => amount > 0);
      if (!line) throw new Error(`The preview of a switch of ${subscription.id} charges nothing`);
      const { start, end } = line.period;
      return { total: invoice.total, start: toDate(start), end: toDate(end) };
    },

    async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
      await update(subscriptionId, { cancel_at_period_end: true, metadata: { [RESUME_ON]: '' } });
    },

    /** Removes a planned cancellation, whatever its form. */
    async resume({ id, ending }: Pick<Subscribed, 'id' | 'ending'>): Promise<void> {
      await update(id, { ...takeBack(ending), metadata: { [RESUME_ON]: '' } });
    },

    /** Cancels the subscription immediately. A repeated call changes nothing. */
    async cancelNow(subscriptionId: string): Promise<void> {
      try {
        await call((stripe, options) => stripe.subscriptions.cancel(subscriptionId, {}, options));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
};
