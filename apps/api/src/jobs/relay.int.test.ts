import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeps, type Deps } from '#src/deps.ts';
import { testEnv } from '../../test/app.ts';
import { freshDatabaseUrl } from '../../test/database.ts';
import { createUser } from '../../test/factories.ts';
import { waitFor } from '../../test/wait-for.ts';
import { createRelay } from './relay.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await createDeps(
    await testEnv({ DATABASE_URL: await freshDatabaseUrl() }),
    pino({ level: 'silent' }),
  );
});
afterAll(() => deps.close());

test("the relay queues the claimed rows when the database's reply to the claim was lost", async () => {
  const user = await createUser(deps.prisma);
  await deps.repos.outbox.add({ kind: 'welcome', userId: user.id, payload: {} });
  const claimDue = deps.repos.outboxWork.claimDue;
  const lost: number[] = [];
  const handed: number[] = [];
  const relay = createRelay({
    outbox: {
      ...deps.repos.outboxWork,
      async claimDue(limit, gatherSeconds) {
        const rows = await claimDue(limit, gatherSeconds);
        if (lost.length > 0 || rows.length === 0) return rows;
        lost.push(...rows.map(({ id }) => id));
        throw new Error('Query read timeout');
      },
    },
    queue: {
      async add(rows) {
        handed.push(...rows.map(({ id }) => id));
      },
    },
    gatherSeconds: 0,
    log: deps.log,
  });
  relay.start();
  await waitFor('the row to be queued', () => handed.length > 0);
  await relay.close();
  const [row] = await deps.prisma.outboxMessage.findMany({ where: { userId: user.id } });
  expect(lost).toEqual([row?.id]);
  expect(handed).toEqual(lost);
});
