import { z } from 'zod';
import { Id } from './primitives.ts';
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
});
export type Plan = z.infer<typeof Plan>;
export const PlansReply = z.object({ plans: z.array(Plan), trial_days: z.int() });

export const ChangePlan = z.object({
  plan_id: z.string().min(1).max(100),
  price_id: z.string().min(1).max(100).optional(),
  success_url: z.url().max(2_000).optional(),
  cancel_url: z.url().max(2_000).optional(),
});
export const ChangePlanReply = z.object({ redirect_url: z.string(), user: User });
export const CancelPlanReply = z.object({ canceled: z.literal(true), user: User });
export const SyncPlan = z.object({ session_id: z.string().min(1).max(255).optional() });
export const ManagePlanReply = z.object({ redirect_url: z.string() });
