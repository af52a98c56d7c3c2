import { z } from 'zod';
import { IdText } from '../primitives.ts';
import * as rounds from '../rounds.ts';
import { type RouteContract, route } from './route.ts';

const ByCode = z.object({ code: rounds.RoundCode });

export const roundsRoutes = {
  'GET /api/v1/companions': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Users with whom the caller shares a joined list',
    replies: { 200: rounds.CompanionsReply },
  }),
  'POST /api/v1/rounds': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Start a round, and invite companions by mail',
    body: rounds.CreateRound,
    replies: { 201: rounds.RoundReply },
  }),
  'GET /api/v1/rounds': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'The caller’s rounds and invitations, newest first',
    query: rounds.RoundsQuery,
    replies: { 200: rounds.RoundsReply },
  }),
  'GET /api/v1/rounds/{code}': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'One round; for an invited user, its head',
    params: ByCode,
    replies: { 200: rounds.RoundOrInvitedReply },
  }),
  'PATCH /api/v1/rounds/{code}': route({
    access: 'token',
    tag: 'Rounds',
    summary: 'Start the vote, decide, or end the round, as its host',
    params: ByCode,
    body: rounds.PatchRound,
    replies: { 200: rounds.RoundReply },
  }),
  'DELETE /api/v1/rounds/{code}': route({
    access: 'member',
    tag: 'Rounds',
    summary: 'Delete an ended round, or an invitation, from the caller’s evenings',
    params: ByCode,
    replies: { 204: null },
  }),
  'POST /api/v1/rounds/{code}/join': route({
    access: 'public',
    tag: 'Rounds',
    summary: 'Join as a user with trial or plan, or as a guest',
    params: ByCode,
    body: rounds.JoinRound,
    bodyOptional: true,
    replies: { 200: rounds.JoinReply },
  }),
  'PATCH /api/v1/rounds/{code}/me': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Say ready, or show one’s likelihoods as bands',
    params: ByCode,
    body: rounds.PatchRoundMember,
    replies: { 200: rounds.RoundReply },
  }),
  'DELETE /api/v1/rounds/{code}/me': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Leave; a round without its host ends',
    params: ByCode,
    replies: { 204: null },
  }),
  'GET /api/v1/rounds/{code}/deck': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Twenty titles for a guest to rate',
    params: ByCode,
    replies: { 200: rounds.RoundDeckReply },
  }),
  'PUT /api/v1/rounds/{code}/ratings': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Save ratings of the deck, as a guest',
    params: ByCode,
    body: rounds.RateRoundDeck,
    replies: { 200: rounds.RoundReply },
  }),
  'PUT /api/v1/rounds/{code}/votes/{id}': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Answer yes or no to a title of the round',
    params: z.object({ code: rounds.RoundCode, id: IdText }),
    body: rounds.VoteInRound,
    replies: { 200: rounds.RoundReply },
  }),
  'GET /api/v1/rounds/{code}/events': route({
    access: 'round',
    tag: 'Rounds',
    summary: 'Versions of the round as server-sent events',
    params: ByCode,
    replies: { 200: 'text' },
  }),
} satisfies Record<string, RouteContract>;
