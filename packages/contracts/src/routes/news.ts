import { NewsQuery, NewsReply } from '../news.ts';
import { type RouteContract, route } from './route.ts';

export const newsRoutes = {
  'GET /api/v1/news': route({
    access: 'member',
    tag: 'News',
    summary: 'What is new for the caller, with a reason for each title',
    query: NewsQuery,
    replies: { 200: NewsReply },
  }),
} satisfies Record<string, RouteContract>;
