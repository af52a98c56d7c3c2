import { z } from 'zod';
import * as media from '../media.ts';
import { IdText } from '../primitives.ts';
import * as ratings from '../ratings.ts';
import { TasteReply } from '../taste.ts';
import { type RouteContract, route } from './route.ts';

const ById = z.object({ id: IdText });

export const titlesRoutes = {
  'GET /api/v2/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Recommendations, rows, search, person, list',
    query: media.MediaQuery,
    replies: { 200: media.MediaReply },
  }),
  'GET /api/v1/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hidden, to rate, rating history',
    query: media.MediaV1Query,
    replies: { 200: media.MediaV1Reply },
  }),
  'GET /api/v1/media/to_rate': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Titles the caller probably knows',
    query: media.MediaPageQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/rating_history': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Rated titles, last rated first unless sorted',
    query: media.HistoryQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/{id}': route({
    access: 'public',
    tag: 'Titles',
    summary: 'One title',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'GET /api/v1/taste': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'What the ratings taught the model, and totals of the ratings',
    replies: { 200: TasteReply },
  }),
  'GET /api/v1/people': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Search people',
    query: media.PeopleQuery,
    replies: { 200: media.PeopleReply },
  }),
  'GET /api/v1/people/{id}': route({
    access: 'member',
    tag: 'Titles',
    summary: 'One person',
    params: ById,
    replies: { 200: media.PersonReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hide',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens/remove': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Unhide',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'POST /api/v1/media/{id}/wrong_offer': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Report a wrong offer',
    params: ById,
    body: media.ReportWrongOffer,
    replies: { 201: media.MediumReply },
  }),
  'DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Take back the report of a wrong offer',
    params: z.object({ id: IdText, provider_medium_id: IdText }),
    replies: { 204: null },
  }),
  'GET /api/v1/countries': route({
    access: 'public',
    tag: 'Titles',
    summary: 'Countries with offers',
    replies: { 200: media.CountriesReply },
  }),
  'GET /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'The caller’s rating',
    params: ById,
    replies: { 200: ratings.RatingReply },
  }),
  'POST /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Rate',
    params: ById,
    body: ratings.RateMedium,
    replies: { 200: ratings.RatingReply, 201: ratings.RatingReply },
  }),
  'DELETE /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Delete the rating',
    params: ById,
    replies: { 204: null },
  }),
  'PUT /api/v1/media/{id}/user_medium_settings/0': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Stop suggesting to share this title',
    params: ById,
    body: ratings.SaveMediumSetting,
    replies: { 200: ratings.MediumSettingReply },
  }),
  'GET /api/v1/system_medium_tags': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Suggested tags',
    query: ratings.TagsQuery,
    replies: { 200: ratings.TagsReply },
  }),
  'GET /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Unanswered interactions, newest first',
    replies: { 200: ratings.InteractionsReply },
  }),
  'POST /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Store a followed provider link',
    body: ratings.CreateInteraction,
    replies: { 200: ratings.InteractionReply, 201: ratings.InteractionReply },
  }),
  'GET /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'One interaction',
    params: ById,
    replies: { 200: ratings.InteractionReply },
  }),
  'PUT /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Answer an interaction',
    params: ById,
    body: ratings.AnswerInteraction,
    replies: { 200: ratings.InteractionReply },
  }),
} satisfies Record<string, RouteContract>;
