import { z } from 'zod';
import { CAPS, LIST_NAME_MAX, MESSAGES } from './constants.ts';
import { described, param } from './described.ts';
import { MediumInPage, SAVED_FILTER, View } from './media.ts';
import { Email, Flag, Id, IdText, NameLine, PageQuery, Pagination, Timestamp } from './primitives.ts';
import * as texts from './texts.ts';
import { MediaType } from './users.ts';

export const ListType = z.enum(['custom', 'watch_later', 'havent_watched', 'staff']);
export type ListType = z.infer<typeof ListType>;

/**
 * `email` is null for a caller who may not share. `display_name` is null until the user has joined the list.
 */
export const ShareItem = z.object({
  id: Id,
  email: z.string().nullable(),
  display_name: z.string().nullable(),
  share_allowed: z.boolean(),
  state: z.enum(['pending', 'accepted']),
});
export type ShareItem = z.infer<typeof ShareItem>;

/** The last change of the titles, their order or the name of a list. */
export const ListChange = z.object({
  /** The display name of the user; null when the account was deleted. */
  by: z.string().nullable(),
  action: z.enum(['added', 'removed', 'moved', 'renamed']),
  /** The name of the title; null when several titles moved or the list was renamed. */
  title: z.string().nullable(),
  at: Timestamp,
});
export type ListChange = z.infer<typeof ListChange>;

export const UserList = z.object({
  id: Id,
  name: z.string(),
  staff_pick: z.boolean(),
  can_manage: z.boolean(),
  can_edit: z.boolean(),
  is_owner: z.boolean(),
  can_share: z.boolean(),
  owner_name: z.string().nullable(),
  count_media: z.int(),
  has_medium: z.boolean().nullable(),
  pending_accept: z.boolean(),
  code: z.string().nullable(),
  share_code: z.string().nullable(),
  share_items: z.array(ShareItem),
  list_type: ListType,
  collaborate: z.boolean(),
  sorted_medium_ids: z.string().nullable(),
  /** Only for members. Null before the first change. */
  last_change: ListChange.nullable(),
  /** With `elsewhere=last`: the number of titles that the filters would hide. */
  elsewhere_count: z.int().nullable(),
  media: z.array(MediumInPage),
  /** With `covers`: the posters of up to four titles, the one added last first. Empty for a caller who may not see the list. */
  covers: z.array(z.string()).optional(),
});
export type UserList = z.infer<typeof UserList>;
export const ListReply = z.object({ user_list: UserList });
export const ListsReply = z.object({ user_lists: z.array(UserList) });
export const ListDetailReply = z.object({ user_list: UserList, pagination: Pagination });

/** The content of an invitation before login; `email` is the invited address. */
export const Invitation = z.object({
  email: z.string(),
  inviter_name: z.string(),
  list_name: z.string(),
  has_account: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;
export const InvitationReply = z.object({ invitation: Invitation });

export const ListName = NameLine(LIST_NAME_MAX, MESSAGES.listNameRequired);
export const CreateList = z.object({ name: ListName });

export const ListsQuery = z.object({
  medium_id: param(IdText.optional(), 'Sets `has_medium` of every list for this title.', 318),
  to_manage: param(Flag.default(false), 'Only lists that the caller can rename, delete or leave.', true),
  shared_included: param(
    Flag.default(false),
    'Also lists that others share with the caller, and open invitations.',
    true,
  ),
  covers: param(Flag.default(false), 'Adds `covers` to each list.', true),
});

/**
 * The orders of a list besides its own. `tonight`: what a service of the caller's includes first, of this the likeliest.
 * `runtime`: the shortest first. `match`: the likeliest first. `added`: the last added first.
 */
export const ListSort = z.enum(['tonight', 'runtime', 'match', 'added']);
export type ListSort = z.infer<typeof ListSort>;

export const ListQuery = z.object({
  ...PageQuery,
  simple: param(Flag.default(false), 'Without titles. `pagination` has the true totals.', true),
  all_streaming: param(
    Flag.optional(),
    `\`false\` keeps titles on the caller’s own services. ${SAVED_FILTER}`,
    false,
  ),
  media_type: param(MediaType.optional(), `Only movies, only series, or all. ${SAVED_FILTER}`, 'all'),
  elsewhere: param(
    z.literal('last').optional(),
    '`last` puts the titles that the filters would hide after the others, instead of hiding them.',
    'last',
  ),
  sort: param(ListSort.optional(), 'The order of the titles. Without it, the order of the list.', 'tonight'),
  view: View,
});

const SortedIds = z.union([
  z.array(Id).max(CAPS.titlesPerList),
  z
    .string()
    // An id has at most ten digits, and a comma follows it.
    .max(11 * CAPS.titlesPerList)
    .regex(/^([1-9]\d{0,9}(,[1-9]\d{0,9})*)?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number))),
]);
export const UpdateList = z.object({
  user_list: z.object({
    name: ListName.optional(),
    collaborate: z.boolean().optional(),
    sorted_medium_ids: SortedIds.optional(),
  }),
});
export type UpdateList = z.infer<typeof UpdateList>;

/** Adds and updates shares by address, and does not change other shares. `_destroy` removes a share. */
export const ShareList = z.object({
  user_list: z.object({
    share_items: z
      .array(
        z.object({
          id: Id.optional(),
          email: Email(),
          share_allowed: z.boolean().optional(),
          _destroy: z.boolean().optional(),
        }),
      )
      .max(100),
  }),
});

export const BatchUpdateLists = z.object({
  user_lists: z
    .array(z.object({ id: Id.optional(), name: ListName.optional(), _destroy: z.boolean().optional() }))
    .max(200),
});

export const SaveSelection = z.object({
  user_list_medium: z.object({ medium_id: Id, user_list_ids: z.array(Id).max(1_000) }),
  will_prompt_to_share: z.boolean().optional(),
});
export const SaveSelectionReply = z.object({
  user_lists: z.array(UserList),
  share_user_lists: z.array(UserList),
});

export const AddToSystemList = z
  .object({
    user_list_medium: z.object({ medium_id: Id }),
    to_watch_later: z
      .boolean()
      .register(described, { examples: [true] })
      .optional(),
    to_havent_watched: z.boolean().optional(),
  })
  .refine((body) => (body.to_watch_later === true) !== (body.to_havent_watched === true), {
    error: `Please choose either ${texts.watchLater} or ${texts.haventWatched}`,
    path: ['to_watch_later'],
  });
export const AddToList = z.object({
  user_list_medium: z.object({ medium_id: Id, user_list_id: Id.optional() }),
});
/** `position` is sparse: a title between two other titles gets the middle of their positions. */
export const UserListMedium = z.object({ id: Id, user_list_id: Id, medium_id: Id, position: z.number() });
export const UserListMediumReply = z.object({ user_list_medium: UserListMedium });
