import { z } from 'zod';
import * as episodes from '../episodes.ts';
import { idParam } from '../primitives.ts';
import { type RouteContract, route } from './route.ts';

const ById = z.object({ id: idParam('the series') });

export const episodesRoutes = {
  'GET /api/v1/media/{id}/episodes': route({
    access: 'member',
    scope: 'read',
    tag: 'Series',
    summary: 'The seasons and episodes of a series, with what the caller has seen',
    description:
      'A movie, and a series without a known season, has none. With `user.hide_spoilers`, `name` is null for episodes after the next one that are not seen.',
    params: ById,
    replies: { 200: episodes.EpisodesReply },
  }),
  'PUT /api/v1/media/{id}/episodes': route({
    access: 'member',
    scope: 'write',
    tag: 'Series',
    summary: 'Mark episodes as seen or not seen, or take the last change back',
    description:
      '`episodes` marks those, `up_to` all aired ones up to it. A repeated call changes nothing. An episode that the catalogue does not know is kept as told. Without `seen_on` the day is today in the caller’s time zone; null says that it is unknown. `again` adds a view, once per episode and day. `undo` restores what the call changed, once, within ten minutes.',
    errors: ['limit_reached'],
    params: ById,
    body: episodes.SaveEpisodes,
    replies: { 200: episodes.SavedEpisodesReply },
  }),
  'PUT /api/v1/media/{id}/watching': route({
    access: 'member',
    scope: 'write',
    tag: 'Series',
    summary: 'Go on with a series, put it on hold or drop it',
    description:
      'The first episode seen makes `watching`. A series without a seen episode stays `none`. A dropped one leaves Up next, the calendar and News.',
    params: ById,
    body: episodes.SaveWatching,
    replies: { 200: episodes.ProgressReply },
  }),
  'GET /api/v1/up_next': route({
    access: 'member',
    scope: 'read',
    tag: 'Series',
    summary: 'The series that the caller is watching',
    description:
      'First those whose next episode has aired, the one watched last first, then those whose next episode has a day. Titles are cards.',
    query: episodes.UpNextQuery,
    replies: { 200: episodes.UpNextReply },
  }),
  'GET /api/v1/calendar': route({
    access: 'member',
    scope: 'read',
    tag: 'Series',
    summary: 'Episodes, arrivals, departures and decided evenings by day',
    description:
      'Days begin in the caller’s time zone. An episode whose instant is unknown stands on the day that its source names. `arrives` lies in the past, because sources tell of offers when they see them.',
    query: episodes.CalendarQuery,
    replies: { 200: episodes.CalendarReply },
  }),
} satisfies Record<string, RouteContract>;
