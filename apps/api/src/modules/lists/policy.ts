import type { ListType } from '@marquee/contracts';
import { AppError } from '#src/core/errors.ts';

/**
 * The relation of a user to a list. `unproven`: invited at an address that is not proven. `holder`: not on
 * the list, but has its share code. `guest`: reads a staff list, which has no owner.
 */
export type Role = 'owner' | 'member' | 'invited' | 'unproven' | 'holder' | 'guest' | 'stranger';

export interface Standing {
  role: Role;
  listType: ListType;
  collaborate: boolean;
  /** Whether the owner lets this member share. */
  shareAllowed: boolean;
}

/**
 * `glimpse`: name, owner and count. `see`: everything. `edit`: add, remove, reorder. `manage`: rename, delete for
 * everyone, the collaborative switch, letting others share. `leave`: leave, or reject an invitation. `join`: become a
 * member.
 */
export type Action = 'glimpse' | 'see' | 'edit' | 'share' | 'manage' | 'leave' | 'join';

/**
 * `refused`: 422, the user may know the list but lacks the right. `unknown`: 404, the user may not know that it
 * exists.
 */
export type Decision = 'allowed' | 'refused' | 'unknown';

type Rule = Decision | ((standing: Standing) => boolean);

const ifCollaborative: Rule = ({ collaborate }) => collaborate;
const ifShareAllowed: Rule = ({ shareAllowed }) => shareAllowed;

/** Rights on custom lists (docs/api.md#list-rights). */
const CUSTOM: Record<Action, Record<Role, Rule>> = {
  glimpse: { ...table('allowed', 'allowed', 'allowed', 'allowed'), unproven: 'allowed' },
  see: table('allowed', 'allowed', 'refused', 'refused'),
  edit: table('allowed', ifCollaborative, 'refused', 'refused'),
  share: table('allowed', ifShareAllowed, 'refused', 'refused'),
  manage: table('allowed', 'refused', 'refused', 'refused'),
  leave: table('refused', 'allowed', 'allowed', 'refused'),
  join: table('allowed', 'allowed', 'allowed', 'allowed'),
};

function table(owner: Rule, member: Rule, invited: Rule, holder: Rule): Record<Role, Rule> {
  return { owner, member, invited, unproven: 'refused', holder, guest: 'unknown', stranger: 'unknown' };
}

/** Watch Later and Haven't Watched belong to their owner alone and cannot be deleted. */
const OWN_ONLY: readonly Action[] = ['glimpse', 'see', 'edit'];
/** Staff lists are read-only for everyone. */
const READ_ONLY: readonly Action[] = ['glimpse', 'see'];

function ruleFor({ listType, role }: Standing, action: Action): Rule {
  if (listType === 'custom') return CUSTOM[action][role];
  if (listType === 'staff') return READ_ONLY.includes(action) ? 'allowed' : 'refused';
  if (role !== 'owner') return 'unknown';
  return OWN_ONLY.includes(action) ? 'allowed' : 'refused';
}

/** The decision for one action; every check of a right uses it. */
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

/** Whether the list manager shows the list: the user can rename and delete it, or leave it. */
export const canManage = (standing: Standing): boolean =>
  may(standing, 'manage') || (standing.role === 'member' && may(standing, 'leave'));

/** The owner can withdraw every share, a member only their own invitations. */
export const mayWithdraw = (standing: Standing, invitedByThem: boolean): boolean =>
  standing.role === 'owner' || invitedByThem;
