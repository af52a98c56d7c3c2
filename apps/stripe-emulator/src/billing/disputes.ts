import type { Charge, Dispute } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Opens a dispute of the whole charge. The dispute is `needs_response` until it is closed. */
export function openDispute(world: World, charge: Charge): Dispute {
  const now = world.clock.now();
  const dispute: Dispute = {
    id: newId('du_1', 23),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + 9 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  world.store.put('disputes', dispute);
  change(world, 'charges', charge, { disputed: true }, 'charge.updated');
  emit(world, 'charge.dispute.created', dispute);
  emit(world, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(world: World, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = get(world, 'disputes', id);
  const closed = change(world, 'disputes', dispute, { status });
  emit(world, 'charge.dispute.closed', closed);
  if (status === 'won') emit(world, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

export const isDisputeOpen = ({ status }: Dispute): boolean => status !== 'won' && status !== 'lost';
