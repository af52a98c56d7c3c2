import type { Prisma } from '@marquee/prisma';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { createMedium, createUser } from '../../test/factories.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const fromNow = (ms: number) => new Date(Date.now() + ms);

const { deps, prisma } = await startApp();
const { upkeep } = deps.repos;

const queued = (kind: string, userId: number) => prisma.outboxMessage.findMany({ where: { kind, userId } });

describe('queueTrialReminders', () => {
  const trial = (endsInMs: number, data: Prisma.UserUncheckedCreateInput | object = {}) =>
    createUser(prisma, { createdAt: fromNow(-20 * DAY_MS), trialEndsAt: fromNow(endsInMs), ...data });

  test('queues one reminder when a trial ends within three days, even when it runs several times', async () => {
    const [soon, later, over, short, disabled] = await Promise.all([
      trial(3 * DAY_MS - HOUR_MS),
      trial(3 * DAY_MS + HOUR_MS),
      trial(-HOUR_MS),
      trial(2 * DAY_MS, { createdAt: fromNow(-DAY_MS) }),
      trial(2 * DAY_MS, { disabledAt: new Date() }),
    ]);
    await Promise.all([1, 2, 3].map(() => upkeep.queueTrialReminders()));
    expect(await queued('trial_ending', soon.id)).toHaveLength(1);
    for (const user of [later, over, short, disabled])
      expect(await queued('trial_ending', user.id)).toHaveLength(0);
  });
});

describe('queueWatchedQuestions', () => {
  const follow = async (userId: number, agoMs: number, data: object = {}) => {
    const { id: mediumId } = await createMedium(prisma);
    await prisma.userInteraction.create({ data: { userId, mediumId, createdAt: fromNow(-agoMs), ...data } });
    return mediumId;
  };

  test('queues one mail per user and day, about the latest five links followed over 20 hours ago', async () => {
    const user = await createUser(prisma);
    await follow(user.id, 19 * HOUR_MS);
    await follow(user.id, 8 * DAY_MS);
    await follow(user.id, 30 * HOUR_MS, { answer: 2, answeredAt: new Date() });
    const followed: number[] = [];
    for (let hours = 21; hours < 28; hours++) followed.push(await follow(user.id, hours * HOUR_MS));
    await Promise.all([1, 2, 3].map(() => upkeep.queueWatchedQuestions()));
    const rows = await queued('rate_watched', user.id);
    expect(rows.map((row) => row.payload)).toEqual([{ mediumIds: followed.slice(0, 5) }]);
    // A second link is 20 hours old now, but a user gets at most one mail a day.
    await follow(user.id, 20 * HOUR_MS + 60_000);
    await upkeep.queueWatchedQuestions();
    expect(await queued('rate_watched', user.id)).toHaveLength(1);
  });

  test('queues no mail when the user has turned rate_movie_watched off', async () => {
    const user = await createUser(prisma, { notifyRateMovieWatched: false });
    await follow(user.id, 21 * HOUR_MS);
    await upkeep.queueWatchedQuestions();
    expect(await queued('rate_watched', user.id)).toEqual([]);
  });
});

describe('prune', () => {
  const write = (data: Partial<Prisma.OutboxMessageUncheckedCreateInput>) =>
    prisma.outboxMessage.create({ data: { kind: 'welcome', payload: {}, ...data } });
  const exists = async ({ id }: { id: number }) => (await prisma.outboxMessage.count({ where: { id } })) > 0;

  test('deletes done rows and deletion mails after a week, and dead letters after a month', async () => {
    const farewell = { kind: 'deletion_done', payload: { email: 'a@example.com' } };
    const kept = await Promise.all([
      write({ doneAt: fromNow(-6 * DAY_MS) }),
      write({ deadAt: fromNow(-29 * DAY_MS) }),
      write({ createdAt: fromNow(-90 * DAY_MS) }),
      write({ ...farewell, createdAt: fromNow(-6 * DAY_MS) }),
    ]);
    const gone = await Promise.all([
      write({ doneAt: fromNow(-8 * DAY_MS) }),
      write({ deadAt: fromNow(-31 * DAY_MS) }),
      write({ ...farewell, createdAt: fromNow(-8 * DAY_MS) }),
      write({ ...farewell, createdAt: fromNow(-8 * DAY_MS), deadAt: new Date() }),
    ]);
    await upkeep.prune();
    expect(await Promise.all(kept.map(exists))).toEqual(kept.map(() => true));
    expect(await Promise.all(gone.map(exists))).toEqual(gone.map(() => false));
  });

  test('deletes expired bot check proofs and expired codes', async () => {
    const [ended, live] = await Promise.all([createUser(prisma), createUser(prisma)]);
    for (const [user, expiresAt] of [
      [ended, fromNow(-8 * DAY_MS)],
      [live, fromNow(-6 * DAY_MS)],
    ] as const) {
      await prisma.passwordReset.create({
        data: { userId: user.id, tokenHash: `hash-${user.id}`, expiresAt },
      });
      await prisma.deletionCode.create({ data: { userId: user.id, codeHash: `hash-${user.id}`, expiresAt } });
      await prisma.botCheckProof.create({ data: { proofHash: `proof-${user.id}`, expiresAt } });
    }
    await prisma.botCheckProof.create({ data: { proofHash: 'live', expiresAt: fromNow(60_000) } });
    await upkeep.prune();
    expect(await prisma.passwordReset.findMany({ select: { userId: true } })).toEqual([{ userId: live.id }]);
    expect(await prisma.deletionCode.findMany({ select: { userId: true } })).toEqual([{ userId: live.id }]);
    expect(await prisma.botCheckProof.findMany({ select: { proofHash: true } })).toEqual([
      { proofHash: 'live' },
    ]);
  });

  test('forgets what mails named after two months, and wishes and waiting titles after ten years', async () => {
    const [{ id: userId }, medium] = [await createUser(prisma), await createMedium(prisma)];
    const years = (count: number) => fromNow(-count * 366 * DAY_MS);
    const { id: importId } = await prisma.userImport.create({
      data: { userId, source: 'imdb', sha256: 'x', bytes: 1, state: 'applied', appliedAt: years(11) },
    });
    for (const [key, isOld] of [
      ['old', true],
      ['new', false],
    ] as const) {
      const createdAt = isOld ? years(10) : years(9);
      await prisma.userWish.create({ data: { userId, query: key, key, createdAt } });
      await prisma.userImportWaiting.create({
        data: { userId, importId, source: 'imdb', key, hint: {}, facts: [], createdAt },
      });
      const queuedAt = fromNow((isOld ? -61 : -59) * DAY_MS);
      const kind = isOld ? 'new_for_you' : 'new_season';
      await prisma.userNewsMail.create({ data: { userId, mediumId: medium.id, kind, queuedAt } });
    }
    for (const hours of [0.9, 1.1])
      await prisma.userEpisodeUndo.create({
        data: {
          userId,
          mediumId: medium.id,
          code: String(hours),
          changes: {},
          createdAt: fromNow(-hours * 3_600_000),
        },
      });
    await upkeep.prune();
    const where = { userId };
    expect(await prisma.userEpisodeUndo.findMany({ where, select: { code: true } })).toEqual([
      { code: '0.9' },
    ]);
    expect(await prisma.userWish.findMany({ where, select: { key: true } })).toEqual([{ key: 'new' }]);
    expect(await prisma.userImportWaiting.findMany({ where, select: { key: true } })).toEqual([
      { key: 'new' },
    ]);
    expect(await prisma.userNewsMail.findMany({ where, select: { kind: true } })).toEqual([
      { kind: 'new_season' },
    ]);
  });
});
