import { INVITATION_DAYS, MESSAGES } from '@marquee/contracts';
import type { ShareState } from '@marquee/prisma';
import { fieldError } from '#src/core/errors.ts';
import { type Db, isUniqueViolation } from '#src/data/database.ts';

const DAY_MS = 24 * 60 * 60_000;
const expiry = (): Date => new Date(Date.now() + INVITATION_DAYS * DAY_MS);

/** A share with the display name of its user. The name is null while no account has the address. */
export interface ListShareRow {
  id: number;
  listId: number;
  email: string;
  userId: number | null;
  displayName: string | null;
  /** Whether the user has proven the address. */
  proven: boolean;
  state: ShareState;
  shareAllowed: boolean;
  code: string;
  invitedById: number | null;
  expiresAt: Date | null;
}

/** Reads and writes invitations and memberships. A trigger sets the account of an invited address. */
export const createListSharesRepository = (db: Db) => ({
  /** Returns the shares of several lists, oldest first. */
  list: (listIds: readonly number[]): Promise<ListShareRow[]> =>
    db.$queryRaw`
      SELECT s.id, s.list_id AS "listId", s.email::text AS email, s.user_id AS "userId",
             u.display_name::text AS "displayName", u.email_verified_at IS NOT NULL AS proven, s.state::text AS state, s.share_allowed AS "shareAllowed",
             s.code, s.invited_by_id AS "invitedById", s.expires_at AS "expiresAt"
        FROM user_list_shares s LEFT JOIN users u ON u.id = s.user_id
       WHERE s.list_id = ANY(${[...listIds]}::int[])
       ORDER BY s.id`,

  /** Finds the share of an invitation code, if the share belongs to this user and is not expired. */
  findInvitation: (userId: number, code: string) =>
    db.userListShare.findFirst({
      where: {
        code,
        userId,
        OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
      },
      select: { id: true, listId: true, state: true, invitedById: true },
    }),

  /** Finds an open invitation for a visitor. An invitation that waits for proof of its address is open. */
  findOpen: (code: string) =>
    db.userListShare.findFirst({
      where: {
        code,
        OR: [
          { state: 'pending', expiresAt: null },
          { state: 'pending', expiresAt: { gt: new Date() } },
          { state: 'accepted', expiresAt: { gt: new Date() }, user: { emailVerifiedAt: null } },
        ],
      },
      select: {
        email: true,
        userId: true,
        invitedBy: { select: { displayName: true } },
        list: { select: { name: true, owner: { select: { displayName: true } } } },
      },
    }),

  /** @throws AppError invalid when the address belongs to the owner or has a share already. */
  async create(share: { listId: number; email: string; shareAllowed: boolean; invitedById: number }) {
    try {
      return await db.userListShare.create({
        data: { ...share, expiresAt: expiry() },
        select: { id: true, userId: true },
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw fieldError('share_items', MESSAGES.shareTwice);
      if (String(error).includes('user_list_shares_list_check') || /\b23514\b/.test(String(error)))
        throw fieldError('share_items', 'This is the address of the list’s owner');
      throw error;
    }
  },

  async setShareAllowed(id: number, shareAllowed: boolean): Promise<void> {
    await db.userListShare.update({ where: { id }, data: { shareAllowed }, select: { id: true } });
  },

  /** Makes an expired invitation valid again. */
  async renew(id: number): Promise<void> {
    await db.userListShare.update({ where: { id }, data: { expiresAt: expiry() }, select: { id: true } });
  },

  async accept(id: number): Promise<void> {
    await db.userListShare.update({
      where: { id },
      data: { state: 'accepted', acceptedAt: new Date(), expiresAt: null },
      select: { id: true },
    });
  },

  /**
   * Makes the user a list member under the address of the account, with the right of an invitation to it. When the
   * user has not proven the address, the right and the invitation (`expires_at`) wait for the proof.
   * @returns the id of the share.
   */
  async join(listId: number, userId: number): Promise<number> {
    const [row] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO user_list_shares AS share (list_id, email, user_id, state, accepted_at)
      SELECT ${listId}, email, id, 'accepted', now() FROM users WHERE id = ${userId}
      ON CONFLICT (list_id, email) DO UPDATE
         SET state = 'accepted', accepted_at = now(),
             expires_at = CASE WHEN EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_verified_at IS NULL)
                               THEN COALESCE(share.expires_at, ${expiry()}) END
      RETURNING id`;
    if (!row) throw new Error('the user of a share must have an account');
    return row.id;
  },

  async delete(id: number): Promise<void> {
    await db.userListShare.deleteMany({ where: { id } });
  },

  /** Ends a membership. An invitation that waits for proof of its address stays open. */
  async leave(id: number): Promise<void> {
    const isOpen = await db.$executeRaw`
      UPDATE user_list_shares AS share SET state = 'pending', accepted_at = NULL FROM users
       WHERE share.id = ${id} AND share.state = 'accepted' AND share.expires_at > now()
         AND users.id = share.user_id AND users.email_verified_at IS NULL`;
    if (!isOpen) await this.delete(id);
  },

  /** Deletes invitations to the user's previous addresses, unless another user has the address now. */
  async deleteToPrevious(userId: number): Promise<void> {
    await db.$executeRaw`
      DELETE FROM user_list_shares AS invitation USING previous_emails AS previous
       WHERE previous.user_id = ${userId} AND invitation.email = previous.email
         AND invitation.user_id IS NULL AND invitation.created_at <= previous.left_at`;
  },

  /**
   * Detaches invitations from a user who never proved the address, also when the user joined the list by its link.
   * The invitations then wait for the owner of the address.
   */
  async releaseUnproven(userId: number): Promise<void> {
    await db.$executeRaw`
      UPDATE user_list_shares SET user_id = NULL, state = 'pending', accepted_at = NULL
       WHERE user_id = ${userId} AND (state = 'pending' OR expires_at > now())
         AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_verified_at IS NULL)`;
  },
});

export type ListSharesRepository = ReturnType<typeof createListSharesRepository>;
