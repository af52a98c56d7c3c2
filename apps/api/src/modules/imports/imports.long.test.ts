// Imports 50,000 entries, with and without killed worker processes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { childEnv } from '#src/env.ts';
import { startApp } from '../../../test/app.ts';
import { createUser } from '../../../test/factories.ts';
import { watchHeap } from '../../../test/heap.ts';
import { testSecrets } from '../../../test/secrets.ts';
import { upload } from '../../../test/uploads.ts';

const ENTRIES = 50_000;
const TITLES = 20_000;
/** Limit for the growth of the heap. The imported file has 2.6 MB. */
const HEAP_MAX_MIB = 64;
const MEASURED_EVERY_MS = 2_000;
const script = join(import.meta.dirname, '../../../test/worker-process.ts');

const app = await startApp();
const { prisma, deps } = app;
const yearAt = (at: number): number => 1950 + (at % 70);
const imdbIdAt = (at: number): string => `tt${5_000_000 + at}`;
for (let from = 0; from < TITLES; from += 5_000)
  await prisma.medium.createMany({
    data: Array.from({ length: 5_000 }, (_, at) => ({
      source: 'test',
      type: 'movie' as const,
      externalId: imdbIdAt(from + at),
      title: `Movie number ${from + at}`,
      releaseYear: yearAt(from + at),
    })),
  });

const date = (at: number): string => new Date(Date.UTC(2000, 0, 1 + (at % 7_000))).toISOString().slice(0, 10);
/** Every second title has an id, and the others have title and year only. Every title occurs more than once. */
const FILE = `Const,Your Rating,Date Rated,Title,Title Type,Year\n${Array.from(
  { length: ENTRIES },
  (_, at) => {
    const title = at % TITLES;
    return `${title % 2 ? imdbIdAt(title) : ''},${1 + (at % 10)},${date(at)},Movie number ${title},Movie,${yearAt(title)}`;
  },
).join('\n')}\n`;

const stateOf = async (id: number) => (await prisma.userImport.findFirstOrThrow({ where: { id } })).state;

it('an import of 50,000 entries is previewed, applied and undone while the heap grows by less than 64 MiB', async () => {
  const user = await createUser(prisma);
  const { body } = await upload(app.as(user), 'imdb', FILE).expect(202);
  const id: number = body.import.id;
  const heap = watchHeap(MEASURED_EVERY_MS);
  await deps.services.importWork.run(user.id, id);
  const { body: preview } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
  expect(preview.import.counts).toMatchObject({ entries: ENTRIES, titles: TITLES, matched: TITLES });
  await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
  await deps.services.importWork.run(user.id, id);
  expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(TITLES);
  await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  const growth = heap.stop();
  console.warn(`growth of the heap: ${growth.join(', ')} MiB`);
  expect(Math.max(...growth)).toBeLessThan(HEAP_MAX_MIB);
  expect(await prisma.userMediumRating.count({ where: { userId: user.id } })).toBe(0);
});

it('an import stores every rating exactly once when its workers are killed at random times', async () => {
  const user = await createUser(prisma);
  const { body } = await upload(app.as(user), 'imdb', FILE).expect(202);
  const id: number = body.import.id;
  let kills = 0;
  const doneJobs = () => prisma.outboxMessage.count({ where: { userId: user.id, doneAt: { not: null } } });
  const workUntil = async (state: string): Promise<void> => {
    while ((await stateOf(id)) !== state) {
      const child: ChildProcess = fork(script, [], {
        env: childEnv({
          ...testSecrets,
          NODE_ENV: 'test',
          DATABASE_URL: deps.env.DATABASE_URL,
          REDIS_URL: '',
        }),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(child, 'message');
      const until = Date.now() + 1_500 + Math.random() * 3_000;
      // A job whose process ended four times is a dead letter, so every third worker completes its job first.
      const before = await doneJobs();
      const mayKill = async () => Date.now() >= until && (kills % 3 !== 2 || (await doneJobs()) > before);
      while (!(await mayKill()) && (await stateOf(id)) !== state) await sleep(100);
      kills++;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  };
  await workUntil('ready');
  await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
  await workUntil('applied');
  expect(kills).toBeGreaterThan(2);
  expect(await prisma.userImportRow.count({ where: { userId: user.id } })).toBe(ENTRIES);
  const ratings = await prisma.userMediumRating.findMany({ where: { userId: user.id } });
  expect(ratings).toHaveLength(TITLES);
  // The import stores the latest rating of each title.
  const byTitle = new Map<string, { rating: number; day: string }>();
  for (let at = 0; at < ENTRIES; at++) {
    const key = imdbIdAt(at % TITLES);
    const known = byTitle.get(key);
    if (!known || date(at) >= known.day) byTitle.set(key, { rating: 1 + (at % 10), day: date(at) });
  }
  const media = await prisma.medium.findMany({
    where: { source: 'test' },
    select: { id: true, externalId: true },
  });
  const idOf = new Map(media.map((medium) => [medium.id, medium.externalId]));
  const wrong = ratings.filter(
    ({ mediumId, rating }) => byTitle.get(idOf.get(mediumId) ?? '')?.rating !== rating,
  );
  expect(wrong).toEqual([]);
});
