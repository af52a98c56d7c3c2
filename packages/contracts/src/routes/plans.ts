import { z } from 'zod';
import { LARGE_BODY_BYTES } from '../constants.ts';
import * as plans from '../plans.ts';
import * as users from '../users.ts';
import { type RouteContract, route } from './route.ts';

export const plansRoutes = {
  'GET /api/v1/plans': route({
    access: 'public',
    tag: 'Plans',
    summary: 'Plans and trial length',
    replies: { 200: plans.PlansReply },
  }),
  'POST /api/v1/plans/change': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Choose or switch a plan',
    body: plans.ChangePlan,
    replies: { 200: plans.ChangePlanReply },
  }),
  'POST /api/v1/plans/cancel': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Cancel at the end of the period',
    replies: { 200: plans.CancelPlanReply },
  }),
  'POST /api/v1/plans/sync': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Read the subscription from the payment processor',
    body: plans.SyncPlan,
    bodyOptional: true,
    replies: { 200: users.UserReply },
  }),
  'POST /api/v1/plans/manage': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Open the billing portal',
    body: plans.ManagePlan,
    bodyOptional: true,
    replies: { 200: plans.ManagePlanReply },
  }),
  'POST /api/v1/plans/store_purchase': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Report a purchase in an app store',
    body: plans.StorePurchase,
    replies: { 200: users.UserReply },
  }),
  'POST /api/v1/plans/preview': route({
    access: 'token',
    tag: 'Plans',
    summary: 'The charges that choosing a plan causes',
    body: plans.PreviewPlan,
    replies: { 200: plans.PlanPreview },
  }),
  'GET /api/v1/plans/invoices': route({
    access: 'token',
    tag: 'Plans',
    summary: 'Paid invoices, newest first',
    query: plans.InvoicesQuery,
    replies: { 200: plans.InvoicesReply },
  }),
  'POST /webhooks/stripe': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Stripe events',
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/apple': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'App Store notifications',
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
  'POST /webhooks/google': route({
    access: 'signed',
    tag: 'Webhooks',
    summary: 'Google Play notifications',
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: z.looseObject({}) },
  }),
} satisfies Record<string, RouteContract>;
