import { z } from 'zod';
import { idParam } from '../primitives.ts';
import { TonightQuery, TonightReply } from '../tonight.ts';
import { SavePrices, WorthQuery, WorthReply } from '../worth.ts';
import { type RouteContract, route } from './route.ts';

export const tonightRoutes = {
  'GET /api/v1/tonight': route({
    access: 'member',
    scope: 'read',
    tag: 'Tonight',
    summary: 'Up to three titles for this evening, each with a role and a reason',
    description:
      'One title that the caller will most likely enjoy, one bolder, one saved. Where a series of the caller waits and its next episode fits the evening, it takes the place of the saved one. Pages do not repeat titles.',
    query: TonightQuery,
    replies: { 200: TonightReply },
  }),
  'POST /api/v1/tonight/{id}/not_tonight': route({
    access: 'member',
    scope: 'write',
    tag: 'Tonight',
    summary: 'Do not pick this title for seven days',
    description: 'Changes nothing else: the title stays recommended elsewhere.',
    params: z.object({ id: idParam('the title') }),
    replies: { 204: null },
  }),
  'DELETE /api/v1/tonight/{id}/not_tonight': route({
    access: 'member',
    scope: 'write',
    tag: 'Tonight',
    summary: 'Pick this title again',
    description: 'Takes “not tonight” back. A title that was not left out is 204 too.',
    params: z.object({ id: idParam('the title') }),
    replies: { 204: null },
  }),
  'GET /api/v1/worth': route({
    access: 'member',
    scope: 'read',
    tag: 'Worth it',
    summary: 'What each streaming service is worth to the caller, and the best sets of services',
    description:
      'Counts titles that the caller will probably like and has not seen. Sums use known prices in the main currency only.',
    query: WorthQuery,
    replies: { 200: WorthReply },
  }),
  'PUT /api/v1/worth/prices': route({
    access: 'member',
    scope: 'none',
    tag: 'Worth it',
    summary: 'Save or delete the caller’s own prices of streaming services',
    description: 'A price of null deletes one’s own price, and the list price counts again.',
    query: WorthQuery,
    body: SavePrices,
    replies: { 200: WorthReply },
  }),
} satisfies Record<string, RouteContract>;
