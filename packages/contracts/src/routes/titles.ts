import { z } from 'zod';
import * as media from '../media.ts';
import { idParam } from '../primitives.ts';
import * as ratings from '../ratings.ts';
import { TasteGroupInput, TasteReply } from '../taste.ts';
import { PosterCode, PosterLinkReply, SharedPosterReply, TastePosterReply } from '../taste-poster.ts';
import { type RouteContract, route } from './route.ts';

const ById = z.object({ id: idParam('the title') });
const ByInteraction = z.object({ id: idParam('the interaction', 77) });

export const titlesRoutes = {
  'GET /api/v2/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Recommendations, rows, search, person, list',
    description:
      'One call for every row, grid and search. The reply always has `media`, `grouped_media`, `pagination` and `person`; what a mode does not use is empty or null.',
    errors: ['not_found'],
    query: media.MediaQuery,
    replies: { 200: media.MediaReply },
  }),
  'GET /api/v1/media': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hidden, to rate, rating history',
    description: 'The older call for the caller’s own pages. New clients use `GET /api/v2/media`.',
    query: media.MediaV1Query,
    replies: { 200: media.MediaV1Reply },
  }),
  'GET /api/v1/media/to_rate': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Titles the caller probably knows',
    description: 'Titles whose rating teaches the model most come first.',
    query: media.ToRateQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/rating_history': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Rated titles, last rated first unless sorted',
    description: 'Each title has `rated_at` and `tags`.',
    query: media.HistoryQuery,
    replies: { 200: media.MediaPageReply },
  }),
  'GET /api/v1/media/{id}': route({
    access: 'public',
    tag: 'Titles',
    summary: 'One title',
    description: 'Callers without trial or subscription get no offers, likelihood or rating.',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'GET /api/v1/taste': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'What the ratings taught the model, and totals of the ratings',
    description:
      'Effects are points on the scale of ratings. Positive means that the caller likes such titles more than others.',
    replies: { 200: TasteReply },
  }),
  'GET /api/v1/taste/poster': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'The caller’s taste as a picture, and its public link',
    description: 'Only the caller sees this picture. `poster` is null before the first rating of 8 or more.',
    replies: { 200: TastePosterReply },
  }),
  'POST /api/v1/taste/poster/link': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Make the caller’s poster public at a secret address',
    description:
      'The address shows the poster as it is now, also after later ratings. When there is a link, the answer is the same again. 409 before there is a poster.',
    replies: { 201: PosterLinkReply },
  }),
  'DELETE /api/v1/taste/poster/link': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Take the public address of the caller’s poster back',
    description: 'The address, its card and its picture are 404 at once. 204 also when there was no link.',
    replies: { 204: null },
  }),
  'GET /api/v1/taste/posters/{code}': route({
    access: 'public',
    tag: 'Ratings',
    summary: 'What a public poster says',
    description: '404 for an unknown address and for one that was taken back.',
    params: z.object({ code: PosterCode }),
    replies: { 200: SharedPosterReply },
  }),
  'PATCH /api/v1/taste/groups/{id}': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Rename or dismiss one of several tastes',
    description:
      'What is said is kept with the titles of the taste, and holds while most of them are in one taste. A dismissed taste counts a quarter and has no row.',
    errors: ['not_found'],
    params: z.object({ id: idParam('the taste') }),
    body: TasteGroupInput,
    replies: { 200: TasteReply },
  }),
  'GET /api/v1/themes': route({
    access: 'public',
    tag: 'Titles',
    summary: 'What titles are about',
    description:
      'The themes of the filter `theme`, those with more titles first. `label` completes a phrase: about …, set in …; a kind is a plural, a tone an adjective.',
    query: media.ThemesQuery,
    replies: { 200: media.ThemesReply },
  }),
  'GET /api/v1/people': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Search people',
    description: 'Cast and crew of listed titles, not users.',
    query: media.PeopleQuery,
    replies: { 200: media.PeopleReply },
  }),
  'GET /api/v1/people/{id}': route({
    access: 'member',
    tag: 'Titles',
    summary: 'One person',
    description: 'The titles of the person: `GET /api/v2/media?selection=person&personId=`.',
    params: z.object({ id: idParam('the person', 24) }),
    replies: { 200: media.PersonReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Hide',
    description: 'A hidden title is not recommended. It stays in search and in lists, marked.',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'POST /api/v1/media/{id}/user_medium_hiddens/remove': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Unhide',
    description: 'The title may be recommended again.',
    params: ById,
    replies: { 200: media.MediumReply },
  }),
  'PUT /api/v1/media/{id}/seen': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Mark as seen',
    description:
      'A missing field keeps what is stored, and null forgets it. A day after today in the caller’s time zone is 422. A rating stays.',
    params: ById,
    body: media.SaveSeen,
    replies: { 204: null },
  }),
  'DELETE /api/v1/media/{id}/seen': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Take "seen" back',
    description: 'A repeated call is 204, and a rating stays.',
    params: ById,
    replies: { 204: null },
  }),
  'POST /api/v1/media/{id}/wrong_offer': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Report a wrong offer',
    description:
      'An offer reported as `gone` stays in the full title and counts for no filter of the caller. The last report counts.',
    params: ById,
    body: media.ReportWrongOffer,
    replies: { 201: media.MediumReply },
  }),
  'DELETE /api/v1/media/{id}/wrong_offer/{provider_medium_id}': route({
    access: 'member',
    tag: 'Titles',
    summary: 'Take back the report of a wrong offer',
    description: 'A repeated call is 204.',
    params: z.object({ id: idParam('the title'), provider_medium_id: idParam('the offer', 5071) }),
    replies: { 204: null },
  }),
  'GET /api/v1/countries': route({
    access: 'public',
    tag: 'Titles',
    summary: 'Countries with offers',
    description: 'By name, with the number of titles that have an offer there.',
    replies: { 200: media.CountriesReply },
  }),
  'GET /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'The caller’s rating',
    description: '`rating` is null for a title that the caller has not rated.',
    params: ById,
    replies: { 200: ratings.RatingReply },
  }),
  'POST /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Rate',
    description:
      '0 to 10, half a star each. Without `tag_list` the tags stay. Answers 201 for a first rating, else 200.',
    params: ById,
    body: ratings.RateMedium,
    replies: { 200: ratings.RatingReply, 201: ratings.RatingReply },
  }),
  'DELETE /api/v1/media/{id}/user_medium_ratings': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Delete the rating',
    description: 'With its tags. A repeated call is 204.',
    params: ById,
    replies: { 204: null },
  }),
  'PUT /api/v1/media/{id}/user_medium_settings/0': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Stop suggesting to share this title',
    description: 'With `true`, `can_suggest_to_share` stays false for this title.',
    params: ById,
    body: ratings.SaveMediumSetting,
    replies: { 200: ratings.MediumSettingReply },
  }),
  'GET /api/v1/system_medium_tags': route({
    access: 'member',
    tag: 'Ratings',
    summary: 'Suggested tags',
    description: 'For the field that tags a rating. Other tags are possible.',
    query: ratings.TagsQuery,
    replies: { 200: ratings.TagsReply },
  }),
  'GET /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Unanswered interactions, newest first',
    description: 'At most 100. Clients ask about the first one.',
    replies: { 200: ratings.InteractionsReply },
  }),
  'POST /api/v1/user_interactions': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Store a followed provider link',
    description:
      'Called before the offer opens. Following the same link again within a minute answers the first interaction.',
    body: ratings.CreateInteraction,
    replies: { 200: ratings.InteractionReply, 201: ratings.InteractionReply },
  }),
  'GET /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'One interaction',
    description: '`answer` is null until the caller answers.',
    params: ByInteraction,
    replies: { 200: ratings.InteractionReply },
  }),
  'PUT /api/v1/user_interactions/{id}': route({
    access: 'member',
    tag: 'Interactions',
    summary: 'Answer an interaction',
    description: '0 did not watch, 1 ready to rate, 2 do nothing. An answer may be changed.',
    params: ByInteraction,
    body: ratings.AnswerInteraction,
    replies: { 200: ratings.InteractionReply },
  }),
} satisfies Record<string, RouteContract>;
