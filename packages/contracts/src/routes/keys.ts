import { z } from 'zod';
import * as keys from '../keys.ts';
import { idParam } from '../primitives.ts';
import { type RouteContract, route } from './route.ts';

export const keysRoutes = {
  'GET /api/v1/keys': route({
    access: 'token',
    scope: 'none',
    tag: 'Keys',
    summary: 'The caller’s personal keys, without their secrets',
    description: 'The newest first. Without access they are listed too, so that they can be revoked.',
    replies: { 200: keys.KeysReply },
  }),
  'POST /api/v1/keys': route({
    access: 'member',
    scope: 'none',
    tag: 'Keys',
    summary: 'Create a personal key, and show its secret this once',
    description:
      'The secret is sent as `Authorization: Bearer mq_…`, or, with the scope `feed`, stands in addresses to read. A user has at most 20 keys.',
    errors: ['password_needed', 'limit_reached'],
    body: keys.CreateKey,
    replies: { 201: keys.NewKeyReply },
  }),
  'DELETE /api/v1/keys/{id}': route({
    access: 'token',
    scope: 'none',
    tag: 'Keys',
    summary: 'Revoke a personal key',
    description: 'It is 401 in every process from now on.',
    params: z.object({ id: idParam('the key', 7) }),
    replies: { 204: null },
  }),
} satisfies Record<string, RouteContract>;
