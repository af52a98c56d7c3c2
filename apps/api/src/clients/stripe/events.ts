import { z } from 'zod';
import type { Caller } from './call.ts';

const Reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
/** The fields of an event's object that identify the customer, in every version of the API. */
const EventObject = z.object({
  object: z.string(),
  id: z.string().nullish(),
  customer: Reference,
  charge: Reference,
});

const idOf = (reference: z.infer<typeof Reference>): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Returns the customer id of an event, or null when the event has no customer. */
export async function findEventCustomer(call: Caller, eventId: string): Promise<string | null> {
  const event = await call((stripe, options) => stripe.events.retrieve(eventId, {}, options));
  const about = EventObject.parse(event.data.object);
  if (about.object === 'customer') return about.id ?? null;
  const charge = idOf(about.charge);
  if (idOf(about.customer) !== null || charge === null) return idOf(about.customer);
  // A dispute contains only its charge, not the customer.
  return idOf((await call((stripe, options) => stripe.charges.retrieve(charge, {}, options))).customer);
}
