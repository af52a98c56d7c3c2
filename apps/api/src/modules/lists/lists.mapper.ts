import type { ListChange, ShareItem, UserList } from '@marquee/contracts';
import type { ListMediumRow } from './list-media.repository.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import type { ListChangeRow, ListRow } from './lists.repository.ts';
import { canManage, may, type Standing } from './policy.ts';

/** A list together with the standing of the caller. */
export interface ListWithStanding {
  list: ListRow;
  standing: Standing;
}

/**
 * Builds a share for a reply. `display_name` is null until the user joins, because an invitation must not
 * reveal an account.
 * @param withAddress whether the caller may share.
 */
const mapShare = (share: ListShareRow, withAddress: boolean): ShareItem => ({
  id: share.id,
  email: withAddress ? share.email : null,
  display_name: share.state === 'accepted' ? share.displayName : null,
  share_allowed: share.shareAllowed && (share.state === 'pending' || share.proven),
  state: share.state,
});

const mapChange = ({ at, ...change }: ListChangeRow): ListChange => ({ ...change, at: at.toISOString() });

/** An unproven user learns only that there is an invitation, because it belongs to the owner of the address. */
const HIDDEN = { name: 'Invitation', owner_name: null, count_media: 0 } as const;

/** Builds a list without titles. A caller without the right `see` gets no members, order or switches. */
export function mapList(
  { list, standing }: ListWithStanding,
  {
    shares,
    hasMedium,
    order,
  }: { shares: readonly ListShareRow[]; hasMedium: boolean | null; order: string | null },
): UserList {
  const sees = may(standing, 'see');
  const canShare = may(standing, 'share');
  const isInvited = standing.role === 'invited';
  const isUnproven = standing.role === 'unproven';
  return {
    id: list.id,
    name: list.name,
    staff_pick: list.listType === 'staff',
    can_manage: canManage(standing),
    can_edit: may(standing, 'edit'),
    is_owner: standing.role === 'owner',
    can_share: canShare,
    owner_name: list.ownerName,
    count_media: list.mediaCount,
    has_medium: sees ? hasMedium : null,
    pending_accept: isInvited || isUnproven,
    code: isInvited ? (list.share?.code ?? null) : null,
    share_code: canShare ? list.shareCode : null,
    share_items: sees ? shares.map((share) => mapShare(share, canShare)) : [],
    list_type: list.listType,
    collaborate: sees && list.collaborate,
    sorted_medium_ids: sees ? order : null,
    last_change: sees && list.lastChange ? mapChange(list.lastChange) : null,
    elsewhere_count: null,
    media: [],
    ...(isUnproven && HIDDEN),
  };
}

/** A personal key reads titles. It learns neither the code of the list nor the addresses of those who share it. */
export const FOR_KEYS = { can_share: false, can_manage: false, share_code: null, share_items: [] };

export const mapListMedium = (row: ListMediumRow) => ({
  id: row.id,
  user_list_id: row.listId,
  medium_id: row.mediumId,
  position: row.position,
});
