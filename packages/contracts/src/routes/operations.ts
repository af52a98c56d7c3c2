import { z } from 'zod';
import { param } from '../described.ts';
import { ErrorBody } from '../errors.ts';
import { type RouteContract, route } from './route.ts';

const ByToken = z.object({
  token: param(z.string().max(500), 'The signed token of the mailed link.', 'eyJ1IjoxfQ.c2ln'),
});

export const operationsRoutes = {
  'GET /unsubscribe/{token}': route({
    access: 'public',
    scope: 'none',
    tag: 'Operations',
    summary: 'Unsubscribe page',
    description: 'The page that the link of an optional mail opens. It asks before anything changes.',
    textType: 'text/html',
    params: ByToken,
    replies: { 200: 'text' },
  }),
  'POST /unsubscribe/{token}': route({
    access: 'public',
    scope: 'none',
    tag: 'Operations',
    summary: 'Unsubscribe with one click (RFC 8058)',
    description: 'Mail programs send this when a reader unsubscribes there. The token does not expire.',
    reads: ['application/x-www-form-urlencoded'],
    textType: 'text/html',
    params: ByToken,
    replies: { 200: 'text' },
  }),
  'GET /api/v1/apps': route({
    access: 'public',
    scope: 'none',
    tag: 'Operations',
    summary: 'Where the apps are in the stores',
    description:
      'Without an address there is no app to link, and the web sends no phone to the custom scheme.',
    replies: {
      200: z.object({
        ios: z.url().nullable().describe('The app in the App Store; null where there is none'),
        android: z.url().nullable().describe('The app on Google Play; null where there is none'),
      }),
    },
  }),
  'GET /livez': route({
    access: 'public',
    scope: 'none',
    tag: 'Operations',
    summary: 'The process is alive',
    description: 'For an orchestrator: answers as long as the process runs.',
    replies: { 200: z.looseObject({}) },
  }),
  'GET /readyz': route({
    access: 'public',
    scope: 'none',
    tag: 'Operations',
    summary: 'PostgreSQL and the snapshot are ready',
    description:
      'For a load balancer: 503 until titles are in memory, while the database does not answer, and while the process stops. The queue is reported to operators and decides nothing.',
    replies: { 200: z.looseObject({}), 503: ErrorBody },
  }),
  'GET /metrics': route({
    access: 'operations',
    scope: 'none',
    tag: 'Operations',
    summary: 'Prometheus metrics',
    description: 'In the text format of Prometheus.',
    replies: { 200: 'text' },
  }),
  'GET /catalogue_status': route({
    access: 'operations',
    scope: 'none',
    tag: 'Operations',
    summary: 'Titles, offers, sources, age of the data and reports of wrong offers',
    description: 'The same text that `pnpm marquee catalogue status` prints.',
    replies: { 200: 'text' },
  }),
} satisfies Record<string, RouteContract>;
