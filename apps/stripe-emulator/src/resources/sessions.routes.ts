import type { Stripe } from 'stripe';
import { z } from 'zod';
import { expireSession } from '../billing/due.ts';
import { invalid } from '../core/errors.ts';
import { change } from '../core/events.ts';
import { get } from '../core/world.ts';
import { page, listParams as splitCursor } from '../http/page.ts';
import { isInRange, mergeMetadata, paramsOf, range, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { createSession } from './sessions.create.ts';
import { createSessionParams, updateSessionParams } from './sessions.params.ts';

const listParams = paramsOf<Stripe.Checkout.SessionListParams>()({
  created: range.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
  status: text.optional(),
  subscription: text.optional(),
});

export const sessionRoutes: Route[] = [
  route('POST', '/v1/checkout/sessions', createSessionParams, createSession),
  route('GET', '/v1/checkout/sessions/:id', z.strictObject({}), (world, _params, id) =>
    get(world, 'sessions', id),
  ),
  route('POST', '/v1/checkout/sessions/:id', updateSessionParams, (world, { metadata }, id) => {
    const session = get(world, 'sessions', id);
    return change(world, 'sessions', session, { metadata: mergeMetadata(session.metadata, metadata) });
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({}), (world, _params, id) => {
    const session = get(world, 'sessions', id);
    if (session.status === 'open') return expireSession(world, session);
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }),
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    run(world, input, id) {
      const { cursor } = splitCursor(input);
      return page(
        get(world, 'session_notes', id).line_items,
        `/v1/checkout/sessions/${id}/line_items`,
        cursor,
      );
    },
  },
  listRoute('/v1/checkout/sessions', 'sessions', listParams, (session, params) => {
    const { customer, payment_intent: intent, status, subscription, created } = params;
    return (
      (customer === undefined || session.customer === customer) &&
      (intent === undefined || session.payment_intent === intent) &&
      (status === undefined || session.status === status) &&
      (subscription === undefined || session.subscription === subscription) &&
      isInRange(session.created, created)
    );
  }),
];
