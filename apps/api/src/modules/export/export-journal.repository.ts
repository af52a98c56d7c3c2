import type { Db } from '#src/data/database.ts';
import { type ById, before, type MakePages, type Pages, PAGE as take, title } from './export-pages.ts';

/** Exports the imports, checkout attempts, ended tokens, messages and mails of a user. */
export const exportJournal = (db: Db, pages: MakePages, userId: number) => ({
  imports: pages((after: ById) =>
    db.userImport.findMany({
      where: { userId, ...before(after) },
      select: {
        id: true,
        source: true,
        fileName: true,
        profile: true,
        profiles: true,
        kind: true,
        scale: true,
        files: true,
        state: true,
        createdAt: true,
        appliedAt: true,
        undoneAt: true,
      },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  importHeaders: pages((after: { hash: string } | undefined) =>
    db.userImportHeader.findMany({
      where: { userId, ...(after && { hash: { gt: after.hash } }) },
      select: { hash: true, header: true, columns: true, updatedAt: true },
      orderBy: { hash: 'asc' },
      take,
    }),
  ),
  importWaiting: pages((after: ById) =>
    db.userImportWaiting.findMany({
      where: { userId, ...before(after) },
      select: { id: true, source: true, hint: true, facts: true, createdAt: true },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  checkoutAttempts: pages((after: ById) =>
    db.checkoutAttempt.findMany({
      where: { userId, ...before(after) },
      select: { id: true, state: true, createdAt: true, pricing: { select: { priceId: true } } },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  endedTokens: pages(
    (after: { tokenHash: string; expiresAt: Date } | undefined) =>
      db.endedToken.findMany({
        where: { userId, ...(after && { tokenHash: { gt: after.tokenHash } }) },
        select: { tokenHash: true, expiresAt: true },
        orderBy: { tokenHash: 'asc' },
        take,
      }),
    ({ expiresAt }) => ({ expiresAt }),
  ),
  passwordConfirmations: pages(
    (after: { tokenHash: string; expiresAt: Date } | undefined) =>
      db.passwordConfirmation.findMany({
        where: { userId, ...(after && { tokenHash: { gt: after.tokenHash } }) },
        select: { tokenHash: true, expiresAt: true },
        orderBy: { tokenHash: 'asc' },
        take,
      }),
    ({ expiresAt }) => ({ expiresAt }),
  ),
  rounds: pages((after: ById) =>
    db.roundMember.findMany({
      where: { userId, ...before(after) },
      select: {
        id: true,
        isHost: true,
        ready: true,
        showMatch: true,
        bands: true,
        joinedAt: true,
        round: {
          select: { code: true, mode: true, state: true, mediumIds: true, createdAt: true, winner: title },
        },
        votes: { select: { yes: true, medium: title }, orderBy: { mediumId: 'asc' } },
      },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  roundInvitations: pages((after: { roundId: number } | undefined) =>
    db.roundInvitation.findMany({
      where: { userId, ...(after && { roundId: { gt: after.roundId } }) },
      select: { roundId: true, createdAt: true, round: { select: { code: true } } },
      orderBy: { roundId: 'asc' },
      take,
    }),
  ),
  roundsWaiting: pages((after: ById) =>
    db.roundWaiting.findMany({
      where: { userId, ...before(after) },
      select: { id: true, admitted: true, createdAt: true, askedAt: true, round: { select: { code: true } } },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  tasteGroups: pages((after: { groupId: number } | undefined) =>
    db.tasteGroup.findMany({
      where: { userId, ...(after && { groupId: { gt: after.groupId } }) },
      select: { groupId: true, name: true, dismissed: true, mediumIds: true, updatedAt: true },
      orderBy: { groupId: 'asc' },
      take,
    }),
  ),
  feedbacks: pages((after: ById) =>
    db.feedback.findMany({
      where: { userId, ...before(after) },
      select: { id: true, content: true, createdAt: true },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
  outboxMessages: pages((after: ById) =>
    db.outboxMessage.findMany({
      where: { userId, ...before(after) },
      select: { id: true, kind: true, createdAt: true, availableAt: true, doneAt: true },
      orderBy: { id: 'desc' },
      take,
    }),
  ),
});

/**
 * Exports contact messages. A message sent without login belongs to the user whose proven address is the
 * address of the message.
 */
export const exportContactMessages = (
  db: Db,
  pages: MakePages,
  userId: number,
  provenEmail: string | null,
): Pages =>
  pages((after: ById) =>
    db.contactMessage.findMany({
      where: {
        OR: [{ userId }, ...(provenEmail === null ? [] : [{ email: provenEmail, userId: null }])],
        ...before(after),
      },
      select: { id: true, email: true, subject: true, message: true, createdAt: true },
      orderBy: { id: 'desc' },
      take,
    }),
  );
