import { z } from 'zod';
import { idParam } from '../primitives.ts';
import * as rounds from '../rounds.ts';
import { type RouteContract, route } from './route.ts';

const ByCode = z.object({ code: rounds.RoundCode });

export const roundsRoutes = {
  'GET /api/v1/companions': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Users with whom the caller shares a joined list',
    description: 'Those who can be invited to a round.',
    replies: { 200: rounds.CompanionsReply },
  }),
  'POST /api/v1/rounds': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Start a round, and invite companions by mail',
    description: 'The caller is the host. Without companions, anybody with the code can join.',
    errors: ['limit_reached'],
    body: rounds.CreateRound,
    replies: { 201: rounds.RoundReply },
  }),
  'GET /api/v1/rounds': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'The caller’s rounds and invitations, newest first',
    description: 'Without titles. A round to which the caller is only invited has `invited: true`.',
    query: rounds.RoundsQuery,
    replies: { 200: rounds.RoundsReply },
  }),
  'GET /api/v1/rounds/{code}': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'One round; for an invited user, its head',
    description: '`media` is empty while the round is open, then it holds the titles to choose from.',
    params: ByCode,
    replies: { 200: rounds.RoundOrInvitedReply },
  }),
  'PATCH /api/v1/rounds/{code}': route({
    access: 'token',
    tag: 'Rounds',
    summary: 'Start the vote, decide, or end the round, as its host',
    description: '`voting` draws the titles, `decided` names the winner of a list, `ended` ends the round.',
    errors: ['not_permitted', 'limit_reached'],
    params: ByCode,
    body: rounds.PatchRound,
    replies: { 200: rounds.RoundReply },
  }),
  'DELETE /api/v1/rounds/{code}': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Delete an ended round, or an invitation, from the caller’s evenings',
    description: '204 when repeated. 404 while the caller is in a round that has not ended.',
    params: ByCode,
    replies: { 204: null },
  }),
  'POST /api/v1/rounds/{code}/join': route({
    access: 'public',
    tag: 'Rounds',
    summary: 'Join as a user with trial or plan, or as a guest',
    description:
      'A signed-in user with trial or plan joins as such. Anybody else sends a `name` and becomes a guest, with a token for this round alone.',
    errors: ['limit_reached', 'not_permitted'],
    params: ByCode,
    body: rounds.JoinRound,
    bodyOptional: true,
    replies: { 200: rounds.JoinReply },
  }),
  'PATCH /api/v1/rounds/{code}/me': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Say ready, or show one’s likelihoods as bands',
    description: '`ready` informs only: the host may start at any time.',
    errors: ['not_permitted'],
    params: ByCode,
    body: rounds.PatchRoundMember,
    replies: { 200: rounds.RoundReply },
  }),
  'DELETE /api/v1/rounds/{code}/me': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Leave; a round without its host ends',
    description: 'What the caller voted is deleted.',
    params: ByCode,
    replies: { 204: null },
  }),
  'GET /api/v1/rounds/{code}/deck': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Twenty titles for a guest to rate',
    description: 'Ratings of these titles stand in for the history that a guest has not got.',
    errors: ['not_permitted'],
    params: ByCode,
    replies: { 200: rounds.RoundDeckReply },
  }),
  'PUT /api/v1/rounds/{code}/ratings': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Save ratings of the deck, as a guest',
    description: 'Only while the round is open. Titles outside the deck are 422.',
    errors: ['not_permitted'],
    params: ByCode,
    body: rounds.RateRoundDeck,
    replies: { 200: rounds.RoundReply },
  }),
  'PUT /api/v1/rounds/{code}/votes/{id}': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Answer yes or no to a title of the round',
    description:
      'The last vote counts. In mode `swipe`, the first title that everybody wants decides the round.',
    errors: ['not_permitted'],
    params: z.object({ code: rounds.RoundCode, id: idParam('the title') }),
    body: rounds.VoteInRound,
    replies: { 200: rounds.RoundReply },
  }),
  'GET /api/v1/rounds/{code}/events': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Versions of the round as server-sent events',
    description:
      '`event: round` with `data: {"version": n}` when the round changes; then read the round. `Last-Event-ID` resumes. Three streams a person.',
    textType: 'text/event-stream',
    params: ByCode,
    replies: { 200: 'text' },
  }),
} satisfies Record<string, RouteContract>;
