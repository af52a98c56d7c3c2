import { z } from 'zod';
import { LARGE_BODY_BYTES, STORE_BODY_BYTES } from '../constants.ts';
import * as plans from '../plans.ts';
import * as users from '../users.ts';
import { type RouteContract, route } from './route.ts';

export const plansRoutes = {
  'GET /api/v1/plans': route({
    access: 'public',
    tag: 'Plans',
    summary: 'Plans and trial length',
    description:
      'Every text that names a price or the trial reads it here. Empty where billing is switched off.',
    replies: { 200: plans.PlansReply },
  }),
  'POST /api/v1/plans/change': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Choose or switch a plan',
    description:
      'Without a subscription, `redirect_url` is a checkout page. With one, the price changes at once and `redirect_url` is the `success_url`, unless the bank asks the member to confirm the payment: then `redirect_url` is the invoice, and the price stays until it is paid. The free plan is granted at once and needs no price.',
    errors: ['not_permitted', 'not_found'],
    body: plans.ChangePlan,
    replies: { 200: plans.ChangePlanReply },
  }),
  'POST /api/v1/plans/cancel': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Cancel at the end of the period',
    description: 'Access stays until `user.current_period_end`.',
    errors: ['not_permitted', 'not_found'],
    replies: { 200: plans.CancelPlanReply },
  }),
  'POST /api/v1/plans/sync': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Read the subscription from the payment processor',
    description:
      'The page after a payment calls this, so that the plan is there before the webhook arrives. A second call within five seconds answers what is stored, unless its `session_id` is new.',
    errors: ['not_permitted', 'not_found'],
    body: plans.SyncPlan,
    bodyOptional: true,
    replies: { 200: users.UserReply },
  }),
  'POST /api/v1/plans/manage': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Open the billing portal',
    description: 'For changing the card or paying what is due. `return_url` is on the web origin.',
    errors: ['not_permitted', 'not_found'],
    body: plans.ManagePlan,
    bodyOptional: true,
    replies: { 200: plans.ManagePlanReply },
  }),
  'POST /api/v1/plans/store_purchase': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Report a purchase in an app store',
    description:
      'The apps hand `store_account_token` to the store and report the purchase here; the store’s own notification follows.',
    errors: ['not_permitted', 'not_found'],
    body: plans.StorePurchase,
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: users.UserReply },
  }),
  'POST /api/v1/plans/preview': route({
    access: 'token',
    tag: 'Plans',
    summary: 'The charges that choosing a plan causes',
    description:
      'Amounts in cents. `next_*` is the next invoice, `first_charge_*` the first amount that a credit does not cover; null where there is none.',
    errors: ['not_permitted', 'not_found'],
    body: plans.PreviewPlan,
    replies: { 200: plans.PlanPreview },
  }),
  'GET /api/v1/plans/invoices': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Paid invoices, newest first',
    description: '`open_invoice` is the oldest one that could not be collected, else null.',
    errors: ['not_permitted', 'not_found'],
    query: plans.InvoicesQuery,
    cost: 20,
    replies: { 200: plans.InvoicesReply },
  }),
  'POST /webhooks/stripe': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Stripe events',
    description: 'Answers 200 once the event is stored. Stripe signs the body in `Stripe-Signature`.',
    errors: ['not_found'],
    reads: ['application/json'],
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/apple': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'App Store notifications',
    description: 'Answers 200 once the notification is stored. The body carries its own signature.',
    errors: ['not_found'],
    reads: ['application/json'],
    bodyBytes: STORE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/google': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Google Play notifications',
    description: 'Answers 200 once the notification is stored. Pub/Sub signs the request with a token.',
    errors: ['not_found'],
    reads: ['application/json'],
    bodyBytes: STORE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
} satisfies Record<string, RouteContract>;
