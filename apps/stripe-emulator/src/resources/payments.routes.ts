import type { Stripe } from 'stripe';
import { z } from 'zod';
import { get } from '../core/world.ts';
import { isInRange, paramsOf, range, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';

const none = z.strictObject({});
const filters = { created: range.optional(), customer: text.optional() };

export const paymentRoutes: Route[] = [
  route('GET', '/v1/payment_intents/:id', none, (world, _params, id) => get(world, 'payment_intents', id)),
  listRoute(
    '/v1/payment_intents',
    'payment_intents',
    paramsOf<Stripe.PaymentIntentListParams>()(filters),
    ({ customer, created }, params) =>
      (params.customer === undefined || customer === params.customer) && isInRange(created, params.created),
  ),
  route('GET', '/v1/setup_intents/:id', none, (world, _params, id) => get(world, 'setup_intents', id)),
  listRoute(
    '/v1/setup_intents',
    'setup_intents',
    paramsOf<Stripe.SetupIntentListParams>()(filters),
    ({ customer, created }, params) =>
      (params.customer === undefined || customer === params.customer) && isInRange(created, params.created),
  ),
  route('GET', '/v1/charges/:id', none, (world, _params, id) => get(world, 'charges', id)),
  listRoute(
    '/v1/charges',
    'charges',
    paramsOf<Stripe.ChargeListParams>()({ ...filters, payment_intent: text.optional() }),
    ({ customer, created, payment_intent: intent }, params) =>
      (params.customer === undefined || customer === params.customer) &&
      (params.payment_intent === undefined || intent === params.payment_intent) &&
      isInRange(created, params.created),
  ),
];
