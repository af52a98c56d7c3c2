import { z } from 'zod';
import { ErrorBody } from '../errors.ts';
import { type RouteContract, route } from './route.ts';

export const operationsRoutes = {
  'GET /unsubscribe/{token}': route({
    access: 'public',
    tag: 'Operations',
    summary: 'Unsubscribe page',
    params: z.object({ token: z.string().max(500) }),
    replies: { 200: 'text' },
  }),
  'POST /unsubscribe/{token}': route({
    access: 'public',
    tag: 'Operations',
    summary: 'Unsubscribe with one click (RFC 8058)',
    params: z.object({ token: z.string().max(500) }),
    replies: { 200: 'text' },
  }),
  'GET /api/v1/apps': route({
    access: 'public',
    tag: 'Operations',
    summary: 'Where the apps are in the stores',
    replies: {
      200: z.object({
        ios: z.url().nullable().describe('The app in the App Store; null where there is none'),
        android: z.url().nullable().describe('The app on Google Play; null where there is none'),
      }),
    },
  }),
  'GET /livez': route({
    access: 'public',
    tag: 'Operations',
    summary: 'The process is alive',
    replies: { 200: z.looseObject({}) },
  }),
  'GET /readyz': route({
    access: 'public',
    tag: 'Operations',
    summary: 'PostgreSQL and the snapshot are ready',
    replies: { 200: z.looseObject({}), 503: ErrorBody },
  }),
  'GET /metrics': route({
    access: 'operations',
    tag: 'Operations',
    summary: 'Prometheus metrics',
    replies: { 200: 'text' },
  }),
  'GET /catalogue_status': route({
    access: 'operations',
    tag: 'Operations',
    summary: 'Titles, offers, sources, age of the data and reports of wrong offers',
    replies: { 200: 'text' },
  }),
} satisfies Record<string, RouteContract>;
