import type { Stripe } from 'stripe';
import { z } from 'zod';
import {
  clearable,
  clearableMetadata,
  clearableText,
  flag,
  ignored,
  integer,
  paramsOf,
  range,
  text,
} from '../http/params.ts';

const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
});
const cancellation = z.strictObject({
  comment: clearableText.optional(),
  feedback: clearableText.optional(),
});
const behavior = z.enum(['create_prorations', 'always_invoice', 'none']);
const paymentBehavior = z.enum([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
]);
const shared = {
  cancel_at_period_end: flag.optional(),
  default_payment_method: text.optional(),
  description: clearableText.optional(),
  metadata: clearableMetadata.optional(),
  off_session: flag.optional(),
  payment_behavior: paymentBehavior.optional(),
  payment_settings: z.strictObject({ save_default_payment_method: text.optional() }).optional(),
  proration_behavior: behavior.optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
  trial_settings: trialSettings.optional(),
};

export const itemChange = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: integer.optional(),
  deleted: flag.optional(),
  metadata: clearableMetadata.optional(),
});

export const createParams = paramsOf<Stripe.SubscriptionCreateParams>()({
  ...shared,
  billing_mode: ignored,
  cancel_at: integer.optional(),
  customer: text,
  items: z
    .array(
      z.strictObject({ price: text, quantity: integer.optional(), metadata: clearableMetadata.optional() }),
    )
    .min(1),
  trial_period_days: integer.optional(),
});
export const updateParams = paramsOf<Stripe.SubscriptionUpdateParams>()({
  ...shared,
  cancel_at: clearable(integer).optional(),
  cancellation_details: cancellation.optional(),
  items: z.array(itemChange).optional(),
  proration_date: integer.optional(),
});
export const cancelParams = paramsOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: cancellation.optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});
export const resumeParams = paramsOf<Stripe.SubscriptionResumeParams>()({
  billing_cycle_anchor: z.strictObject({ type: z.literal('now') }).optional(),
  proration_behavior: behavior.optional(),
});
export const listParams = paramsOf<Stripe.SubscriptionListParams>()({
  created: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: text.optional(),
});

export type CreateSubscription = z.output<typeof createParams>;
export type UpdateSubscription = z.output<typeof updateParams>;
