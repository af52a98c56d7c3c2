import { MESSAGES, type ShareList, type UserList } from '@marquee/contracts';
import type { z } from 'zod';
import type { WithTransaction } from '#src/database.ts';
import { AppError, fieldError } from '#src/errors.ts';
import type { Limits } from '#src/plugins/rate-limits.ts';
import type { Secrets } from '#src/secrets.ts';
import { enter, getEntry, type ListRepositories, toAddress } from './list-access.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import type { Entry } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import type { ListTransaction } from './lists.service.ts';
import { authorize, may, mayWithdraw } from './policy.ts';

interface Ctx {
  userId: number;
}

type GivenShare = z.output<typeof ShareList>['user_list']['share_items'][number];

interface Dependencies {
  repos: ListRepositories;
  limits: Pick<Limits, 'take'>;
  secrets: Pick<Secrets, 'hashAddress'>;
  withTransaction: WithTransaction<ListTransaction>;
  members: { drop(userId: number): void };
  presenter: ListPresenter;
}

const key = (email: string): string => email.toLowerCase();

/** Who is on a list: share by address, invitations, links. */
export function createSharingService({
  repos,
  limits,
  secrets,
  withTransaction,
  members,
  presenter,
}: Dependencies) {
  const isLapsed = (share: ListShareRow): boolean =>
    share.state === 'pending' && share.expiresAt !== null && share.expiresAt <= new Date();

  /**
   * The addresses to write to. One that got its mails of the hour is invited without one more: whoever has an
   * account sees the invitation there, and nobody can be flooded by sharing again and again.
   */
  async function findMailable(
    { userId }: Ctx,
    address: ListAddress,
    items: readonly GivenShare[],
  ): Promise<Set<string>> {
    const { list, standing } = await getEntry(repos, userId, address);
    authorize(standing, 'share');
    const shares = await repos.listShares.list([list.id]);
    const done = new Set(shares.filter((share) => !isLapsed(share)).map((share) => key(share.email)));
    const mailable = new Set<string>();
    for (const { email, _destroy } of items) {
      if (_destroy || done.has(key(email))) continue;
      try {
        await limits.take('mails', `invitation:${secrets.hashAddress(email)}`);
        mailable.add(key(email));
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
      }
    }
    return mailable;
  }

  async function invite(
    tx: ListTransaction,
    { userId }: Ctx,
    { list }: Entry,
    { email, share_allowed }: GivenShare,
    mailable: ReadonlySet<string>,
  ): Promise<number | null> {
    const share = await tx.listShares.create({
      listId: list.id,
      email,
      shareAllowed: share_allowed ?? false,
      invitedById: userId,
    });
    if (mailable.has(key(email)))
      await tx.outbox.add({ kind: 'invitation', userId: share.userId, payload: { shareId: share.id } });
    return share.userId;
  }

  async function change(
    tx: ListTransaction,
    { userId }: Ctx,
    { standing }: Entry,
    share: ListShareRow,
    given: GivenShare,
    mailable: ReadonlySet<string>,
  ): Promise<void> {
    if (given._destroy) {
      if (!mayWithdraw(standing, share.invitedById === userId)) throw new AppError('not_permitted');
      return tx.listShares.delete(share.id);
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

  /** Tells the one who invited, or the owner, unless they are the one who joins. */
  async function announceJoin(tx: ListTransaction, userId: number | null, shareId: number): Promise<void> {
    if (userId !== null) await tx.outbox.add({ kind: 'invitation_accepted', userId, payload: { shareId } });
  }

  return {
    /**
     * Adds and updates by address; `_destroy` removes; who is not named stays. All or nothing.
     * @throws AppError invalid for an address given twice, the caller's or the owner's; not_permitted when anyone
     *   but the owner lets others share.
     */
    async share(ctx: Ctx, idOrCode: string, items: readonly GivenShare[]): Promise<UserList> {
      const address = toAddress(idOrCode);
      const mailable = await findMailable(ctx, address, items);
      if (new Set(items.map(({ email }) => key(email))).size < items.length)
        throw fieldError('share_items', MESSAGES.shareTwice);
      const affected = await withTransaction(async (tx) => {
        const entry = await enter(tx, ctx.userId, address, 'share');
        if (items.some((item) => item.share_allowed)) authorize(entry.standing, 'manage');
        const present = new Map(
          (await tx.listShares.list([entry.list.id])).map((share) => [key(share.email), share]),
        );
        const touched: (number | null)[] = [];
        // In one order for everybody: creating a share holds its address until the transaction ends.
        for (const item of items.toSorted((a, b) => (key(a.email) < key(b.email) ? -1 : 1))) {
          const share = present.get(key(item.email));
          if (share && share.userId === ctx.userId)
            throw fieldError('share_items', 'This is your own address');
          if (share) {
            await change(tx, ctx, entry, share, item, mailable);
            touched.push(share.userId);
          } else if (!item._destroy) {
            touched.push(await invite(tx, ctx, entry, item, mailable));
          }
        }
        return touched;
      });
      for (const userId of affected) if (userId !== null) members.drop(userId);
      return presenter.presentCurrent(ctx.userId, address);
    },

    /** Idempotent. `not_found` unless the invitation is the caller's and still good. */
    async accept({ userId }: Ctx, code: string): Promise<UserList> {
      const listId = await withTransaction(async (tx) => {
        const found = await tx.listShares.findInvitation(userId, code);
        if (!found) throw new AppError('not_found');
        const { list } = await enter(tx, userId, { id: found.listId }, 'join');
        // Read again under the lock: accepted or withdrawn meanwhile.
        const share = await tx.listShares.findInvitation(userId, code);
        if (!share) throw new AppError('not_found');
        if (share.state === 'pending') {
          await tx.listShares.accept(share.id);
          await announceJoin(tx, share.invitedById ?? list.ownerId, share.id);
        }
        return list.id;
      });
      members.drop(userId);
      return presenter.presentCurrent(userId, { id: listId });
    },

    /** `not_found` unless the invitation is the caller's and still good; who has joined must leave instead. */
    async reject({ userId }: Ctx, code: string): Promise<void> {
      await withTransaction(async (tx) => {
        const found = await tx.listShares.findInvitation(userId, code);
        if (!found) throw new AppError('not_found');
        const { list } = await enter(tx, userId, { id: found.listId }, 'leave');
        const share = await tx.listShares.findInvitation(userId, code);
        if (!share) throw new AppError('not_found');
        if (share.state === 'accepted')
          throw new AppError('not_permitted', {
            message: 'You have joined this list already. You can leave it in My Lists.',
          });
        await tx.lists.saveDeparture(userId, list);
        await tx.listShares.delete(share.id);
      });
      members.drop(userId);
    },

    /** Makes the caller a member, through the share code or for an id they were invited to. Idempotent. */
    async join({ userId }: Ctx, idOrCode: string): Promise<UserList> {
      const address = toAddress(idOrCode);
      await withTransaction(async (tx) => {
        const { list, standing } = await enter(tx, userId, address, 'join');
        if (may(standing, 'see')) return;
        const shareId = await tx.listShares.join(list.id, userId);
        await announceJoin(tx, list.ownerId, shareId);
      });
      return presenter.presentCurrent(userId, address);
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;
