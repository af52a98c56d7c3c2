import { z } from 'zod';
import { WATCHED_BODY_BYTES } from '../constants.ts';
import { param } from '../described.ts';
import { Code, idParam } from '../primitives.ts';
import * as watched from '../watched.ts';
import { type RouteContract, route } from './route.ts';

export const watchedRoutes = {
  'GET /api/v1/watch_hook': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'The address to which a media server reports, without its secret',
    description: 'Null while there is none.',
    replies: { 200: watched.WatchHookReply },
  }),
  'POST /api/v1/watch_hook': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'Create or renew the address, and show it this once',
    description:
      '`url` contains the secret and is shown in this reply only. The earlier address is 404 from now on.',
    body: watched.SaveWatchHook,
    replies: { 201: watched.NewWatchHookReply },
  }),
  'PATCH /api/v1/watch_hook': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'Change whose views count, and whether ratings do',
    description: 'The address stays. A missing field keeps its value; without an address, 404.',
    errors: ['not_found'],
    body: watched.UpdateWatchHook,
    replies: { 200: watched.SavedWatchHookReply },
  }),
  'DELETE /api/v1/watch_hook': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'End the address',
    description: 'Reports to it are 404 from now on. What they marked as seen stays.',
    replies: { 204: null },
  }),
  'GET /api/v1/watch_hook/reports': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'What became of the last reports, newest first',
    description:
      'The last fifty, without address and body. The report of an account that the caller did not name keeps neither title nor medium.',
    query: watched.WatchEventsQuery,
    replies: { 200: watched.WatchReportsReply },
  }),
  'GET /api/v1/watch_hook/events': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'Titles that a media server reported, newest first',
    description: 'The newest thousand.',
    query: watched.WatchEventsQuery,
    replies: { 200: watched.WatchEventsReply },
  }),
  'POST /api/v1/watch_hook/events/{id}/undo': route({
    access: 'member',
    scope: 'none',
    tag: 'Watched',
    summary: 'Take back what one report marked as seen',
    description: 'Restores what the report changed, unless the caller changed it since.',
    params: z.object({ id: idParam('the event', 12) }),
    replies: { 200: watched.WatchEventReply },
  }),
  'POST /hooks/watched/{secret}': route({
    access: 'public',
    scope: 'none',
    ignoresToken: true,
    tag: 'Watched',
    summary: 'A report of Plex, Jellyfin, Emby, Kodi or a template',
    description:
      'Called by the media server. 204 also for events, accounts, titles and shapes that are not meant, which `GET /api/v1/watch_hook/reports` tells; 404 for an unknown secret.',
    errors: ['too_large'],
    reads: ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'],
    params: z.object({
      secret: param(
        Code,
        'The secret of the address that the member gave to the media server.',
        'q1w2e3r4t5',
      ),
    }),
    bodyBytes: WATCHED_BODY_BYTES,
    replies: { 204: null },
  }),
} satisfies Record<string, RouteContract>;
