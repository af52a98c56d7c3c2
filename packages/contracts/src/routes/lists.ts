import { z } from 'zod';
import { LARGE_BODY_BYTES } from '../constants.ts';
import { param } from '../described.ts';
import * as lists from '../lists.ts';
import { Code, IdOrCode, idParam, Message } from '../primitives.ts';
import { type RouteContract, route } from './route.ts';

const ByIdOrCode = z.object({ id: IdOrCode });
const ByCode = z.object({ code: param(Code, 'The code of the mailed invitation.', 'Vb3nQ0s8ZtL2') });

export const listsRoutes = {
  'GET /api/v1/user_lists': route({
    access: 'member',
    scope: 'read',
    tag: 'Lists',
    summary: 'The caller’s lists',
    description:
      "Watch Later and Haven't Watched come first, then own lists by name. `media` is empty; read one list for its titles.",
    errors: ['not_found'],
    query: lists.ListsQuery,
    replies: { 200: lists.ListsReply },
  }),
  'POST /api/v1/user_lists': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Create a list',
    description: 'Names are unique for a user, compared without case.',
    errors: ['limit_reached'],
    body: lists.CreateList,
    replies: { 201: lists.ListReply },
  }),
  'POST /api/v1/user_lists/batch_update': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Create, rename, delete; all or nothing',
    description:
      'Without `id` an entry creates a list, with `name` it renames one, and with `_destroy` it deletes, leaves or rejects one.',
    errors: ['not_found', 'not_permitted', 'limit_reached'],
    body: lists.BatchUpdateLists,
    bodyBytes: LARGE_BODY_BYTES,
    cost: 5,
    replies: { 200: lists.ListsReply },
  }),
  'GET /api/v1/user_lists/{id}': route({
    access: 'member',
    scope: 'read',
    tag: 'Lists',
    summary: 'A list and a page of its titles',
    description:
      'Filters hide titles unless `elsewhere=last`. `count_media` always counts the whole list. A holder of the share code who has not joined sees name, owner and count.',
    params: ByIdOrCode,
    query: lists.ListQuery,
    replies: { 200: lists.ListDetailReply },
  }),
  'PUT /api/v1/user_lists/{id}': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Rename, reorder, collaborate',
    description:
      'The owner renames and switches collaboration; editors set `sorted_medium_ids`, which must hold exactly the titles of the list (else 409).',
    errors: ['not_permitted'],
    params: ByIdOrCode,
    body: lists.UpdateList,
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: lists.ListReply },
  }),
  'DELETE /api/v1/user_lists/{id}': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Delete, leave or reject',
    description:
      'The owner deletes the list for everybody, a member leaves it, an invited user rejects the invitation. A repeated call is 204.',
    errors: ['not_permitted'],
    params: ByIdOrCode,
    replies: { 204: null },
  }),
  'POST /api/v1/user_lists/{id}/share': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Share by address',
    description:
      'Adds and updates by address, and mails an invitation to every new one. `_destroy` removes an address; addresses that are not named stay.',
    errors: ['not_permitted', 'limit_reached'],
    params: ByIdOrCode,
    body: lists.ShareList,
    bodyBytes: LARGE_BODY_BYTES,
    cost: 5,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/shared_link': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Join through a share link',
    description:
      'The caller becomes a member, by the share code of the link, or by the id of a list to which the caller is invited.',
    errors: ['limit_reached', 'not_permitted'],
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/renew_link': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Replace the share link',
    description: 'For the owner. The old share code is 404 from now on.',
    errors: ['not_permitted'],
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media/save_selection': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'The lists that hold a title',
    description: 'Of the lists that the caller may edit, exactly the named ones hold the title afterwards.',
    errors: ['not_found', 'not_permitted', 'limit_reached'],
    body: lists.SaveSelection,
    cost: 3,
    replies: { 200: lists.SaveSelectionReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media': route({
    access: 'member',
    scope: 'write',
    tag: 'Lists',
    summary: "Add to Watch Later or Haven't Watched",
    description: 'Names one of both lists with `true`. A title that is there already answers 200.',
    errors: ['limit_reached', 'not_found'],
    body: lists.AddToSystemList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'POST /api/v1/user_lists/{id}/user_list_media': route({
    access: 'member',
    scope: 'write',
    tag: 'Lists',
    summary: 'Add a title',
    description: 'Appends the title. A title that is there already answers 200.',
    errors: ['not_permitted', 'limit_reached'],
    params: ByIdOrCode,
    body: lists.AddToList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'DELETE /api/v1/user_lists/{id}/user_list_media/0': route({
    access: 'member',
    scope: 'write',
    tag: 'Lists',
    summary: 'Remove a title',
    description: 'A repeated call is 204.',
    errors: ['not_permitted'],
    params: ByIdOrCode,
    query: z.object({ medium_id: idParam('the title') }),
    replies: { 204: null },
  }),
  'GET /api/v1/invitations/{code}': route({
    access: 'public',
    scope: 'none',
    tag: 'Lists',
    summary: 'Inviter, list and address of an open invitation',
    description:
      'Shown before login, so that a person knows who invites. 404 once it was answered, withdrawn or expired.',
    params: ByCode,
    replies: { 200: lists.InvitationReply },
  }),
  'GET /accept_list/{code}': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Accept an invitation',
    description:
      'For the user of the invited address; the mailed link proves the address. Accepting twice is 200. A request whose `Accept` names `text/html` gets the web app instead.',
    errors: ['limit_reached', 'not_permitted'],
    textType: 'text/html',
    params: ByCode,
    replies: { 200: lists.ListReply },
  }),
  'GET /reject_list/{code}': route({
    access: 'member',
    scope: 'none',
    tag: 'Lists',
    summary: 'Reject an invitation',
    description:
      'For the user of the invited address. A request whose `Accept` names `text/html` gets the web app instead.',
    errors: ['not_permitted'],
    textType: 'text/html',
    params: ByCode,
    replies: { 200: Message },
  }),
} satisfies Record<string, RouteContract>;
