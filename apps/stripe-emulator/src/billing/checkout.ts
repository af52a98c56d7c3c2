import type { Customer, Session, SessionNote, Subscription } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { change, emit } from '../core/events.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { createCustomer } from '../objects/customers.object.ts';
import { createPaymentIntent } from '../objects/payment-intents.object.ts';
import { attachCard, createCard } from '../objects/payment-methods.object.ts';
import { createSetupIntent } from '../objects/setup-intents.object.ts';
import type { TestCard } from './cards.ts';
import { createSubscription } from './create-subscription.ts';
import { createInvoice, finalizeInvoice, markPaid, nameOfProduct, paymentOf } from './invoices.ts';
import { confirmIntent, failAuthentication, type Outcome, setupOutcome } from './payments.ts';
import { payAndSettle, updateSubscription } from './settle.ts';

export interface CheckoutInput {
  card: TestCard | null;
  email: string | null;
  name: string | null;
}

type Attempt = NonNullable<SessionNote['attempt']>;

export const trialEndOf = (note: SessionNote, now: number): number | null => {
  const { trial_end, trial_period_days } = note.subscription_data;
  return trial_period_days === null ? trial_end : now + trial_period_days * DAY;
};

/**
 * Returns whether the page asks for a card. The value is false only when nothing is due today and the session
 * has `payment_method_collection: 'if_required'`.
 */
export const asksForCard = (world: World, session: Session): boolean => {
  const note = get(world, 'session_notes', session.id);
  const isDue = (session.amount_total ?? 0) > 0 && trialEndOf(note, 0) === null;
  return session.payment_method_collection !== 'if_required' || isDue;
};

function customerOf(world: World, session: Session, input: CheckoutInput): Customer {
  if (session.customer !== null) return get(world, 'customers', session.customer, 'customer');
  return createCustomer(world, { email: session.customer_email ?? input.email, name: input.name });
}

function startSubscription(world: World, note: SessionNote, customer: string): Attempt {
  const { subscription_data: data } = note;
  const items = note.line_items.flatMap(({ price, quantity }) =>
    price ? [{ price: get(world, 'prices', price.id), quantity: quantity ?? 1 }] : [],
  );
  const fields: Partial<Subscription> = {
    metadata: data.metadata,
    description: data.description,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: data.missing_payment_method },
    },
  };
  const trialEnd = trialEndOf(note, world.clock.now());
  const { subscription, invoice } = createSubscription(world, { customer, items, trialEnd, fields });
  finalizeInvoice(world, invoice.id);
  return {
    customer,
    subscription: subscription.id,
    invoice: invoice.id,
    payment_intent: paymentOf(world, invoice.id)?.payment.payment_intent ?? null,
    payment_method: null,
  };
}

/**
 * Creates customer, subscription and payment in the first attempt. Later attempts reuse these objects.
 */
function attemptOf(world: World, session: Session, note: SessionNote, input: CheckoutInput): Attempt {
  if (note.attempt) return note.attempt;
  const customer = customerOf(world, session, input).id;
  if (session.mode === 'subscription') return startSubscription(world, note, customer);
  const { payment_intent_data: data } = note;
  const intent = createPaymentIntent(world, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
    ...data,
  });
  return { customer, subscription: null, invoice: null, payment_intent: intent.id, payment_method: null };
}

/** Charges the card, or saves the card when nothing is due today. */
function tryCard(world: World, attempt: Attempt, method: string | null, authenticated: boolean): Outcome {
  const options = { offSession: false, authenticated, retries: false, paymentMethod: method };
  if (attempt.payment_intent !== null && method !== null) {
    return attempt.invoice === null
      ? confirmIntent(world, attempt.payment_intent, method, options)
      : payAndSettle(world, attempt.invoice, options);
  }
  // A trial or the customer's credit has paid the first invoice.
  const settled = (): Outcome =>
    attempt.invoice === null ? { kind: 'succeeded' } : payAndSettle(world, attempt.invoice, options);
  if (method === null) return settled();
  const outcome = setupOutcome(world, get(world, 'payment_methods', method), attempt.customer, authenticated);
  if (outcome.kind === 'succeeded') {
    const intent = createSetupIntent(world, attempt.customer, {
      payment_method: method,
      status: 'succeeded',
    });
    emit(world, 'setup_intent.succeeded', intent);
    return settled();
  }
  return outcome;
}

