import type { Stripe } from 'stripe';
import { z } from 'zod';
import { createRefund } from '../billing/refunds.ts';
import { change } from '../core/events.ts';
import { get } from '../core/world.ts';
import {
  clearableMetadata,
  integer,
  isInRange,
  mergeMetadata,
  paramsOf,
  range,
  text,
} from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';

const createParams = paramsOf<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: clearableMetadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const listParams = paramsOf<Stripe.RefundListParams>()({
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const refundRoutes: Route[] = [
  route('POST', '/v1/refunds', createParams, (world, { metadata, ...rest }) =>
    createRefund(world, { ...rest, metadata: mergeMetadata({}, metadata) }),
  ),
  route('GET', '/v1/refunds/:id', z.strictObject({}), (world, _params, id) => get(world, 'refunds', id)),
  route(
    'POST',
    '/v1/refunds/:id',
    paramsOf<Stripe.RefundUpdateParams>()({ metadata: clearableMetadata.optional() }),
    (world, { metadata }, id) => {
      const refund = get(world, 'refunds', id);
      return change(
        world,
        'refunds',
        refund,
        { metadata: mergeMetadata(refund.metadata, metadata) },
        'refund.updated',
      );
    },
  ),
  listRoute('/v1/refunds', 'refunds', listParams, (refund, { charge, created, payment_intent: intent }) => {
    return (
      (charge === undefined || refund.charge === charge) &&
      (intent === undefined || refund.payment_intent === intent) &&
      isInRange(refund.created, created)
    );
  }),
];
