import type { Invoice } from '../core/collections.ts';
import { change, emit } from '../core/events.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { declineMessage } from './cards.ts';
import { markPaid, paymentOf, subscriptionOf } from './invoices.ts';
import { type Attempt, confirmIntent, type Outcome } from './payments.ts';

/** Returns the default card of the invoice, else of the subscription, else of the customer. */
export function defaultCard(world: World, invoice: Invoice): string | null {
  const subscription = world.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  const customer = world.store.find('customers', invoice.customer ?? '');
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method ??
    null
  );
}

/**
 * Returns the time of the next automatic retry, counted from the first attempt. Returns null after the last
 * retry.
 */
export function nextRetry(invoice: Invoice, now: number, retryDays: readonly number[]): number | null {
  const first = invoice.status_transitions.finalized_at ?? invoice.created;
  return retryDays.map((days) => first + days * DAY).find((time) => time > now) ?? null;
}

export interface CollectOptions extends Attempt {
  paymentMethod?: string | null;
  /**
   * Whether a failed charge is retried on `Rules.retryDays`. The value is true for renewals and false for
   * first invoices.
   */
  retries: boolean;
}

function recordFailure(world: World, id: string, options: CollectOptions, outcome: Outcome): void {
  const invoice = get(world, 'invoices', id);
  const failed = change(world, 'invoices', invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: options.retries
      ? nextRetry(invoice, world.clock.now(), world.rules.retryDays)
      : null,
  });
  if (outcome.kind === 'requires_action') emit(world, 'invoice.payment_action_required', failed);
  if (outcome.kind === 'declined' || options.offSession) emit(world, 'invoice.payment_failed', failed);
}

/** Tries to charge an open invoice. Changes the invoice and its payment, never the subscription. */
export function collect(world: World, invoice: Invoice, options: CollectOptions): Outcome {
  const method = options.paymentMethod ?? defaultCard(world, invoice);
  const intent = paymentOf(world, invoice.id)?.payment.payment_intent;
  if (!method || !intent) {
    const declineCode = 'no_payment_method';
    const outcome: Outcome = { kind: 'declined', declineCode, message: declineMessage(declineCode) };
    recordFailure(world, invoice.id, options, outcome);
    return outcome;
  }
  const outcome = confirmIntent(world, intent, method, options);
  if (outcome.kind !== 'succeeded') {
    recordFailure(world, invoice.id, options, outcome);
    return outcome;
  }
  markPaid(world, { ...invoice, attempt_count: invoice.attempt_count + 1 });
  return outcome;
}
