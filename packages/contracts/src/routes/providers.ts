import * as preferences from '../preferences.ts';
import { type RouteContract, route } from './route.ts';

export const providersRoutes = {
  'GET /api/v1/user_medium_providers': route({
    access: 'token',
    scope: 'read',
    tag: 'Services and genres',
    summary: 'All providers, and the caller’s',
    description: 'Of the caller’s country.',
    replies: { 200: preferences.ProvidersReply },
  }),
  'POST /api/v1/user_medium_providers/update_all': route({
    access: 'token',
    scope: 'none',
    tag: 'Services and genres',
    summary: 'Choose providers',
    description:
      'Replaces the selection. Raises `signup_step` from 4 to 5. An unknown id is 422 and nothing is saved.',
    body: preferences.UpdateProviders,
    replies: { 200: preferences.ProvidersReply },
  }),
  'GET /api/v1/user_medium_genres': route({
    access: 'token',
    scope: 'read',
    tag: 'Services and genres',
    summary: 'All genres, and the caller’s',
    description: '`age_ratings` lists the values of the filter `age_rating`, mildest first.',
    replies: { 200: preferences.GenresReply },
  }),
  'POST /api/v1/user_medium_genres/update_all': route({
    access: 'token',
    scope: 'none',
    tag: 'Services and genres',
    summary: 'Choose genres',
    description: 'Replaces the selection. An unknown id is 422 and nothing is saved.',
    body: preferences.UpdateGenres,
    replies: { 200: preferences.GenresReply },
  }),
} satisfies Record<string, RouteContract>;
