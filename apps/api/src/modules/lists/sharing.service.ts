import { MESSAGES, type ShareList, type UserList } from '@marquee/contracts';
import type { z } from 'zod';
import type { Ctx } from '#src/core/ctx.ts';
import { AppError, fieldError } from '#src/core/errors.ts';
import type { WithTransaction } from '#src/data/database.ts';
import type { Limits } from '#src/http/rate-limits.ts';
import { addressKey, type CountedMails, type InvitationMails } from './invitation-mails.ts';
import {
  getListWithStanding,
  type ListRepositories,
  lockAndAuthorize,
  lockedOf,
  toAddress,
} from './list-access.ts';
import type { ListPresenter } from './list-presenter.ts';
import type { ListShareRow } from './list-shares.repository.ts';
import type { ListWithStanding } from './lists.mapper.ts';
import type { ListAddress } from './lists.repository.ts';
import type { ListTransaction, ListWrites } from './lists.service.ts';
import { authorize, mayWithdraw } from './policy.ts';

type GivenShare = z.output<typeof ShareList>['user_list']['share_items'][number];

interface Dependencies {
  repos: ListRepositories;
  withTransaction: WithTransaction<ListWrites>;
  presenter: ListPresenter;
  invitationMails: InvitationMails;
  limits: Pick<Limits, 'take'>;
}

const isLapsed = (share: ListShareRow): boolean =>
  share.state === 'pending' && share.expiresAt !== null && share.expiresAt <= new Date();

/** Tells the invited person by mail, unless a limit forbids it, and the browsers of a user who wants that. */
async function announce(
  tx: ListTransaction,
  { id: shareId, userId }: { id: number; userId: number | null },
  isMailable: boolean,
): Promise<void> {
  if (!isMailable) return;
  await tx.outbox.add({ kind: 'invitation', userId, payload: { shareId } });
  const wanting = await tx.push.listWanting('invitation', userId === null ? [] : [userId]);
  await tx.outbox.add(
    ...wanting.map((id) => ({
      kind: 'push' as const,
      userId: id,
      payload: { kind: 'invitation' as const, shareId },
    })),
  );
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
  await announce(tx, share, mailable.has(addressKey(email)));
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
    // A removed list member may still have the share link, so replace the link.
    if (share.state === 'accepted') await tx.lists.renewShareCode(list.id);
    return;
  }
  if (given.share_allowed !== undefined && given.share_allowed !== share.shareAllowed) {
    authorize(standing, 'manage');
    await tx.listShares.setShareAllowed(share.id, given.share_allowed);
  }
  if (isLapsed(share)) {
    await tx.listShares.renew(share.id);
    await announce(tx, share, mailable.has(addressKey(share.email)));
  }
}

/**
 * Adds, changes and removes the given shares in the transaction of the caller. On an error, no change is
 * stored.
 */
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
    (await tx.listShares.list([target.list.id])).map((share) => [addressKey(share.email), share]),
  );
  // Create shares in the order of addresses, to prevent deadlocks. Each creation locks its address until the
  // transaction ends.
  for (const item of items.toSorted((a, b) => (addressKey(a.email) < addressKey(b.email) ? -1 : 1))) {
    const share = present.get(addressKey(item.email));
    if (share && share.userId === ctx.userId) throw fieldError('share_items', 'This is your own address');
    if (share) await change(tx, ctx, target, share, item, mailable);
    else if (!item._destroy) await invite(tx, ctx, target, item, mailable);
  }
}

/**
 * Shares lists by address and through links. Triggers keep that only custom lists are shared, and not with their owner
 * (`user_list_shares_list_check`), and that a list has no more members and open invitations than CAPS allows
 * (`user_list_shares_cap`).
 */
export function createSharingService({
  repos,
  withTransaction,
  presenter,
  invitationMails,
  limits,
}: Dependencies) {
  /** Counts a mail for each address without a valid share. */
  async function countMails(
    { userId }: Ctx,
    address: ListAddress,
    items: readonly GivenShare[],
  ): Promise<CountedMails> {
    const { list, standing } = await getListWithStanding(repos, userId, address);
    authorize(standing, 'share');
    const shares = await repos.listShares.list([list.id]);
    const done = new Set(shares.filter((share) => !isLapsed(share)).map((share) => addressKey(share.email)));
    return invitationMails.count(
      userId,
      items.flatMap(({ email, _destroy }) => (_destroy || done.has(addressKey(email)) ? [] : [email])),
    );
  }

  return {
    /**
     * Adds and updates shares by address, and deletes shares with `_destroy`, in one transaction. All other shares
     * stay.
     * @throws AppError invalid for an address that is given twice, or that belongs to the caller or the owner.
     * @throws AppError not_permitted when a user other than the owner changes the right to share.
     */
    async share(ctx: Ctx, idOrCode: string, items: readonly GivenShare[]): Promise<UserList> {
      const address = toAddress(idOrCode);
      await limits.take('shares', String(ctx.userId));
      const counted = await countMails(ctx, address, items);
      try {
        if (new Set(items.map(({ email }) => addressKey(email))).size < items.length)
          throw fieldError('share_items', MESSAGES.shareTwice);
        await withTransaction(
          (tx) => saveShares(tx, ctx, address, items, counted.mailable),
          ...(await lockedOf(repos, ctx.userId, address)),
        );
      } catch (error) {
        await counted.giveBack();
        throw error;
      }
      return presenter.presentCurrent(ctx.userId, address);
    },

    /** Replaces the share link, so the previous link stops working. List members stay. */
    async renewLink({ userId }: Ctx, idOrCode: string): Promise<UserList> {
      const address = toAddress(idOrCode);
      await limits.take('shares', String(userId));
      const listId = await withTransaction(
        async (tx) => {
          const { list } = await lockAndAuthorize(tx, userId, address, 'manage');
          await tx.lists.renewShareCode(list.id);
          return list.id;
        },
        ...(await lockedOf(repos, userId, address)),
      );
      return presenter.presentCurrent(userId, { id: listId });
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;
