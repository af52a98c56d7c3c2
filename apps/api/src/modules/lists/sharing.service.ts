import { type Invitation, LIMITS, MESSAGES, type ShareList, type UserList } from '@marquee/contracts';
import type { z } from 'zod';
import { AppError, fieldError, isTooMany } from '#src/core/errors.ts';
import type { Secrets } from '#src/core/secrets.ts';
import type { WithTransaction } from '#src/data/database.ts';
import { ipKey, type Limits } from '#src/http/rate-limits.ts';
import type { EmailService } from '#src/modules/accounts/email.service.ts';
import { getListWithStanding, type ListRepositories, lockAndAuthorize, toAddress } from './list-access.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import type { ListWithStanding } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import type { ListTransaction, ListWrites } from './lists.service.ts';
import { authorize, may, mayWithdraw } from './policy.ts';

interface Ctx {
  userId: number;
}

type GivenShare = z.output<typeof ShareList>['user_list']['share_items'][number];

interface Dependencies {
  repos: ListRepositories;
  limits: Pick<Limits, 'take' | 'takeAll' | 'giveBack'>;
  secrets: Pick<Secrets, 'hashAddress'>;
  withTransaction: WithTransaction<ListWrites>;
  presenter: ListPresenter;
  email: Pick<EmailService, 'prove' | 'getStanding'>;
}

const key = (email: string): string => email.toLowerCase();
/** The key of the limit that all users share. */
const ALL_USERS = 'all';

interface CountedMails {
  mailable: ReadonlySet<string>;
  /** For a call that fails later: it sent no mail. */
  giveBack(): Promise<void>;
}

