import type { WebhookEndpoint } from '../core/collections.ts';
import { API_VERSION } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';

export function createEndpoint(
  world: World,
  fields: Pick<WebhookEndpoint, 'url' | 'enabled_events'> & Partial<WebhookEndpoint>,
): WebhookEndpoint {
  return world.store.put('webhook_endpoints', {
    id: newId('we_1', 23),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: world.clock.now(),
    description: null,
    livemode: false,
    metadata: {},
    secret: newId('whsec', 32),
    status: 'enabled',
    ...fields,
  });
}
