import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { testEnv } from '../../test/app.ts';
import { createCrashes } from '../../test/crashes.ts';
import { freshDatabaseUrl } from '../../test/database.ts';
import { createQueueView } from './queue.ts';

const AT_ONCE = 8;

const databaseUrl = await freshDatabaseUrl();
const prisma = connectDatabase(databaseUrl, 3);
const crashes = createCrashes(prisma, { DATABASE_URL: databaseUrl, REDIS_URL: '' });
afterAll(async () => {
  crashes.close();
  await prisma.$disconnect();
});

test('a job that exits its process becomes a dead letter on the job board, and the jobs beside it are done', async () => {
  // The long tests have every kind, so several at a time.
  const deadly = ['welcome'];
  await crashes.add('store_sync', AT_ONCE);
  for (const kind of deadly) await crashes.add(kind);
  const ended = await crashes.drain({ deadly, holdMs: 50 });
  // At least two crashes together and two of each job alone.
  expect(ended).toBeGreaterThanOrEqual(2 + 2 * deadly.length);
  const rows = await prisma.outboxMessage.findMany({ where: { kind: { in: [...deadly, 'store_sync'] } } });
  const dead = rows.filter(({ deadAt }) => deadAt !== null);
  expect(dead.map(({ kind }) => kind).toSorted()).toEqual(deadly.toSorted());
  for (const row of dead)
    expect(row).toMatchObject({
      crashes: 4,
      attempts: 4,
      lastError: expect.stringContaining('4 attempts'),
    });
  expect(rows.filter(({ doneAt }) => doneAt !== null)).toHaveLength(AT_ONCE);

  const env = await testEnv({ DATABASE_URL: databaseUrl, REDIS_URL: null });
  const view = createQueueView(env, pino({ level: 'silent' }));
  const failed = await (await view.queue()).getFailed();
  expect(failed.map(({ name }) => name).toSorted()).toEqual(deadly.toSorted());
  expect(failed[0]?.failedReason).toContain('4 attempts');
  await view.close();
});

test('no job is lost or becomes a dead letter when workers are killed with eight jobs in hand', async () => {
  const kills = 2;
  await crashes.add('password_changed', AT_ONCE * kills * 3);
  for (let kill = 0; kill < kills; kill++) await crashes.killWith(AT_ONCE, { deadly: [], holdMs: 5_000 });
  expect(
    await prisma.outboxMessage.count({ where: { kind: 'password_changed', attemptBy: { not: null } } }),
  ).toBeGreaterThanOrEqual(AT_ONCE);
  expect(await crashes.drain({ deadly: [], holdMs: 50 })).toBe(0);
  const rows = await prisma.outboxMessage.findMany({ where: { kind: 'password_changed' } });
  expect(rows.every(({ doneAt }) => doneAt !== null)).toBe(true);
});

test('a job runs a second time when its lock expires in a frozen worker, and no crash is counted', async () => {
  await crashes.add('trial_ending');
  await crashes.overtake({ deadly: [], holdMs: 1_000 });
  const row = await prisma.outboxMessage.findFirstOrThrow({ where: { kind: 'trial_ending' } });
  expect(row).toMatchObject({ attempts: 2, crashes: 0, deadAt: null, doneAt: expect.any(Date) });
});

test('a worker that is asked to stop and killed before its jobs end leaves no crash', async () => {
  await crashes.add('welcome', AT_ONCE);
  await crashes.stopWith(AT_ONCE, { deadly: [], holdMs: 600_000 });
  await crashes.drain({ deadly: [], holdMs: 10 });
  const rows = await prisma.outboxMessage.findMany({ where: { kind: 'welcome', deadAt: null } });
  expect(rows).toHaveLength(AT_ONCE);
  expect(rows.every((row) => row.doneAt !== null && row.crashes === 0)).toBe(true);
});
