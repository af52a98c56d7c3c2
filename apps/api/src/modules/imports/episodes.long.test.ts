import { expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createSeriesWithEpisodes, tvTimeArchive } from '../../../test/episodes-of-tv-time.ts';
import { createUser } from '../../../test/factories.ts';
import { watchHeap } from '../../../test/heap.ts';
import { upload } from '../../../test/uploads.ts';

const SERIES = 120;
const EPISODES = 4_000;
/** The limit of imports of titles too. */
const HEAP_MAX_MIB = 64;
const MEASURED_EVERY_MS = 1_000;

const { prisma, deps, as } = await startApp();

it('an archive of TV Time with 4,000 episodes of 120 series is read, exported, read back and undone while the heap grows by less than 64 MiB', async () => {
  const series = await createSeriesWithEpisodes(prisma, SERIES);
  await deps.inMemory.refresh();
  const [user, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
  const run = async (of: typeof user, source: string, file: string | Uint8Array): Promise<number> => {
    const { body } = await upload(as(of), source, file).expect(202);
    const id: number = body.import.id;
    await deps.services.importWork.run(of.id, id);
    await as(of).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
    await deps.services.importWork.run(of.id, id);
    return id;
  };
  const episodesOf = ({ id: userId }: typeof user) =>
    prisma.userEpisode.findMany({
      where: { userId },
      orderBy: [{ mediumId: 'asc' }, { season: 'asc' }, { episode: 'asc' }],
      omit: { userId: true },
    });

  const heap = watchHeap(MEASURED_EVERY_MS);
  // 39 series have 34 episodes and 81 have 33, and one episode has a number that nobody else knows.
  const id = await run(
    user,
    'tv_time',
    tvTimeArchive(series, (at) => (at < 39 ? 34 : 33)),
  );
  expect(await prisma.userEpisode.count({ where: { userId: user.id } })).toBe(EPISODES);
  expect(await prisma.userSeries.count({ where: { userId: user.id } })).toBe(SERIES);
  const { text } = await as(user).get('/api/v1/user/export').expect(200);
  await run(other, 'marquee', text);
  expect(await episodesOf(other)).toEqual(await episodesOf(user));
  await as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  await deps.services.importWork.run(user.id, id);
  expect(await prisma.userEpisode.count({ where: { userId: user.id } })).toBe(0);
  expect(await prisma.userMediumSeen.count({ where: { userId: user.id } })).toBe(0);
  const growth = heap.stop();
  console.warn(`growth of the heap: ${growth.join(', ')} MiB`);
  expect(Math.max(...growth)).toBeLessThan(HEAP_MAX_MIB);
});
