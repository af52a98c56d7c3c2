import type { PaymentMethod } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { get, type World } from '../core/world.ts';
import { createCharge } from '../objects/charges.object.ts';
import { declineMessage, findCard } from './cards.ts';

export interface Attempt {
  /** The customer is not present, as in a renewal or a retry. */
  offSession: boolean;
  /** The customer has just passed the 3-D Secure step. */
  authenticated: boolean;
}

export type Outcome =
  | { kind: 'succeeded' }
  | { kind: 'requires_action' }
  | { kind: 'declined'; declineCode: string; message: string };

const decline = (declineCode: string): Outcome => ({
  kind: 'declined',
  declineCode,
  message: declineMessage(declineCode),
});

/**
 * Returns the outcome of a charge: the outcome set by `/_control/cards`, otherwise the outcome of the test
 * card.
 */
export function outcomeOf(
  world: World,
  method: PaymentMethod,
  customer: string | null,
  attempt: Attempt,
): Outcome {
  const forced = world.store.find('outcomes', customer ?? '')?.outcome;
  if (forced) return forced === 'succeed' ? { kind: 'succeeded' } : decline('generic_decline');
  const card = findCard(world.store.find('cards', method.id)?.number ?? '');
  if (!card) return { kind: 'succeeded' };
  const result = attempt.authenticated
    ? card.authenticated
    : attempt.offSession
      ? card.offSession
      : card.onSession;
  if (result === 'authenticate') return { kind: 'requires_action' };
  return result === 'succeed' ? { kind: 'succeeded' } : decline(card.declineCode);
}

/** Tries to charge a payment intent. Records the result in the intent and in a charge. */
export function confirmIntent(world: World, id: string, paymentMethod: string, attempt: Attempt): Outcome {
  const intent = get(world, 'payment_intents', id);
  const method = get(world, 'payment_methods', paymentMethod, 'payment_method');
  const outcome = outcomeOf(world, method, intent.customer, attempt);
  if (outcome.kind === 'requires_action') {
    const waiting = change(world, 'payment_intents', intent, {
      payment_method: paymentMethod,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
      last_payment_error: null,
    });
    emit(world, 'payment_intent.requires_action', waiting);
    return outcome;
  }
  const charge = createCharge(world, intent, method, outcome.kind === 'declined' ? outcome : null);
  if (outcome.kind === 'declined') {
    const failed = change(world, 'payment_intents', intent, {
      payment_method: null,
      latest_charge: charge.id,
      next_action: null,
      status: 'requires_payment_method',
      last_payment_error: {
        charge: charge.id,
        code: 'card_declined',
        decline_code: outcome.declineCode,
        message: outcome.message,
        type: 'card_error',
      },
    });
    emit(world, 'payment_intent.payment_failed', failed);
    return outcome;
  }
  const paid = change(world, 'payment_intents', intent, {
    payment_method: paymentMethod,
    latest_charge: charge.id,
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    status: 'succeeded',
  });
  emit(world, 'payment_intent.succeeded', paid);
  return outcome;
}

/** Records that the customer failed the 3-D Secure step. */
export function failAuthentication(world: World, id: string, message: string): void {
  const failed = change(world, 'payment_intents', get(world, 'payment_intents', id), {
    payment_method: null,
    next_action: null,
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure', message, type: 'card_error' },
  });
  emit(world, 'payment_intent.payment_failed', failed);
}

/** Returns the outcome of saving a card without a charge. */
export function setupOutcome(
  world: World,
  method: PaymentMethod,
  customer: string,
  authenticated: boolean,
): Outcome {
  const forced = world.store.find('outcomes', customer)?.outcome;
  if (forced) return forced === 'succeed' ? { kind: 'succeeded' } : decline('generic_decline');
  const card = findCard(world.store.find('cards', method.id)?.number ?? '');
  if (!card || card.setup === 'succeed') return { kind: 'succeeded' };
  if (card.setup === 'decline') return decline(card.declineCode);
  return authenticated ? { kind: 'succeeded' } : { kind: 'requires_action' };
}
