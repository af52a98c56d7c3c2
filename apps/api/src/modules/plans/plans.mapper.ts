import type { Invoice, OpenInvoice, Plan } from '@marquee/contracts';
import type { Invoice as StripeInvoice } from '#src/clients/stripe/customers.ts';
import type { OpenInvoice as StripeOpenInvoice } from '#src/clients/stripe/debts.ts';
import type { PlanRow } from './plans.repository.ts';

export const mapPlan = (
  row: PlanRow,
  { placesLeft, recommended }: { placesLeft: number | null; recommended: boolean },
): Plan => ({
  id: row.id,
  name: row.name,
  description: row.description,
  plan_id: row.planId,
  pricings: row.pricings.map((pricing) => ({
    id: pricing.priceId,
    price_in_cents: pricing.priceInCents,
    is_recurring: pricing.isRecurring,
    is_free: pricing.isFree,
    interval: pricing.interval,
  })),
  places_left: placesLeft,
  recommended,
});

export const mapInvoice = (invoice: StripeInvoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  created: invoice.createdAt.toISOString(),
  amount_paid: invoice.amountPaid,
  currency: invoice.currency,
  status: invoice.status,
  hosted_invoice_url: invoice.url,
});

export const mapOpenInvoice = (invoice: StripeOpenInvoice): OpenInvoice => ({
  id: invoice.id,
  amount_due: invoice.amountDue,
  currency: invoice.currency,
  hosted_invoice_url: invoice.url,
});
