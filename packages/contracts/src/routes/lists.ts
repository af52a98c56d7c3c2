import { z } from 'zod';
import { LARGE_BODY_BYTES } from '../constants.ts';
import * as lists from '../lists.ts';
import { Code, IdOrCode, IdText, Message } from '../primitives.ts';
import { type RouteContract, route } from './route.ts';

const ByIdOrCode = z.object({ id: IdOrCode });
const ByCode = z.object({ code: Code });

export const listsRoutes = {
  'GET /api/v1/user_lists': route({
    access: 'member',
    tag: 'Lists',
    summary: 'The caller’s lists',
    query: lists.ListsQuery,
    replies: { 200: lists.ListsReply },
  }),
  'POST /api/v1/user_lists': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Create a list',
    body: lists.CreateList,
    replies: { 201: lists.ListReply },
  }),
  'POST /api/v1/user_lists/batch_update': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Create, rename, delete; all or nothing',
    body: lists.BatchUpdateLists,
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: lists.ListsReply },
  }),
  'GET /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'A list and a page of its titles',
    params: ByIdOrCode,
    query: lists.ListQuery,
    replies: { 200: lists.ListDetailReply },
  }),
  'PUT /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Rename, reorder, collaborate',
    params: ByIdOrCode,
    body: lists.UpdateList,
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: lists.ListReply },
  }),
  'DELETE /api/v1/user_lists/{id}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Delete, leave or reject',
    params: ByIdOrCode,
    replies: { 204: null },
  }),
  'POST /api/v1/user_lists/{id}/share': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Share by address',
    params: ByIdOrCode,
    body: lists.ShareList,
    bodyBytes: LARGE_BODY_BYTES,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/shared_link': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Join through a share link',
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/{id}/renew_link': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Replace the share link',
    params: ByIdOrCode,
    replies: { 200: lists.ListReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media/save_selection': route({
    access: 'member',
    tag: 'Lists',
    summary: 'The lists that hold a title',
    body: lists.SaveSelection,
    replies: { 200: lists.SaveSelectionReply },
  }),
  'POST /api/v1/user_lists/0/user_list_media': route({
    access: 'member',
    tag: 'Lists',
    summary: "Add to Watch Later or Haven't Watched",
    body: lists.AddToSystemList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'POST /api/v1/user_lists/{id}/user_list_media': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Add a title',
    params: ByIdOrCode,
    body: lists.AddToList,
    replies: { 200: lists.UserListMediumReply, 201: lists.UserListMediumReply },
  }),
  'DELETE /api/v1/user_lists/{id}/user_list_media/0': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Remove a title',
    params: ByIdOrCode,
    query: z.object({ medium_id: IdText }),
    replies: { 204: null },
  }),
  'GET /api/v1/invitations/{code}': route({
    access: 'public',
    tag: 'Lists',
    summary: 'Inviter, list and address of an open invitation',
    params: ByCode,
    replies: { 200: lists.InvitationReply },
  }),
  'GET /accept_list/{code}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Accept an invitation',
    params: ByCode,
    replies: { 200: lists.ListReply },
  }),
  'GET /reject_list/{code}': route({
    access: 'member',
    tag: 'Lists',
    summary: 'Reject an invitation',
    params: ByCode,
    replies: { 200: Message },
  }),
} satisfies Record<string, RouteContract>;
