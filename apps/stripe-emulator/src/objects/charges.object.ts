import type { Charge, PaymentIntent, PaymentMethod } from '../core/collections.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';

export interface Failure {
  declineCode: string;
  message: string;
}

const cardDetails = (method: PaymentMethod, authorized: number | null): Charge['payment_method_details'] => {
  const { card } = method;
  if (!card) return null;
  const details = {
    amount_authorized: authorized,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
  return { card: details, type: 'card' };
};

/** Creates the charge of one attempt to pay a payment intent. `failed` is null when the charge succeeded. */
export function createCharge(
  world: World,
  intent: PaymentIntent,
  method: PaymentMethod,
  failed: Failure | null,
): Charge {
  const charge = world.store.put('charges', {
    id: newId('ch_3', 23),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'STRIPE EMULATOR',
    captured: !failed,
    created: world.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed ? 'card_declined' : null,
    failure_message: failed?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: failed?.declineCode ?? null,
      risk_level: 'normal',
      seller_message: failed ? 'The bank did not return any further details.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : 'authorized',
    },
    paid: !failed,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, failed ? null : intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failed ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  });
  emit(world, failed ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}
