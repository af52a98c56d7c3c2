import { startApp } from '@marquee/api/test/app.ts';
import { testDatabaseUrl } from '@marquee/api/test/database.ts';
import { createMedium } from '@marquee/api/test/factories.ts';
import { createRandom } from '@marquee/api/test/random.ts';
import { beforeAll, expect, it } from 'vitest';
import { KINDS, type Kind, nextCall, prepareWorld } from '../bench/mix.ts';
import { type LoadUser, sendAsFastAsAnswered, sendWithPauses, type Target } from '../bench/traffic.ts';
import { inventUsers } from '../bench/world.ts';

const USERS = 200;
/** Fewer than the members who call, so that entries are evicted during the test. */
const CACHE_USERS = 50;

let target: Target;
let deps: Awaited<ReturnType<typeof startApp>>['deps'];

beforeAll(async () => {
  const started = await startApp({ CACHE_USERS });
  const { app, prisma } = started;
  deps = started.deps;
  for (let at = 0; at < 40; at++) await createMedium(prisma, { title: `The Title of Number ${at}` });
  const { id: mediumId } = await createMedium(prisma);
  await prisma.person.create({
    data: {
      source: 'test',
      externalId: 'bench',
      fullName: 'Ada Bench',
      credits: { create: { mediumId, role: 'cast', position: 0 } },
    },
  });
  await deps.inMemory.refresh();
  const random = createRandom(1);
  const ids = await inventUsers(await testDatabaseUrl(), USERS);
  const world = await prepareWorld(prisma, ids, random);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const users = ids.map(
    (id, at): LoadUser => ({ token: app.issueToken(id, 0), next: () => nextCall(world, at) }),
  );
  target = { addresses: [app.listeningOrigin], users };
});

it('the API answers every call when 32 connections send the next call after each reply', async () => {
  const tally = await sendAsFastAsAnswered(target, { connections: 32, calls: 600 });
  expect(tally.errors).toEqual(new Map());
  expect([tally.answered, tally.refused]).toEqual([600, 0]);
  const sent = new Map(tally.figures().map(({ kind, calls }) => [kind, calls]));
  const missing = KINDS.filter((kind: Kind) => (sent.get(kind) ?? 0) === 0);
  expect(missing).toEqual([]);
});

it('the API answers every call when 200 members pause between their calls', async () => {
  const tally = await sendWithPauses(target, { seconds: 4, random: createRandom(2) });
  expect(tally.errors).toEqual(new Map());
  expect(tally.refused).toBe(0);
  expect(tally.answered).toBeGreaterThan(0);
});

it('the API answers simultaneous calls of 200 members, or refuses them with 503 and Retry-After', async () => {
  const tally = await sendAsFastAsAnswered(target, { connections: USERS, calls: USERS });
  expect(tally.errors).toEqual(new Map());
  expect(tally.answered + tally.refused).toBe(USERS);
});

it('the API caches no more members than CACHE_USERS when more of them call', () => {
  const { access, tastes } = deps.inMemory.stats().users;
  expect(access).toBe(CACHE_USERS);
  expect(tastes).toBeGreaterThan(0);
  expect(tastes).toBeLessThanOrEqual(CACHE_USERS);
});
