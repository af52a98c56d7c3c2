import type { Db } from '#src/data/database.ts';
import {
  type ById,
  behind,
  listName,
  type MakePages,
  type Pages,
  PAGE as take,
  title,
} from './export-pages.ts';

const titlesOf = (db: Db, pages: MakePages, listId: number): Pages =>
  pages(
    (after: { position: number; id: number; createdAt: Date; medium: object } | undefined) =>
      db.userListMedium.findMany({
        where: {
          listId,
          ...(after && {
            position: { gte: after.position },
            OR: [{ position: { gt: after.position } }, { id: { gt: after.id } }],
          }),
        },
        select: { id: true, position: true, createdAt: true, medium: title },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        take,
      }),
    ({ createdAt, medium }) => ({ createdAt, medium }),
  );

const sharesOf = (db: Db, pages: MakePages, listId: number): Pages =>
  pages((after: ById) =>
    db.userListShare.findMany({
      where: { listId, ...behind(after) },
      select: { id: true, email: true, state: true, shareAllowed: true, createdAt: true },
      orderBy: { id: 'asc' },
      take,
    }),
  );

/** Exports the lists of a user with their titles, and the shares that name the user. */
export const exportLists = (db: Db, pages: MakePages, userId: number) => ({
  lists: pages(
    (after: ById) =>
      db.userList.findMany({
        where: { ownerId: userId, ...behind(after) },
        select: {
          id: true,
          name: true,
          listType: true,
          collaborate: true,
          shareCode: true,
          createdAt: true,
          updatedAt: true,
        },
        orderBy: { id: 'asc' },
        take,
      }),
    (list) => ({ ...list, media: titlesOf(db, pages, list.id), shares: sharesOf(db, pages, list.id) }),
  ),
  listChanges: pages((after: ById) =>
    db.userList.findMany({
      where: { lastChangeById: userId, ...behind(after) },
      select: { id: true, lastChangeAction: true, lastChangeTitle: true, lastChangeAt: true },
      orderBy: { id: 'asc' },
      take,
    }),
  ),
  listShares: pages(
    (after: ById) =>
      db.userListShare.findMany({
        where: {
          userId,
          // An open invitation to an unproven address belongs to the owner of the address.
          OR: [{ state: 'accepted' }, { user: { emailVerifiedAt: { not: null } } }],
          ...behind(after),
        },
        select: {
          id: true,
          email: true,
          state: true,
          shareAllowed: true,
          createdAt: true,
          acceptedAt: true,
          list: listName,
          user: { select: { emailVerifiedAt: true } },
        },
        orderBy: { id: 'asc' },
        take,
      }),
    ({ user, ...share }) => ({
      ...share,
      shareAllowed: share.shareAllowed && user?.emailVerifiedAt !== null,
    }),
  ),
  sentShares: pages((after: ById) =>
    db.userListShare.findMany({
      where: { invitedById: userId, ...behind(after) },
      select: { id: true, email: true, createdAt: true, list: listName },
      orderBy: { id: 'asc' },
      take,
    }),
  ),
  listDepartures: pages((after: { listId: number } | undefined) =>
    db.userListDeparture.findMany({
      where: { userId, ...(after && { listId: { lt: after.listId } }) },
      select: { listId: true, createdAt: true },
      orderBy: { listId: 'desc' },
      take,
    }),
  ),
  addedListMedia: pages((after: ById) =>
    db.userListMedium.findMany({
      where: { addedById: userId, list: { ownerId: { not: userId } }, ...behind(after) },
      select: { id: true, createdAt: true, medium: title, list: listName },
      orderBy: { id: 'asc' },
      take,
    }),
  ),
});
