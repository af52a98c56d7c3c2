import type { Stripe } from 'stripe';
import { z } from 'zod';
import { closeDispute, isDisputeOpen } from '../billing/disputes.ts';
import { invalid } from '../core/errors.ts';
import { change } from '../core/events.ts';
import { get } from '../core/world.ts';
import { clearableMetadata, isInRange, mergeMetadata, paramsOf, range, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';

const listParams = paramsOf<Stripe.DisputeListParams>()({
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
});

export const disputeRoutes: Route[] = [
  route('GET', '/v1/disputes/:id', z.strictObject({}), (world, _params, id) => get(world, 'disputes', id)),
  route(
    'POST',
    '/v1/disputes/:id',
    paramsOf<Stripe.DisputeUpdateParams>()({ metadata: clearableMetadata.optional() }),
    (world, { metadata }, id) => {
      const dispute = get(world, 'disputes', id);
      const changes = { metadata: mergeMetadata(dispute.metadata, metadata) };
      return change(world, 'disputes', dispute, changes, 'charge.dispute.updated');
    },
  ),
  route('POST', '/v1/disputes/:id/close', z.strictObject({}), (world, _params, id) => {
    if (isDisputeOpen(get(world, 'disputes', id))) return closeDispute(world, id, 'lost');
    throw invalid('This dispute is already closed.', { param: 'id' });
  }),
  listRoute(
    '/v1/disputes',
    'disputes',
    listParams,
    (dispute, { charge, created, payment_intent: intent }) => {
      return (
        (charge === undefined || dispute.charge === charge) &&
        (intent === undefined || dispute.payment_intent === intent) &&
        isInRange(dispute.created, created)
      );
    },
  ),
];
