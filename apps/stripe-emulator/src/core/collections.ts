import type { Stripe } from 'stripe';
import type { Stored } from './stored.ts';

export type Customer = Stored<Stripe.Customer>;
export type Product = Stored<Stripe.Product>;
export type Price = Stored<Stripe.Price>;
export type Session = Stored<Stripe.Checkout.Session>;
export type LineItem = Stored<Stripe.LineItem>;
export type Subscription = Stored<Stripe.Subscription>;
export type SubscriptionItem = Stored<Stripe.SubscriptionItem>;
export type Invoice = Stored<Stripe.Invoice>;
export type InvoiceLine = Stored<Stripe.InvoiceLineItem>;
export type InvoiceItem = Stored<Stripe.InvoiceItem>;
export type InvoicePayment = Stored<Stripe.InvoicePayment>;
export type PaymentIntent = Stored<Stripe.PaymentIntent>;
export type SetupIntent = Stored<Stripe.SetupIntent>;
export type Charge = Stored<Stripe.Charge>;
export type PaymentMethod = Stored<Stripe.PaymentMethod>;
export type Refund = Stored<Stripe.Refund>;
export type Dispute = Stored<Stripe.Dispute>;
export type WebhookEndpoint = Stored<Stripe.WebhookEndpoint>;
export type PortalSession = Stored<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Stored<Stripe.BillingPortal.Configuration>;

export type EventType = Stripe.Event['type'];

/**
 * An event as Stripe sends it. The SDK's type is a union, which does not accept a `type` known only at run
 * time.
 */
export interface StoredEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { id: string; object: string }; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
}

/** Facts about a subscription that its object does not show. */
export interface SubscriptionNote {
  id: string;
  /** The trial end (Unix seconds) for which the last `trial_will_end` was sent. */
  reminded_for: number | null;
  /** The items of an unpaid change, and the invoice. The items are applied when the invoice is paid. */
  pending: { items: SubscriptionItem[]; invoice: string; anchor: number } | null;
}

/** Facts about a Checkout session that its object does not show. */
export interface SessionNote {
  id: string;
  line_items: LineItem[];
  subscription_data: {
    metadata: Record<string, string>;
    description: string | null;
    trial_end: number | null;
    trial_period_days: number | null;
    missing_payment_method: 'cancel' | 'create_invoice' | 'pause';
  };
  payment_intent_data: {
    metadata: Record<string, string>;
    description: string | null;
    setup_future_usage: 'off_session' | 'on_session' | null;
    receipt_email: string | null;
  };
  /** Objects created by an unfinished attempt to pay. The next attempt reuses these objects. */
  attempt: {
    customer: string;
    payment_intent: string | null;
    payment_method: string | null;
  } | null;
  /** Shown on the page after a failed attempt. */
  message: string | null;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  /** Number of times that the event is sent: 3 in duplicate mode, otherwise 1. */
  copies: number;
  attempts: number;
  held: boolean;
}

export interface IdempotencyRecord {
  id: string;
  /** Hash of method, path and parameters. */
  fingerprint: string;
  status: number;
  body: string;
  request: string;
  /** Wall time in Unix seconds. A record is used for 24 hours. */
  created: number;
}

export interface Collections {
  customers: Customer;
  deleted_customers: Stored<Stripe.DeletedCustomer>;
  products: Product;
  prices: Price;
  sessions: Session;
  subscriptions: Subscription;
  invoices: Invoice;
  invoice_items: InvoiceItem;
  invoice_payments: InvoicePayment;
  payment_intents: PaymentIntent;
  setup_intents: SetupIntent;
  charges: Charge;
  payment_methods: PaymentMethod;
  refunds: Refund;
  disputes: Dispute;
  events: StoredEvent;
  webhook_endpoints: WebhookEndpoint;
  portal_sessions: PortalSession;
  portal_configurations: PortalConfiguration;
  session_notes: SessionNote;
  subscription_notes: SubscriptionNote;
  /** Test card number by payment method id. The card decides the outcome of a charge. */
  cards: { id: string; number: string };
  /** Outcome set by `/_control/cards`, by customer id. */
  outcomes: { id: string; outcome: 'succeed' | 'decline' };
  deliveries: Delivery;
  idempotency_records: IdempotencyRecord;
}

export const COLLECTIONS = [
  'customers',
  'deleted_customers',
  'products',
  'prices',
  'sessions',
  'subscriptions',
  'invoices',
  'invoice_items',
  'invoice_payments',
  'payment_intents',
  'setup_intents',
  'charges',
  'payment_methods',
  'refunds',
  'disputes',
  'events',
  'webhook_endpoints',
  'portal_sessions',
  'portal_configurations',
  'session_notes',
  'subscription_notes',
  'cards',
  'outcomes',
  'deliveries',
  'idempotency_records',
] as const satisfies readonly (keyof Collections)[];
