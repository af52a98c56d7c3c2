import { Stripe } from 'stripe';
import type { Collections, EventType, WebhookEndpoint } from './collections.ts';
import { newId } from './ids.ts';
import type { World } from './world.ts';

export const API_VERSION = Stripe.API_VERSION;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('object' in value);

/**
 * Returns the earlier values of changed fields. Compares plain objects field by field, other values as a
 * whole.
 */
export function previousAttributes(before: object, after: object): Record<string, unknown> {
  const old: Record<string, unknown> = { ...before };
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    if (JSON.stringify(old[key]) === JSON.stringify(value)) continue;
    const earlier = old[key];
    changed[key] =
      isRecord(earlier) && isRecord(value) ? previousAttributes(earlier, value) : (earlier ?? null);
  }
  for (const key of Object.keys(old)) if (!(key in after)) changed[key] = old[key];
  return changed;
}

const wants = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.status === 'enabled' &&
  (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type));

/** Stores an event, and one delivery for each endpoint whose `enabled_events` contain the event type. */
export function emit(
  world: World,
  type: EventType,
  object: { id: string; object: string },
  previous?: Record<string, unknown>,
): void {
  const { store, clock } = world;
  const mode = store.settings.webhook_mode;
  const endpoints = store.list('webhook_endpoints').filter((endpoint) => wants(endpoint, type));
  const event = store.put('events', {
    id: newId('evt_1', 23),
    object: 'event',
    api_version: API_VERSION,
    created: clock.now(),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: mode === 'drop' ? 0 : endpoints.length,
    request: world.request,
    type,
  });
  if (mode === 'drop') return;
  for (const endpoint of endpoints) {
    store.put('deliveries', {
      id: newId('del'),
      event: event.id,
      endpoint: endpoint.id,
      copies: mode === 'duplicate' ? 3 : 1,
      attempts: 0,
      held: mode === 'hold',
    });
  }
}

type Eventful = {
  [Name in keyof Collections]: Collections[Name] extends { id: string; object: string } ? Name : never;
}[keyof Collections];

/**
 * Replaces fields of an object and emits `type` with the earlier values. Does nothing when no value changes.
 */
export function change<Name extends Eventful>(
  world: World,
  name: Name,
  before: Collections[Name],
  changes: Partial<Collections[Name]>,
  type?: EventType,
): Collections[Name] {
  const after = { ...before, ...changes };
  const previous = previousAttributes(before, after);
  if (Object.keys(previous).length === 0) return before;
  world.store.put(name, after);
  if (type) emit(world, type, after, type.endsWith('.updated') ? previous : undefined);
  return after;
}
