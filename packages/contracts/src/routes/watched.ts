import { z } from 'zod';
import { WATCHED_BODY_BYTES } from '../constants.ts';
import { Code, IdText } from '../primitives.ts';
import * as watched from '../watched.ts';
import { type RouteContract, route } from './route.ts';

export const watchedRoutes = {
  'GET /api/v1/watch_hook': route({
    access: 'member',
    tag: 'Watched',
    summary: 'The address to which a media server reports, without its secret',
    replies: { 200: watched.WatchHookReply },
  }),
  'POST /api/v1/watch_hook': route({
    access: 'member',
    tag: 'Watched',
    summary: 'Create or renew the address, and show it this once',
    body: watched.SaveWatchHook,
    replies: { 201: watched.NewWatchHookReply },
  }),
  'DELETE /api/v1/watch_hook': route({
    access: 'member',
    tag: 'Watched',
    summary: 'End the address',
    replies: { 204: null },
  }),
  'GET /api/v1/watch_hook/events': route({
    access: 'member',
    tag: 'Watched',
    summary: 'Titles that a media server reported, newest first',
    query: watched.WatchEventsQuery,
    replies: { 200: watched.WatchEventsReply },
  }),
  'POST /api/v1/watch_hook/events/{id}/undo': route({
    access: 'member',
    tag: 'Watched',
    summary: 'Take back what one report marked as seen',
    params: z.object({ id: IdText }),
    replies: { 200: watched.WatchEventReply },
  }),
  'POST /hooks/watched/{secret}': route({
    access: 'public',
    ignoresToken: true,
    tag: 'Watched',
    summary: 'A report of Plex, Jellyfin or Emby (JSON or multipart)',
    params: z.object({ secret: Code }),
    bodyBytes: WATCHED_BODY_BYTES,
    replies: { 204: null },
  }),
} satisfies Record<string, RouteContract>;
