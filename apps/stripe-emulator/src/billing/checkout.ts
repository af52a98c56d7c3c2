import type { Customer, Session, SessionNote, Subscription } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { change, emit } from '../core/events.ts';
import { DAY } from '../core/periods.ts';
import { get, type World } from '../core/world.ts';
import { createCustomer } from '../objects/customers.object.ts';
import { amountsOf } from '../objects/invoices.object.ts';
import { createPaymentIntent } from '../objects/payment-intents.object.ts';
import { attachCard, createCard } from '../objects/payment-methods.object.ts';
import { createSetupIntent } from '../objects/setup-intents.object.ts';
import type { TestCard } from './cards.ts';
import { createSubscription } from './create-subscription.ts';
import { createInvoice, finalizeInvoice, markPaid, nameOfProduct, paymentOf } from './invoices.ts';
import { confirmIntent, failAuthentication, type Outcome, outcomeOf, setupOutcome } from './payments.ts';
import { amountOf } from './proration.ts';
import { payAndSettle } from './settle.ts';

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

const itemsOf = (world: World, note: SessionNote) =>
  note.line_items.flatMap(({ price, quantity }) =>
    price ? [{ price: get(world, 'prices', price.id), quantity: quantity ?? 1 }] : [],
  );

function customerOf(world: World, session: Session, input: CheckoutInput): Customer {
  if (session.customer !== null) return get(world, 'customers', session.customer, 'customer');
  return createCustomer(world, { email: session.customer_email ?? input.email, name: input.name });
}

/** Creates the subscription that the card has just been confirmed for, and charges its first invoice. */
function startSubscription(
  world: World,
  note: SessionNote,
  { customer, payment_method }: Attempt,
): Subscription {
  const { subscription_data: data } = note;
  const fields: Partial<Subscription> = {
    default_payment_method: payment_method,
    metadata: data.metadata,
    description: data.description,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: data.missing_payment_method },
    },
  };
  const trialEnd = trialEndOf(note, world.clock.now());
  const items = itemsOf(world, note);
  const { subscription, invoice } = createSubscription(world, { customer, items, trialEnd, fields });
  finalizeInvoice(world, invoice.id);
  const options = { offSession: false, authenticated: true, retries: false, paymentMethod: payment_method };
  payAndSettle(world, invoice.id, options);
  return get(world, 'subscriptions', subscription.id);
}

/** Creates customer and payment in the first attempt. Later attempts reuse these objects. */
function attemptOf(world: World, session: Session, note: SessionNote, input: CheckoutInput): Attempt {
  if (note.attempt) {
    get(world, 'customers', note.attempt.customer, 'customer');
    return note.attempt;
  }
  const customer = customerOf(world, session, input).id;
  const { payment_intent_data: data } = note;
  const intent =
    session.mode === 'subscription'
      ? null
      : createPaymentIntent(world, {
          amount: session.amount_total ?? 0,
          currency: session.currency ?? 'usd',
          customer,
          ...data,
        });
  return { customer, payment_intent: intent?.id ?? null, payment_method: null };
}

/** Returns what the first invoice of the subscription will ask for. */
function dueToday(world: World, note: SessionNote, customer: string): number {
  if (trialEndOf(note, world.clock.now()) !== null) return 0;
  const lines = itemsOf(world, note).map((item) => ({ amount: amountOf(item) }));
  return amountsOf(lines, get(world, 'customers', customer).balance).due;
}

/** Charges the card, or checks the card that a subscription will be charged to. */
function tryCard(world: World, note: SessionNote, attempt: Attempt, authenticated: boolean): Outcome {
  const { customer, payment_intent: intent, payment_method: card } = attempt;
  const options = { offSession: false, authenticated };
  if (intent !== null) return confirmIntent(world, intent, card ?? '', options);
  if (card === null) return { kind: 'succeeded' };
  const method = get(world, 'payment_methods', card);
  if (dueToday(world, note, customer) > 0) return outcomeOf(world, method, customer, options);
  const outcome = setupOutcome(world, method, customer, authenticated);
  if (outcome.kind === 'succeeded') {
    const saved = createSetupIntent(world, customer, { payment_method: card, status: 'succeeded' });
    emit(world, 'setup_intent.succeeded', saved);
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

function complete(world: World, session: Session, note: SessionNote, attempt: Attempt): void {
  const { customer, payment_intent, payment_method: card } = attempt;
  const isSaved = session.mode === 'subscription' || note.payment_intent_data.setup_future_usage !== null;
  if (card !== null && isSaved) attachCard(world, get(world, 'payment_methods', card), customer);
  const subscription = session.mode === 'subscription' ? startSubscription(world, note, attempt) : null;
  const invoice = subscription?.latest_invoice ?? invoiceOfPayment(world, session, note, attempt);
  const isPaid = payment_intent !== null || (invoice !== null && paymentOf(world, invoice) !== undefined);
  const done = change(world, 'sessions', session, {
    customer,
    customer_details: contactOf(get(world, 'customers', customer)),
    invoice,
    payment_intent,
    payment_status: isPaid ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription?.id ?? null,
    url: null,
  });
  emit(world, 'checkout.session.completed', done);
}

function run(world: World, id: string, attempt: Attempt, authenticated: boolean): Outcome {
  const note = get(world, 'session_notes', id);
  const outcome = tryCard(world, note, attempt, authenticated);
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
