// Every kind of job and every schedule ends its process; ten workers are killed with eight jobs in hand. The
// outbox decides about crashes, so with Redis three kinds are enough to see that the queue hands them out again.
import { afterAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '#src/data/database.ts';
import { createCrashes, listKinds } from '../../test/crashes.ts';
import { freshDatabaseUrl, testRedisUrl } from '../../test/database.ts';

const AT_ONCE = 8;
const KILLS = 10;
/** More than the workers have in hand at the kills, because they complete some jobs in between. */
const JOBS = AT_ONCE * KILLS * 3;
/** A mail, a job without a mail, and a schedule. */
const FEW_KINDS = ['welcome', 'stripe_event', 'prune'];
const redisUrl = testRedisUrl();

// Skipped without Redis (CONTRIBUTING.md, "PostgreSQL and Redis in tests").
for (const backend of ['PostgreSQL', 'Redis'] as const)
  describe.skipIf(backend === 'Redis' && redisUrl === null)(`jobs over ${backend}`, async () => {
    const databaseUrl = await freshDatabaseUrl();
    const prisma = connectDatabase(databaseUrl, 3);
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: backend === 'Redis' ? (redisUrl ?? '') : '' };
    const crashes = createCrashes(prisma, env);
    afterAll(async () => {
      crashes.close();
      await prisma.$disconnect();
    });

    test('a job that exits its process becomes a dead letter, whatever its kind', async () => {
      const kinds = backend === 'PostgreSQL' ? listKinds() : FEW_KINDS;
      for (const kind of kinds) await crashes.add(kind);
      await crashes.drain({ deadly: kinds, holdMs: 0 });
      const rows = await prisma.outboxMessage.findMany();
      expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
      expect(rows.every((row) => row.deadAt !== null && row.crashes === 4)).toBe(true);
      await prisma.outboxMessage.deleteMany();
    });

    test('ten SIGKILLs with eight jobs in hand lose no job and bury none', async () => {
      await crashes.add('welcome', JOBS);
      for (let kill = 0; kill < KILLS; kill++) await crashes.killWith(AT_ONCE, { deadly: [], holdMs: 5_000 });
      expect(await crashes.drain({ deadly: [], holdMs: 10 })).toBe(0);
      const rows = await prisma.outboxMessage.findMany({ where: { kind: 'welcome' } });
      expect(rows).toHaveLength(JOBS);
      expect(rows.every(({ doneAt }) => doneAt !== null)).toBe(true);
    });
  });
