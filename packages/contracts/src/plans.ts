import { z } from 'zod';
import { described } from './described.ts';
import { Id, PageQuery, Pagination, Timestamp } from './primitives.ts';
import { User } from './users.ts';

export const Pricing = z.object({
  id: z.string(),
  price_in_cents: z.int(),
  is_recurring: z.boolean(),
  is_free: z.boolean(),
  interval: z.enum(['month', 'year']).nullable(),
});
export const Plan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  plan_id: z.string(),
  pricings: z.array(Pricing),
  /** Free places of a limited plan, else null. */
  places_left: z.int().nullable(),
  /** True for one plan: the recurring plan that costs least a month. */
  recommended: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;
export const PlansReply = z.object({ plans: z.array(Plan), trial_days: z.int() });

const PlanId = z
  .string()
  .min(1)
  .max(100)
  .register(described, { examples: ['monthly'] });
const PriceId = z
  .string()
  .min(1)
  .max(100)
  .register(described, { examples: ['monthly_399'] });
/** An address of this site. The example is one of a stack as it comes. */
const ReturnUrl = z
  .url()
  .max(2_000)
  .register(described, { examples: ['http://localhost:3000/settings'] });

export const ChangePlan = z.object({
  plan_id: PlanId,
  price_id: PriceId.optional(),
  success_url: ReturnUrl.optional(),
  cancel_url: ReturnUrl.optional(),
});
export const ChangePlanReply = z.object({ redirect_url: z.string(), user: User });
export const CancelPlanReply = z.object({ canceled: z.literal(true), user: User });
export const SyncPlan = z.object({ session_id: z.string().min(1).max(255).optional() });
export const ManagePlan = z.object({ return_url: ReturnUrl.optional() });
export const ManagePlanReply = z.object({ redirect_url: z.string() });

/** `token`: the signed transaction of StoreKit, or the purchase token of Google Play. */
export const StorePurchase = z.object({
  processor: z.enum(['apple', 'google']),
  token: z.string().trim().min(1).max(20_000),
});

export const PreviewPlan = z.object({
  plan_id: PlanId,
  price_id: PriceId.optional(),
});
/**
 * Amounts in cents. `next_amount` and `next_date` are the next invoice after today, before a credit. The first charge
 * is the first amount above 0 that the credit does not cover, which may be due today. A plan without the one or the
 * other has null.
 */
export const PlanPreview = z.object({
  amount_due: z.int(),
  currency: z.string(),
  next_amount: z.int().nullable(),
  next_date: Timestamp.nullable(),
  first_charge_amount: z.int().nullable(),
  first_charge_date: Timestamp.nullable(),
});
export type PlanPreview = z.infer<typeof PlanPreview>;

export const InvoicesQuery = z.object(PageQuery);
export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created: Timestamp,
  amount_paid: z.int(),
  currency: z.string(),
  status: z.string(),
  /** The address of the page at Stripe that shows the invoice. */
  hosted_invoice_url: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;
/** An invoice that Stripe could not collect. Its page at Stripe takes the payment. */
export const OpenInvoice = z.object({
  id: z.string(),
  amount_due: z.int(),
  currency: z.string(),
  hosted_invoice_url: z.string().nullable(),
});
export type OpenInvoice = z.infer<typeof OpenInvoice>;
export const InvoicesReply = z.object({
  invoices: z.array(Invoice),
  pagination: Pagination,
  open_invoice: OpenInvoice.nullable(),
});
