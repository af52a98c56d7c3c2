import type { Stripe } from 'stripe';
import { z } from 'zod';
import { planChange } from '../billing/change-items.ts';
import { pendingLines } from '../billing/invoice-items.ts';
import { nameOfProduct } from '../billing/invoices.ts';

import { type LineDraft, periodLine, trialLine, withPeriod } from '../billing/proration.ts';
import { periodEndOf } from '../billing/renew.ts';
import type { Invoice, Subscription } from '../core/collections.ts';
import { invalid, StripeFault } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { get, type World } from '../core/world.ts';
import { clearable, flag, integer, paramsOf, text } from '../http/params.ts';
import { buildInvoice } from '../objects/invoices.object.ts';
import { newItem } from '../objects/subscriptions.object.ts';
import { itemChange } from './subscriptions.params.ts';
import { checkCancellation } from './subscriptions.update.ts';

export const previewParams = paramsOf<Stripe.InvoiceCreatePreviewParams>()({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      cancel_at: clearable(integer).optional(),
      cancel_at_period_end: flag.optional(),
      items: z.array(itemChange).optional(),
      proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
      proration_date: integer.optional(),
      trial_end: z.union([z.literal('now'), integer]).optional(),
    })
    .optional(),
});
type PreviewParams = z.output<typeof previewParams>;
type Details = NonNullable<PreviewParams['subscription_details']>;

const previewId = (): string => newId('upcoming_in_1', 23);

function noneUpcoming(): never {
  throw new StripeFault(404, 'invalid_request_error', 'No upcoming invoices for this subscription.', {
    code: 'invoice_upcoming_none',
  });
}

/**
 * Returns the lines of the next invoice after a change. If Stripe invoices the change at once, the lines are
 * for the change, otherwise for the renewal.
 */
function linesOfChange(
  world: World,
  subscription: Subscription,
  details: Details,
): { lines: LineDraft[]; at: number; reason: string } {
  const now = world.clock.now();
  const behavior = details.proration_behavior ?? 'create_prorations';
  const plan = planChange(world, subscription, details.items ?? [], {
    behavior,
    date: details.proration_date ?? now,
  });
  const pending = pendingLines(world, subscription.id);
  const nameOf = nameOfProduct(world);
  const isTrialEnd = details.trial_end === 'now' && subscription.status === 'trialing';
  if (isTrialEnd) {
    const items = withPeriod(plan.items, now, now);
    return {
      lines: [...pending, ...items.map((item) => periodLine(item, nameOf))],
      at: now,
      reason: 'subscription_update',
    };
  }
  if (plan.restarts || (behavior === 'always_invoice' && details.items)) {
    return {
      lines: [...pending, ...plan.prorations, ...plan.period],
      at: now,
      reason: 'subscription_update',
    };
  }
  const start = periodEndOf(subscription);
  const {
    cancel_at_period_end: flag = subscription.cancel_at_period_end,
    cancel_at = subscription.cancel_at,
  } = details;
  const isEnding =
    flag || (details.cancel_at_period_end === undefined && cancel_at !== null && cancel_at <= start);
  if (isEnding && pending.length + plan.prorations.length === 0) noneUpcoming();
  const next = isEnding
    ? []
    : withPeriod(plan.items, plan.anchor, start).map((item) => periodLine(item, nameOf));
  return { lines: [...pending, ...plan.prorations, ...next], at: start, reason: 'upcoming' };
}

function previewChange(world: World, id: string, details: Details): Invoice {
  const subscription = get(world, 'subscriptions', id, 'subscription');
  const { status, customer, currency, metadata } = subscription;
  checkCancellation(details);
  if (status === 'canceled' || status === 'incomplete_expired') noneUpcoming();
  const { lines, at, reason } = linesOfChange(world, subscription, details);
  const invoice = buildInvoice(
    world,
    { customer, currency, lines, reason, subscription: { id, metadata } },
    previewId(),
  );
  const [item] = subscription.items.data;
  return {
    ...invoice,
    created: at,
    period_start: item?.current_period_start ?? at,
    period_end: item?.current_period_end ?? at,
    next_payment_attempt: at,
    hosted_invoice_url: null,
  };
}

/** Returns the first invoice that a new subscription would have. */
function previewNew(world: World, customer: string, details: Details): Invoice {
  const now = world.clock.now();
  const nameOf = nameOfProduct(world);
  const items = (details.items ?? []).map(({ price, quantity = 1 }) =>
    newItem(world, '', {
      price: get(world, 'prices', price ?? '', 'subscription_details[items][0][price]'),
      quantity,
    }),
  );
  const currency = items[0]?.price.currency;
  if (!currency)
    throw invalid('Missing required param: subscription_details[items].', {
      code: 'parameter_missing',
      param: 'subscription_details[items]',
    });
  const { trial_end: end } = details;
  const isTrial = typeof end === 'number' && end > now;
  const lines = isTrial
    ? items.map((item) => trialLine({ ...item, current_period_end: end }, nameOf))
    : withPeriod(items, now, now).map((item) => periodLine(item, nameOf));
  return buildInvoice(
    world,
    { customer, currency, lines, reason: 'upcoming', subscription: null },
    previewId(),
  );
}

export function createPreview(
  world: World,
  { customer, subscription, subscription_details: details = {} }: PreviewParams,
): Invoice {
  if (subscription !== undefined) return previewChange(world, subscription, details);
  if (customer === undefined) {
    throw invalid('You must provide one of these parameters: customer, subscription.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  }
  return previewNew(world, customer, details);
}
