import { NewsQuery, NewsReply } from '../news.ts';
import { CreateWish, WishesReply, WishParams, WishReply } from '../wishes.ts';
import { type RouteContract, route } from './route.ts';

export const newsRoutes = {
  'GET /api/v1/news': route({
    access: 'member',
    scope: 'read',
    tag: 'News',
    summary: 'What is new for the caller, with a reason for each title',
    description:
      'Titles that arrive on the caller’s services or leave them, new seasons, and late answers to imports and wishes.',
    query: NewsQuery,
    replies: { 200: NewsReply },
  }),
  'GET /api/v1/wishes': route({
    access: 'member',
    scope: 'read',
    tag: 'News',
    summary: 'Titles that the caller wants to hear about, newest first',
    description: 'At most 100. `medium_id` names the title once it arrived.',
    replies: { 200: WishesReply },
  }),
  'POST /api/v1/wishes': route({
    access: 'member',
    scope: 'write',
    tag: 'News',
    summary: 'Ask for a title that no search finds; a repeated query answers the first wish',
    description: 'Two queries that differ only in case, accents or punctuation are one wish.',
    errors: ['limit_reached'],
    body: CreateWish,
    replies: { 200: WishReply, 201: WishReply },
  }),
  'DELETE /api/v1/wishes/{id}': route({
    access: 'member',
    scope: 'write',
    tag: 'News',
    summary: 'Take a wish back',
    description: '204 for every id, so that a repeated call is no error.',
    params: WishParams,
    replies: { 204: null },
  }),
} satisfies Record<string, RouteContract>;
