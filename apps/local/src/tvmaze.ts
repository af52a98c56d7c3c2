import type { PrismaClient } from '@marquee/prisma';
import { startTvmaze, weekly } from '@marquee/tvmaze-emulator';

const SERIES = 500;
/** A season that begins now, so that a calendar has something to show. */
const COMING = 8;

/** Starts the emulator of TVmaze with made-up names and days for the best known series of the catalogue. */
export async function startTvmazeEmulator(prisma: PrismaClient, port: number) {
  const series = await prisma.medium.findMany({
    where: { type: 'series', mergedInto: null, ids: { some: { scheme: 'imdb' } } },
    select: {
      id: true,
      title: true,
      releaseYear: true,
      ids: { where: { scheme: 'imdb' }, select: { value: true }, take: 1 },
      seriesFacts: { select: { status: true } },
    },
    orderBy: { popularity: 'desc' },
    take: SERIES,
  });
  const counts = await prisma.episode.groupBy({
    by: ['mediumId', 'season'],
    where: { mediumId: { in: series.map(({ id }) => id) }, season: { gt: 0 } },
    _count: true,
    orderBy: [{ mediumId: 'asc' }, { season: 'asc' }],
  });
  const seasonsOf = Map.groupBy(counts, ({ mediumId }) => mediumId);
  const emulator = await startTvmaze(port);
  const today = new Date().toISOString().slice(0, 10);
  for (const [at, { id, title, releaseYear, ids, seriesFacts }] of series.entries()) {
    const lengths = (seasonsOf.get(id) ?? []).map(({ _count }) => _count);
    const isReturning = seriesFacts?.status === 'returning';
    const coming = weekly([COMING], today).map((episode) => ({ ...episode, season: lengths.length + 1 }));
    emulator.add(at + 1, {
      name: title,
      imdb: ids[0]?.value ?? null,
      status: isReturning ? 'Running' : 'Ended',
      episodes: [...weekly(lengths, `${releaseYear ?? 2020}-01-01`), ...(isReturning ? coming : [])],
    });
  }
  return emulator;
}
