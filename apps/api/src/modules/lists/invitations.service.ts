import type { Invitation, UserList } from '@marquee/contracts';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import {
  getListWithStanding,
  type ListRepositories,
  lockAndAuthorize,
  lockedList,
  toAddress,
} from './list-access.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { ListTransaction, ListWrites } from './lists.service.ts';
import { may } from './policy.ts';

interface Dependencies {
  repos: Pick<ListRepositories, 'lists' | 'listShares'>;
  limits: Pick<Limits, 'take'>;
  withTransaction: WithTransaction<ListWrites>;
  presenter: ListPresenter;
  email: Pick<EmailService, 'prove'>;
}

/**
 * Queues a mail about a new list member.
 * @param userId the inviter or the owner. Null queues no mail.
 */
async function announceJoin(tx: ListTransaction, userId: number | null, shareId: number): Promise<void> {
  if (userId !== null) await tx.outbox.add({ kind: 'invitation_accepted', userId, payload: { shareId } });
}

/**
 * Reads, accepts and rejects invitations, and joins lists by their share link. An invitation belongs to the account that has
 * its address, whichever came first, which two triggers keep: `user_list_shares_find_invited` for a new invitation, and
 * `users_follow_address` for a new or changed address.
 */
export function createInvitationsService({ repos, limits, withTransaction, presenter, email }: Dependencies) {
  return {
    /** @throws AppError not_found for a code that is used, expired or unknown. */
    async getInvitation({ ip }: { ip: string }, code: string): Promise<Invitation> {
      await limits.take('invitationReads', ipKey(ip));
      const share = await repos.listShares.findOpen(code);
      if (!share) throw new AppError('not_found');
      return {
        email: share.email,
        inviter_name: share.invitedBy?.displayName ?? share.list.owner?.displayName ?? 'A Marquee user',
        list_name: share.list.name,
        has_account: share.userId !== null,
      };
    },

    /**
     * Accepts an invitation. A repeated call changes nothing.
     * @throws AppError not_found unless the invitation belongs to the caller and is open or accepted.
     */
    async accept({ userId }: Ctx, code: string): Promise<UserList> {
      await limits.take('joins', String(userId));
      const listId = await withTransaction(async (tx) => {
        const found = await tx.listShares.findInvitation(userId, code);
        if (!found) throw new AppError('not_found');
        // The code was mailed to the address, so the use of the code proves the address.
        await email.prove(tx, userId);
        const { list } = await lockAndAuthorize(tx, userId, { id: found.listId }, 'join');
        // Read the share again under the lock, because another call may have accepted or withdrawn the
        // invitation.
        const share = await tx.listShares.findInvitation(userId, code);
        if (!share) throw new AppError('not_found');
        if (share.state === 'pending') {
          await tx.listShares.accept(share.id);
          await announceJoin(tx, share.invitedById ?? list.ownerId, share.id);
        }
        return list.id;
      });
      return presenter.presentCurrent(userId, { id: listId });
    },

    /**
     * Rejects an invitation. A list member must leave the list instead.
     * @throws AppError not_found unless the invitation belongs to the caller and is open.
     */
    async reject({ userId }: Ctx, code: string): Promise<void> {
      await limits.take('joins', String(userId));
      await withTransaction(async (tx) => {
        const found = await tx.listShares.findInvitation(userId, code);
        if (!found) throw new AppError('not_found');
        await email.prove(tx, userId);
        const { list } = await lockAndAuthorize(tx, userId, { id: found.listId }, 'leave');
        const share = await tx.listShares.findInvitation(userId, code);
        if (!share) throw new AppError('not_found');
        if (share.state === 'accepted')
          throw new AppError('not_permitted', {
            message: 'You have joined this list already. You can leave it in My Lists.',
          });
        await tx.lists.saveDeparture(userId, list);
        await tx.listShares.delete(share.id);
      });
    },

    /**
     * Makes the caller a list member through the share code, or through the list id with an invitation. A
     * repeated call changes nothing.
     */
    async join({ userId }: Ctx, idOrCode: string): Promise<UserList> {
      const address = toAddress(idOrCode);
      await limits.take('joins', String(userId));
      const found = await getListWithStanding(repos, userId, address);
      // Before the transaction, which must not hold the lock of the list while Redis answers.
      if (may(found.standing, 'join') && !may(found.standing, 'see'))
        await limits.take('listJoins', `${found.list.id}:${userId}`);
      await withTransaction(async (tx) => {
        const { list, standing } = await lockAndAuthorize(tx, userId, address, 'join');
        if (may(standing, 'see')) return;
        const shareId = await tx.listShares.join(list.id, userId);
        await announceJoin(tx, list.ownerId, shareId);
      }, lockedList(found.list.id));
      return presenter.presentCurrent(userId, address);
    },
  };
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;
