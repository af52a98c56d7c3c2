import type { LineDraft } from '../billing/proration.ts';
import type { Invoice, InvoiceLine } from '../core/collections.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';

export interface InvoiceDraft {
  customer: string;
  subscription: { id: string; metadata: Record<string, string> } | null;
  currency: string;
  lines: LineDraft[];
  reason: string;
  description?: string | null;
  metadata?: Record<string, string>;
  defaultPaymentMethod?: string | null;
  autoAdvance?: boolean;
}

function lineOf(draft: LineDraft, invoice: string, subscription: string | null): InvoiceLine {
  const proration = { proration: draft.proration, proration_details: { credited_items: null } };
  return {
    id: newId('il_1', 23),
    object: 'line_item',
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: [],
    discountable: !draft.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: draft.subscription_item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: draft.invoice_item,
            ...proration,
            subscription,
            subscription_item: draft.subscription_item,
          },
          type: 'subscription_item_details',
        }
      : null,
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: draft.price.id, product: draft.price.product },
      type: 'price_details',
      unit_amount_decimal: draft.price.unit_amount_decimal,
    },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription,
    subtotal: draft.amount,
    taxes: [],
  };
}

/** Stripe charges nothing below this amount, in the smallest unit of US dollars. */
const MINIMUM_CHARGE = 50;

/**
 * Returns the amounts of an invoice. Credit (a negative `balance`) lowers `due`; a negative total adds credit. What is
 * too little to charge becomes a debt in the balance, which the next invoice collects.
 */
export function amountsOf(lines: { amount: number }[], balance: number) {
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const owed = total + balance;
  const due = owed < MINIMUM_CHARGE ? 0 : owed;
  return { total, due, endingBalance: owed - due };
}

/** Returns the fields that are empty in a draft or constant in the emulator. Each call returns new objects. */
const fixedFields = () => ({
  account_country: 'US',
  account_name: 'Stripe emulator',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
});

/** Builds a draft invoice. Does not store the draft, because previews use this function too. */
export function buildInvoice(world: World, draft: InvoiceDraft, id = newId('in_1', 23)): Invoice {
  const customer = get(world, 'customers', draft.customer, 'customer');
  const now = world.clock.now();
  const lines = draft.lines.map((line) => lineOf(line, id, draft.subscription?.id ?? null));
  const { total, due } = amountsOf(lines, customer.balance);
  return {
    ...fixedFields(),
    id,
    object: 'invoice',
    amount_due: due,
    amount_remaining: due,
    auto_advance: draft.autoAdvance ?? true,
    billing_reason: draft.reason,
    created: now,
    currency: draft.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.tax_exempt ?? null,
    default_payment_method: draft.defaultPaymentMethod ?? null,
    description: draft.description ?? null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: draft.metadata ?? {},
    parent: draft.subscription
      ? {
          quote_details: null,
          subscription_details: {
            metadata: draft.subscription.metadata,
            subscription: draft.subscription.id,
          },
          type: 'subscription_details',
        }
      : null,
    period_end: now,
    period_start: now,
    starting_balance: customer.balance,
    status: 'draft',
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: now,
  };
}
