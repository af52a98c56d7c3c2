import type { Stripe } from 'stripe';
import { z } from 'zod';
import { DEFAULT_CARD, findCard, findCardByToken, type TestCard } from '../billing/cards.ts';
import { setupOutcome } from '../billing/payments.ts';
import type { PaymentMethod } from '../core/collections.ts';
import { invalid, StripeFault } from '../core/errors.ts';
import { change } from '../core/events.ts';
import { get, type World } from '../core/world.ts';
import { clearableMetadata, clearableText, integer, mergeMetadata, paramsOf, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';
import { attachCard, createCard, detachCard } from '../objects/payment-methods.object.ts';

const billing = z.strictObject({
  email: clearableText.optional(),
  name: clearableText.optional(),
  phone: clearableText.optional(),
});
const card = z.strictObject({
  token: text.optional(),
  number: text.optional(),
  exp_month: integer.optional(),
  exp_year: integer.optional(),
  cvc: text.optional(),
});
const createParams = paramsOf<Stripe.PaymentMethodCreateParams>()({
  type: z.literal('card'),
  card: card.optional(),
  billing_details: billing.optional(),
  metadata: clearableMetadata.optional(),
});
const updateParams = paramsOf<Stripe.PaymentMethodUpdateParams>()({
  billing_details: billing.optional(),
  metadata: clearableMetadata.optional(),
});
const attachParams = paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text });
const listParams = paramsOf<Stripe.PaymentMethodListParams>()({
  customer: text.optional(),
  type: z.literal('card').optional(),
});

/** Returns the stored card, or creates a card for one of Stripe's test ids such as `pm_card_visa`. */
export function resolveCard(world: World, id: string, param = 'id'): PaymentMethod {
  const test = findCardByToken(id);
  return test ? createCard(world, test) : get(world, 'payment_methods', id, param);
}

function cardOf(input: z.output<typeof card> | undefined): TestCard {
  const found = input?.token ? findCardByToken(input.token) : findCard(input?.number ?? DEFAULT_CARD);
  if (!found)
    throw invalid('Your card number is not one of the test cards.', {
      code: 'incorrect_number',
      param: 'card[number]',
    });
  return found;
}

function attach(world: World, id: string, customer: string): PaymentMethod {
  get(world, 'customers', customer, 'customer');
  const method = resolveCard(world, id);
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  const outcome = setupOutcome(world, method, customer, true);
  if (outcome.kind === 'declined') {
    const details = { code: 'card_declined', decline_code: outcome.declineCode };
    throw new StripeFault(402, 'card_error', outcome.message, details);
  }
  return attachCard(world, method, customer);
}

export const paymentMethodRoutes: Route[] = [
  route('POST', '/v1/payment_methods', createParams, (world, params) => {
    const method = createCard(world, cardOf(params.card), params.billing_details);
    return change(world, 'payment_methods', method, { metadata: mergeMetadata({}, params.metadata) });
  }),
  route('GET', '/v1/payment_methods/:id', z.strictObject({}), (world, _params, id) => resolveCard(world, id)),
  route('POST', '/v1/payment_methods/:id', updateParams, (world, params, id) => {
    const method = get(world, 'payment_methods', id);
    const changes = {
      metadata: mergeMetadata(method.metadata, params.metadata),
      billing_details: { ...method.billing_details, ...params.billing_details },
    };
    return change(world, 'payment_methods', method, changes, 'payment_method.updated');
  }),
  route('POST', '/v1/payment_methods/:id/attach', attachParams, (world, { customer }, id) =>
    attach(world, id, customer),
  ),
  route('POST', '/v1/payment_methods/:id/detach', z.strictObject({}), (world, _params, id) =>
    detachCard(world, get(world, 'payment_methods', id)),
  ),
  listRoute('/v1/payment_methods', 'payment_methods', listParams, (method, { customer }) => {
    return customer !== undefined && method.customer === customer;
  }),
  listRoute(
    '/v1/customers/:id/payment_methods',
    'payment_methods',
    paramsOf<Stripe.CustomerListPaymentMethodsParams>()({ type: z.literal('card').optional() }),
    (method, _params, id) => method.customer === id,
  ),
];
