import type { Charge, Refund } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';

export interface PaymentReference {
  charge?: string;
  payment_intent?: string;
}

/**
 * Returns the charge named by id or by payment intent. Throws Stripe's errors for a missing parameter or
 * charge.
 */
export function chargeOf(world: World, { charge, payment_intent: intent }: PaymentReference): Charge {
  if (charge !== undefined) return get(world, 'charges', charge, 'charge');
  if (intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    );
  }
  const { latest_charge: latest, status } = get(world, 'payment_intents', intent, 'payment_intent');
  const found = status === 'succeeded' ? world.store.find('charges', latest ?? '') : undefined;
  if (!found)
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    });
  return found;
}

export interface NewRefund extends PaymentReference {
  amount?: number;
  reason?: string;
  metadata?: Record<string, string>;
}

export function createRefund(world: World, input: NewRefund): Refund {
  const charge = chargeOf(world, input);
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  if (!charge.paid)
    throw invalid('This charge was not paid and cannot be refunded.', { code: 'charge_not_refundable' });
  if (charge.disputed) {
    throw invalid('This charge has been charged back and cannot be refunded.', { code: 'charge_disputed' });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount < 1 || amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refund = world.store.put('refunds', {
    id: newId('re_3', 23),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const refunded = change(world, 'charges', charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  emit(world, 'charge.refunded', refunded, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  emit(world, 'refund.created', refund);
  return refund;
}
