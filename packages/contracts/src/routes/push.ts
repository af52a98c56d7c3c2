import * as push from '../push.ts';
import { type RouteContract, route } from './route.ts';

export const pushRoutes = {
  'GET /api/v1/push': route({
    access: 'member',
    scope: 'none',
    tag: 'Push',
    summary: 'The key with which a browser subscribes',
    description: 'Null where the operator has set no VAPID keys: then nothing is pushed.',
    replies: { 200: push.PushReply },
  }),
  'PUT /api/v1/push': route({
    access: 'member',
    scope: 'none',
    tag: 'Push',
    summary: 'Save the subscription of a browser',
    description:
      'A user has at most ten; the eleventh replaces the oldest. An endpoint belongs to the last user who sent it, and ends with the session that sent it. An endpoint whose name has no address, or one in a private network, is 422.',
    body: push.SavePushSubscription,
    replies: { 204: null },
  }),
  'DELETE /api/v1/push': route({
    access: 'member',
    scope: 'none',
    tag: 'Push',
    summary: 'Forget the subscription of a browser',
    description: 'An endpoint of another user stays.',
    body: push.DeletePushSubscription,
    replies: { 204: null },
  }),
} satisfies Record<string, RouteContract>;
