import * as preferences from '../preferences.ts';
import { type RouteContract, route } from './route.ts';

export const providersRoutes = {
  'GET /api/v1/user_medium_providers': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'All providers, and the caller’s',
    replies: { 200: preferences.ProvidersReply },
  }),
  'POST /api/v1/user_medium_providers/update_all': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'Choose providers',
    body: preferences.UpdateProviders,
    replies: { 200: preferences.ProvidersReply },
  }),
  'GET /api/v1/user_medium_genres': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'All genres, and the caller’s',
    replies: { 200: preferences.GenresReply },
  }),
  'POST /api/v1/user_medium_genres/update_all': route({
    access: 'token',
    tag: 'Services and genres',
    summary: 'Choose genres',
    body: preferences.UpdateGenres,
    replies: { 200: preferences.GenresReply },
  }),
} satisfies Record<string, RouteContract>;