function invoiceOfPayment(
  world: World,
  session: Session,
  note: SessionNote,
  attempt: Attempt,
): string | null {
  if (!session.invoice_creation?.enabled) return null;
  const now = world.clock.now();
  const nameOf = nameOfProduct(world);
  const lines = note.line_items.flatMap(({ price, quantity, amount_total }) => {
    const line = {
      amount: amount_total,
      currency: session.currency ?? 'usd',
      period: { start: now, end: now },
      quantity: quantity ?? 1,
      proration: false,
      subscription_item: null,
      invoice_item: null,
    };
    return price ? [{ ...line, price, description: nameOf(price) }] : [];
  });
  const { metadata, description } = session.invoice_creation.invoice_data;
  const invoice = createInvoice(world, {
    customer: attempt.customer,
    subscription: null,
    currency: session.currency ?? 'usd',
    lines,
    reason: 'manual',
    metadata: metadata ?? {},
    description,
  });
  finalizeInvoice(world, invoice.id, attempt.payment_intent);
  markPaid(world, get(world, 'invoices', invoice.id));
  return invoice.id;
}

const contactOf = (customer: Customer): Session['customer_details'] => ({
  address: customer.address ?? null,
  business_name: null,
  email: customer.email,
  individual_name: null,
  name: customer.name ?? null,
  phone: customer.phone ?? null,
  tax_exempt: 'none',
  tax_ids: [],
});

function keepCard(world: World, session: Session, note: SessionNote, attempt: Attempt): void {
  if (attempt.payment_method === null) return;
  const isSaved = session.mode === 'subscription' || note.payment_intent_data.setup_future_usage !== null;
  if (isSaved) attachCard(world, get(world, 'payment_methods', attempt.payment_method), attempt.customer);
  if (attempt.subscription === null) return;
  updateSubscription(world, attempt.subscription, { default_payment_method: attempt.payment_method });
}

function complete(world: World, session: Session, note: SessionNote, attempt: Attempt): void {
  keepCard(world, session, note, attempt);
  const done = change(world, 'sessions', session, {
    customer: attempt.customer,
    customer_details: contactOf(get(world, 'customers', attempt.customer)),
    invoice: attempt.invoice ?? invoiceOfPayment(world, session, note, attempt),
    payment_intent: session.mode === 'payment' ? attempt.payment_intent : null,
    payment_status: attempt.payment_intent === null ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: attempt.subscription,
    url: null,
  });
  emit(world, 'checkout.session.completed', done);
}

function run(world: World, id: string, attempt: Attempt, authenticated: boolean): Outcome {
  const note = get(world, 'session_notes', id);
  const outcome = tryCard(world, attempt, attempt.payment_method, authenticated);
  const message = outcome.kind === 'declined' ? outcome.message : null;
  world.store.put('session_notes', { ...note, attempt, message });
  if (outcome.kind === 'succeeded') complete(world, get(world, 'sessions', id), note, attempt);
  return outcome;
}

const openSession = (world: World, id: string): Session => {
  const session = get(world, 'sessions', id);
  if (session.status !== 'open') throw invalid('This Checkout session is no longer open.');
  return session;
};

/** Runs the action of the pay button. */
export function payCheckout(world: World, id: string, input: CheckoutInput): Outcome {
  const session = openSession(world, id);
  const attempt = attemptOf(world, session, get(world, 'session_notes', id), input);
  if (!input.card) return run(world, id, { ...attempt, payment_method: null }, false);
  const { email, name } = get(world, 'customers', attempt.customer);
  const method = createCard(world, input.card, { email, name: name ?? input.name });
  return run(world, id, { ...attempt, payment_method: method.id }, false);
}

/** Completes or fails the 3-D Secure step that follows the pay button. */
export function authenticateCheckout(world: World, id: string, passes: boolean): Outcome {
  openSession(world, id);
  const { attempt, ...note } = get(world, 'session_notes', id);
  if (!attempt?.payment_method) throw invalid('There is no payment to authenticate.');
  if (passes) return run(world, id, attempt, true);
  const message =
    'We are unable to authenticate your payment method. Please choose a different one and try again.';
  if (attempt.payment_intent !== null) failAuthentication(world, attempt.payment_intent, message);
  world.store.put('session_notes', { ...note, attempt: { ...attempt, payment_method: null }, message });
  return { kind: 'declined', declineCode: 'authentication_required', message };
}
