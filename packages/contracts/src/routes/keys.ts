import { z } from 'zod';
import { param } from '../described.ts';
import * as keys from '../keys.ts';
import { Code, idParam } from '../primitives.ts';
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
  'GET /feeds/{secret}/{file}': route({
    access: 'feed',
    scope: 'feed',
    tag: 'Keys',
    summary: 'What readers, calendars and collection managers ask for, by a secret address',
    description:
      '`calendar.ics` is a calendar for phones (RFC 5545), `{what}.json` is JSON Feed 1.1, `{what}.rss` RSS 2.0, and `{what}.imdb.json` lists `{title, imdb_id}`; `what` is `watch_later`, `list-{id}`, `picks` (the first fifty recommended titles) or `diary`. Everything else is 404. With an `ETag`, for private caches.',
    params: z.object({
      secret: param(Code, 'A personal key of the scope `feed`.', `mq_${'A'.repeat(43)}`),
      file: param(keys.FeedFile, 'What to read, and in which form.', 'watch_later.json'),
    }),
    textType: 'application/feed+json',
    otherTypes: ['application/rss+xml', 'application/json', 'text/calendar'],
    replies: { 200: 'text', 304: null },
  }),
} satisfies Record<string, RouteContract>;
