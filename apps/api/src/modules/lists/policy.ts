import type { ListType } from '@marquee/contracts';
import { AppError } from '#src/errors.ts';

/**
 * How a person stands to a list. `holder`: not on the list, but calls it by its share code; `guest`: a signed-in
 * reader of a staff list, which belongs to nobody.
 */
export type Role = 'owner' | 'member' | 'invited' | 'holder' | 'guest' | 'stranger';

export interface Standing {
  role: Role;
  listType: ListType;
  collaborate: boolean;
  /** Whether the owner lets this member share. */
  shareAllowed: boolean;
}

/**
 * `glimpse`: name, owner and count. `see`: everything. `edit`: add, remove, reorder. `manage`: rename, delete for
 * everyone, the collaborative switch, letting others share. `leave`: leave, or reject an invitation. `join`:
 * become a member.
 */
export type Action = 'glimpse' | 'see' | 'edit' | 'share' | 'manage' | 'leave' | 'join';

/** `refused`: 422, they know the list but lack the right. `unknown`: 404, they may not know it exists. */
export type Verdict = 'allowed' | 'refused' | 'unknown';

type Rule = Verdict | ((standing: Standing) => boolean);

const ifCollaborative: Rule = ({ collaborate }) => collaborate;
const ifShareAllowed: Rule = ({ shareAllowed }) => shareAllowed;

/** "Who may do what" (api.md section 3) for lists that people make. */
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
  return { owner, member, invited, holder, guest: 'unknown', stranger: 'unknown' };
}

/** Watch Later and Haven't Watched: their owner's alone, and always there. */
const OWN_ONLY: readonly Action[] = ['glimpse', 'see', 'edit'];
/** Staff lists are read-only for everyone. */
const READ_ONLY: readonly Action[] = ['glimpse', 'see'];

function ruleFor({ listType, role }: Standing, action: Action): Rule {
  if (listType === 'custom') return CUSTOM[action][role];
  if (listType === 'staff') return READ_ONLY.includes(action) ? 'allowed' : 'refused';
  if (role !== 'owner') return 'unknown';
  return OWN_ONLY.includes(action) ? 'allowed' : 'refused';
}

/** The one answer to "may they?". */
export function judge(standing: Standing, action: Action): Verdict {
  const rule = ruleFor(standing, action);
  if (typeof rule === 'string') return rule;
  return rule(standing) ? 'allowed' : 'refused';
}

export const may = (standing: Standing, action: Action): boolean => judge(standing, action) === 'allowed';

/** @throws AppError not_found or not_permitted. */
export function authorize(standing: Standing, action: Action): void {
  const verdict = judge(standing, action);
  if (verdict === 'unknown') throw new AppError('not_found');
  if (verdict === 'refused') throw new AppError('not_permitted');
}

/** Whether the list belongs into the list manager: to rename or delete, or at least to leave. */
export const canManage = (standing: Standing): boolean =>
  may(standing, 'manage') || (standing.role === 'member' && may(standing, 'leave'));

/** Only the owner takes back what others gave; a member takes back their own invitations. */
export const mayWithdraw = (standing: Standing, invitedByThem: boolean): boolean =>
  standing.role === 'owner' || invitedByThem;
