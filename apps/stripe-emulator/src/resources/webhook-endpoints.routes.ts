import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { WebhookEndpoint } from '../core/collections.ts';
import { invalid } from '../core/errors.ts';
import { API_VERSION, change } from '../core/events.ts';
import { get } from '../core/world.ts';
import { listParams, page } from '../http/page.ts';
import { clearableMetadata, clearableText, flag, mergeMetadata, paramsOf, text } from '../http/params.ts';
import { type Route, route } from '../http/route.ts';
import { createEndpoint } from '../objects/webhook-endpoints.object.ts';

const createParams = paramsOf<Stripe.WebhookEndpointCreateParams>()({
  api_version: z.literal(API_VERSION).optional(),
  description: clearableText.optional(),
  enabled_events: z.array(text).min(1),
  metadata: clearableMetadata.optional(),
  url: text,
});
const updateParams = paramsOf<Stripe.WebhookEndpointUpdateParams>()({
  description: clearableText.optional(),
  disabled: flag.optional(),
  enabled_events: z.array(text).min(1).optional(),
  metadata: clearableMetadata.optional(),
  url: text.optional(),
});

/** Removes the signing secret, which Stripe sends only in the response to the creation. */
const withoutSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): WebhookEndpoint => endpoint;

function checkUrl(url: string | undefined): void {
  if (url !== undefined && !URL.canParse(url)) {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    });
  }
}

export const webhookEndpointRoutes: Route[] = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    createParams,
    (world, { metadata, api_version: _version, ...rest }) => {
      checkUrl(rest.url);
      return createEndpoint(world, { ...rest, metadata: mergeMetadata({}, metadata) });
    },
  ),
  route('GET', '/v1/webhook_endpoints/:id', z.strictObject({}), (world, _params, id) =>
    withoutSecret(get(world, 'webhook_endpoints', id)),
  ),
  route('POST', '/v1/webhook_endpoints/:id', updateParams, (world, { metadata, disabled, ...rest }, id) => {
    checkUrl(rest.url);
    const endpoint = get(world, 'webhook_endpoints', id);
    const changes = {
      ...rest,
      metadata: mergeMetadata(endpoint.metadata, metadata),
      status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
    };
    return withoutSecret(change(world, 'webhook_endpoints', endpoint, changes));
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', z.strictObject({}), (world, _params, id) => {
    world.store.remove('webhook_endpoints', get(world, 'webhook_endpoints', id).id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    run: (world, input) =>
      page(
        world.store.list('webhook_endpoints').map(withoutSecret),
        '/v1/webhook_endpoints',
        listParams(input).cursor,
      ),
  },
];