/** Shares lists by address, through invitations and through links. */
export function createSharingService({
  repos,
  limits,
  secrets,
  withTransaction,
  presenter,
  email,
}: Dependencies) {
  const isLapsed = (share: ListShareRow): boolean =>
    share.state === 'pending' && share.expiresAt !== null && share.expiresAt <= new Date();

  /** Counts mails against the budget of their sender and of the product. A call that exceeds one sends none. */
  async function takeBudget(userId: number, by: number): Promise<void> {
    if (by === 0) return;
    const { max, unproven, trial } = LIMITS.invitations;
    const standing = await email.getStanding(userId);
    await limits.takeAll('invitations', String(userId), {
      by,
      max: { subscriber: max, trial, unproven }[standing],
      tooMany: (left) =>
        `You can send ${left} more ${left === 1 ? 'invitation' : 'invitations'} today.${
          standing === 'unproven' ? ' Confirm your email address to send more.' : ''
        }`,
    });
    try {
      await limits.takeAll('allInvitations', ALL_USERS, {
        by,
        max: LIMITS.allInvitations.max,
        tooMany: () => 'Too many invitations are being sent right now. Please try again later.',
      });
    } catch (error) {
      await limits.giveBack('invitations', String(userId), by);
      throw error;
    }
  }

  const mailKey = (address: string): string => `invitation:${secrets.hashAddress(address)}`;

  /**
   * Counts the invitations, and returns the addresses that get a mail. An address that has reached its hourly limit is invited without a mail. Users see
   * the invitation in the product, and repeated sharing cannot flood an address.
   */
  async function findMailable(
    { userId }: Ctx,
    address: ListAddress,
    items: readonly GivenShare[],
  ): Promise<CountedMails> {
    const { list, standing } = await getListWithStanding(repos, userId, address);
    authorize(standing, 'share');
    const shares = await repos.listShares.list([list.id]);
    const done = new Set(shares.filter((share) => !isLapsed(share)).map((share) => key(share.email)));
    const wanted = items.flatMap(({ email, _destroy }) => (_destroy || done.has(key(email)) ? [] : [email]));
    await takeBudget(userId, wanted.length);
    const mailable = new Set<string>();
    for (const address of wanted) {
      try {
        await limits.take('mails', mailKey(address));
        mailable.add(key(address));
      } catch (error) {
        if (!isTooMany(error)) throw error;
      }
    }
    return {
      mailable,
      async giveBack() {
        await limits.giveBack('invitations', String(userId), wanted.length);
        await limits.giveBack('allInvitations', ALL_USERS, wanted.length);
        for (const address of mailable) await limits.giveBack('mails', mailKey(address));
      },
    };
  }

  async function invite(
    tx: ListTransaction,
    { userId }: Ctx,
    { list }: ListWithStanding,
    { email, share_allowed }: GivenShare,
    mailable: ReadonlySet<string>,
  ): Promise<void> {
    const share = await tx.listShares.create({
      listId: list.id,
      email,
      shareAllowed: share_allowed ?? false,
      invitedById: userId,
    });
    if (mailable.has(key(email)))
      await tx.outbox.add({ kind: 'invitation', userId: share.userId, payload: { shareId: share.id } });
    if (share.userId !== null) tx.changed.add(share.userId);
  }

  async function change(
    tx: ListTransaction,
    { userId }: Ctx,
    { list, standing }: ListWithStanding,
    share: ListShareRow,
    given: GivenShare,
    mailable: ReadonlySet<string>,
  ): Promise<void> {
    if (given._destroy) {
      if (!mayWithdraw(standing, share.invitedById === userId)) throw new AppError('not_permitted');
      await tx.listShares.delete(share.id);
      // A removed member may know the link.
      if (share.state === 'accepted') await tx.lists.renewShareCode(list.id);
      return;
    }
    if (given.share_allowed !== undefined && given.share_allowed !== share.shareAllowed) {
      authorize(standing, 'manage');
      await tx.listShares.setShareAllowed(share.id, given.share_allowed);
    }
    if (isLapsed(share)) {
      await tx.listShares.renew(share.id);
      if (mailable.has(key(share.email)))
        await tx.outbox.add({ kind: 'invitation', userId: share.userId, payload: { shareId: share.id } });
    }
  }

  /** All or nothing, since it runs in one transaction. */
  async function saveShares(
    tx: ListTransaction,
    ctx: Ctx,
    address: ListAddress,
    items: readonly GivenShare[],
    mailable: ReadonlySet<string>,
  ): Promise<void> {
    const target = await lockAndAuthorize(tx, ctx.userId, address, 'share');
    if (items.some((item) => item.share_allowed)) authorize(target.standing, 'manage');
    const present = new Map(
      (await tx.listShares.list([target.list.id])).map((share) => [key(share.email), share]),
    );
    // Sorted by address: creating a share locks its address until the transaction ends, and one order prevents
    // deadlocks.
    for (const item of items.toSorted((a, b) => (key(a.email) < key(b.email) ? -1 : 1))) {
      const share = present.get(key(item.email));
      if (share && share.userId === ctx.userId) throw fieldError('share_items', 'This is your own address');
      if (share) {
        await change(tx, ctx, target, share, item, mailable);
        if (share.userId !== null) tx.changed.add(share.userId);
      } else if (!item._destroy) {
        await invite(tx, ctx, target, item, mailable);
      }
    }
  }

  /** Mails the inviter, or else the owner, unless that is the user who joined. */
  async function announceJoin(tx: ListTransaction, userId: number | null, shareId: number): Promise<void> {
    if (userId !== null) await tx.outbox.add({ kind: 'invitation_accepted', userId, payload: { shareId } });
  }

  return {
    /**
     * Adds and updates by address; `_destroy` removes; shares that are not named stay. All or nothing.
     * @throws AppError invalid for an address given twice, the caller's or the owner's; not_permitted when a user
     * other than the owner lets others share.
     */
    async share(ctx: Ctx, idOrCode: string, items: readonly GivenShare[]): Promise<UserList> {
      const address = toAddress(idOrCode);
      const counted = await findMailable(ctx, address, items);
      try {
        if (new Set(items.map(({ email }) => key(email))).size < items.length)
          throw fieldError('share_items', MESSAGES.shareTwice);
        await withTransaction((tx) => saveShares(tx, ctx, address, items, counted.mailable));
      } catch (error) {
        await counted.giveBack();
        throw error;
      }
      return presenter.presentCurrent(ctx.userId, address);
    },

    /** The previous share link ends; members stay. */
    async renewLink({ userId }: Ctx, idOrCode: string): Promise<UserList> {
      const address = toAddress(idOrCode);
      const listId = await withTransaction(async (tx) => {
        const { list } = await lockAndAuthorize(tx, userId, address, 'manage');
        await tx.lists.renewShareCode(list.id);
        for (const other of await tx.lists.listOthers([list.id], userId)) tx.changed.add(other.userId);
        return list.id;
      });
      return presenter.presentCurrent(userId, { id: listId });
    },

    /** @throws AppError not_found for a code that is answered, expired or unknown. */
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

    /** Idempotent. `not_found` unless the invitation belongs to the caller and is open. */
    async accept({ userId }: Ctx, code: string): Promise<UserList> {
      const listId = await withTransaction(async (tx) => {
        const found = await tx.listShares.findInvitation(userId, code);
        if (!found) throw new AppError('not_found');
        // The code was mailed to the address, so its use proves the address.
        await email.prove(tx, userId);
        const { list } = await lockAndAuthorize(tx, userId, { id: found.listId }, 'join');
        // Read again under the lock, since another call may have accepted or withdrawn it.
        const share = await tx.listShares.findInvitation(userId, code);
        if (!share) throw new AppError('not_found');
        if (share.state === 'pending') {
          await tx.listShares.accept(share.id);
          await announceJoin(tx, share.invitedById ?? list.ownerId, share.id);
          tx.changed.add(userId);
        }
        return list.id;
      });
      return presenter.presentCurrent(userId, { id: listId });
    },

    /** `not_found` unless the invitation belongs to the caller and is open; a member must leave instead. */
    async reject({ userId }: Ctx, code: string): Promise<void> {
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
        tx.changed.add(userId);
      });
    },

    /** Makes the caller a member through the share code, or through the id of a list that invited them. Idempotent. */
    async join({ userId }: Ctx, idOrCode: string): Promise<UserList> {
      const address = toAddress(idOrCode);
      await withTransaction(async (tx) => {
        const { list, standing } = await lockAndAuthorize(tx, userId, address, 'join');
        if (may(standing, 'see')) return;
        const shareId = await tx.listShares.join(list.id, userId);
        await announceJoin(tx, list.ownerId, shareId);
      });
      return presenter.presentCurrent(userId, address);
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;
