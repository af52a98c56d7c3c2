import { z } from 'zod';
import { IdText } from '../primitives.ts';
import { TonightQuery, TonightReply } from '../tonight.ts';
import { SavePrices, WorthQuery, WorthReply } from '../worth.ts';
import { type RouteContract, route } from './route.ts';

export const tonightRoutes = {
  'GET /api/v1/tonight': route({
    access: 'member',
    tag: 'Tonight',
    summary: 'Up to three titles for this evening, each with a role and a reason',
    query: TonightQuery,
    replies: { 200: TonightReply },
  }),
  'POST /api/v1/tonight/{id}/not_tonight': route({
    access: 'member',
    tag: 'Tonight',
    summary: 'Do not pick this title for seven days',
    params: z.object({ id: IdText }),
    replies: { 204: null },
  }),
  'GET /api/v1/worth': route({
    access: 'member',
    tag: 'Worth it',
    summary: 'What each streaming service is worth to the caller, and the best sets of services',
    query: WorthQuery,
    replies: { 200: WorthReply },
  }),
  'PUT /api/v1/worth/prices': route({
    access: 'member',
    tag: 'Worth it',
    summary: 'Save or delete the caller’s own prices of streaming services',
    query: WorthQuery,
    body: SavePrices,
    replies: { 200: WorthReply },
  }),
} satisfies Record<string, RouteContract>;
