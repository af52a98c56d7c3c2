import type { Stripe } from 'stripe';
import { z } from 'zod';
import { clearableMetadata, flag, ignored, integer, metadata, paramsOf, text } from '../http/params.ts';
import { amountFields } from '../objects/prices.object.ts';

const productData = z.strictObject({
  name: text,
  description: text.optional(),
  metadata: metadata.optional(),
});
const lineItem = z.strictObject({
  price: text.optional(),
  quantity: integer.optional(),
  price_data: z
    .strictObject({ ...amountFields, product: text.optional(), product_data: productData.optional() })
    .optional(),
});
export type LineInput = z.output<typeof lineItem>;

const subscriptionData = z.strictObject({
  description: text.optional(),
  metadata: metadata.optional(),
  trial_end: integer.optional(),
  trial_period_days: integer.optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
    })
    .optional(),
  billing_mode: ignored,
});
const invoiceCreation = z.strictObject({
  enabled: flag,
  invoice_data: z
    .strictObject({ description: text.optional(), footer: text.optional(), metadata: metadata.optional() })
    .optional(),
});

export const createSessionParams = paramsOf<Stripe.Checkout.SessionCreateParams>()({
  allow_promotion_codes: flag.optional(),
  automatic_tax: z.strictObject({ enabled: z.literal('false') }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  branding_settings: ignored,
  cancel_url: text.optional(),
  client_reference_id: text.max(200).optional(),
  consent_collection: ignored,
  custom_text: ignored,
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: ignored,
  expires_at: integer.optional(),
  invoice_creation: invoiceCreation.optional(),
  line_items: z.array(lineItem).min(1),
  locale: text.optional(),
  metadata: clearableMetadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  origin_context: ignored,
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      receipt_email: text.optional(),
    })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  saved_payment_method_options: ignored,
  submit_type: text.optional(),
  subscription_data: subscriptionData.optional(),
  success_url: text,
  ui_mode: z.literal('hosted_page').optional(),
});
export type CreateSession = z.output<typeof createSessionParams>;

export const updateSessionParams = paramsOf<Stripe.Checkout.SessionUpdateParams>()({
  metadata: clearableMetadata.optional(),
});
