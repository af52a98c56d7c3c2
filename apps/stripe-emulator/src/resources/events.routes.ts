import type { Stripe } from 'stripe';
import { z } from 'zod';
import { get } from '../core/world.ts';
import { isInRange, paramsOf, range, text } from '../http/params.ts';
import { listRoute, type Route, route } from '../http/route.ts';

/** Returns whether a type is the wanted type. `customer.*` matches every type that starts with `customer.`. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const listParams = paramsOf<Stripe.EventListParams>()({
  created: range.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
});

export const eventRoutes: Route[] = [
  route('GET', '/v1/events/:id', z.strictObject({}), (world, _params, id) => get(world, 'events', id)),
  listRoute('/v1/events', 'events', listParams, (event, { type, types, created }) => {
    return (
      (type === undefined || isOfType(event.type, type)) &&
      (types === undefined || types.some((wanted) => isOfType(event.type, wanted))) &&
      isInRange(event.created, created)
    );
  }),
];
