import type { ListType } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

/**
 * The relation of a user to a list (docs/glossary.md#people-and-roles). `unproven` has an open invitation to an
 * address without proof, and learns nothing about the list.
 */
export type Role = 'owner' | 'member' | 'invited' | 'unproven' | 'holder' | 'guest' | 'stranger';

export interface Standing {
  role: Role;
  listType: ListType;
  collaborate: boolean;
  /** Whether the owner allows this list member to share. */
  shareAllowed: boolean;
}

/**
 * `glimpse` reads name, owner and count, `see` reads everything, `edit` changes titles and order, `leave` also
 * rejects an invitation. `manage` renames and deletes the list, and sets the collaborative switch and the right
 * to share.
 */
export type Action = 'glimpse' | 'see' | 'edit' | 'share' | 'manage' | 'leave' | 'join';

/**
 * `refused` (422): the user lacks the right, and may learn that the list exists. `unknown` (404): the user may not
 * learn that the list exists.
 */
export type Decision = 'allowed' | 'refused' | 'unknown';

type Rule = Decision | ((standing: Standing) => boolean);

const ifCollaborative: Rule = ({ collaborate }) => collaborate;
const ifShareAllowed: Rule = ({ shareAllowed }) => shareAllowed;

/** Rights on custom lists (docs/api.md#list-rights). */
const CUSTOM: Record<Action, Record<Role, Rule>> = {
  glimpse: table('allowed', 'allowed', 'allowed', 'allowed'),
  see: table('allowed', 'allowed', 'refused', 'refused'),
  edit: table('allowed', ifCollaborative, 'refused', 'refused'),
  share: table('allowed', ifShareAllowed, 'refused', 'refused'),
  manage: table('allowed', 'refused', 'refused', 'refused'),
  leave: table('refused', 'allowed', 'allowed', 'refused'),
  join: table('allowed', 'allowed', 'allowed', 'allowed'),
};

function table(owner: Rule, member: Rule, invited: Rule, holder: Rule): Record<Role, Rule> {
  return { owner, member, invited, unproven: 'unknown', holder, guest: 'unknown', stranger: 'unknown' };
}

/** Only the owner has rights on Watch Later and Haven't Watched. These lists cannot be deleted. */
const OWN_ONLY: readonly Action[] = ['glimpse', 'see', 'edit'];
/** Staff lists are read-only for every user. */
const READ_ONLY: readonly Action[] = ['glimpse', 'see'];

function ruleFor({ listType, role }: Standing, action: Action): Rule {
  if (listType === 'custom') return CUSTOM[action][role];
  if (listType === 'staff') return READ_ONLY.includes(action) ? 'allowed' : 'refused';
  if (role !== 'owner') return 'unknown';
  return OWN_ONLY.includes(action) ? 'allowed' : 'refused';
}

/** Decides whether a user may perform an action on a list. Who may withdraw a share depends on who invited: `mayWithdraw`. */
export function decide(standing: Standing, action: Action): Decision {
  const rule = ruleFor(standing, action);
  if (typeof rule === 'string') return rule;
  return rule(standing) ? 'allowed' : 'refused';
}

export const may = (standing: Standing, action: Action): boolean => decide(standing, action) === 'allowed';

/** @throws AppError not_found or not_permitted. */
export function authorize(standing: Standing, action: Action): void {
  const decision = decide(standing, action);
  if (decision === 'unknown') throw new AppError('not_found');
  if (decision === 'refused') throw new AppError('not_permitted');
}

/** Returns `can_manage` for replies: whether the user can rename and delete the list, or leave the list. */
export const canManage = (standing: Standing): boolean =>
  may(standing, 'manage') || (standing.role === 'member' && may(standing, 'leave'));

/** Returns whether the user may withdraw a share: the owner every share, a list member only their own invitations. */
export const mayWithdraw = (standing: Standing, invitedByThem: boolean): boolean =>
  standing.role === 'owner' || invitedByThem;
