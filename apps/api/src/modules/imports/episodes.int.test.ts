import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createSeriesWithEpisodes, tvTimeArchive } from '../../../test/episodes-of-tv-time.ts';
import { createUser } from '../../../test/factories.ts';
import { upload } from '../../../test/uploads.ts';

const { prisma, deps, as } = await startApp();
type User = Awaited<ReturnType<typeof createUser>>;

async function readFile(user: User, source: string, file: string | Uint8Array) {
  const { body } = await upload(as(user), source, file).expect(202);
  const id: number = body.import.id;
  await deps.services.importWork.run(user.id, id);
  return (await as(user).get(`/api/v1/user/imports/${id}`).expect(200)).body;
}

async function confirm(user: User, id: number) {
  await as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
  await deps.services.importWork.run(user.id, id);
  return (await as(user).get(`/api/v1/user/imports/${id}`).expect(200)).body.import;
}

async function importFile(user: User, source: string, file: string | Uint8Array) {
  const { import: read } = await readFile(user, source, file);
  return confirm(user, read.id);
}

async function undo(user: User, id: number) {
  await as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  await deps.services.importWork.run(user.id, id);
}

/** Returns what an account says of series. */
async function progressOf({ id: userId }: User) {
  const where = { userId };
  return {
    episodes: await prisma.userEpisode.findMany({
      where,
      orderBy: [{ mediumId: 'asc' }, { season: 'asc' }, { episode: 'asc' }],
      omit: { userId: true },
    }),
    series: await prisma.userSeries.findMany({ where, orderBy: { mediumId: 'asc' }, omit: { userId: true } }),
    seen: await prisma.userMediumSeen.findMany({
      where,
      orderBy: { mediumId: 'asc' },
      omit: { userId: true, createdAt: true },
    }),
    wished: await prisma.userListMedium.findMany({
      where: { list: { ownerId: userId, listType: 'watch_later' } },
      orderBy: { mediumId: 'asc' },
      select: { mediumId: true, position: true },
    }),
  };
}

describe('an archive of TV Time with episodes', () => {
  it('is read, exported, and read back into another account that is equal then', async () => {
    const series = await createSeriesWithEpisodes(prisma, 12);
    await deps.inMemory.refresh();
    const [user, other] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const read = await readFile(
      user,
      'tv_time',
      tvTimeArchive(series, (at) => 3 * (at + 1)),
    );
    const episodes = series.reduce((sum, _, at) => sum + 3 * (at + 1), 1);
    expect(read.import.counts).toMatchObject({
      episodes,
      episode_series: 12,
      episodes_unknown: 1,
      episodes_left_out: 0,
      matched: 12,
    });
    const last = read.titles.find(
      ({ unfit_episodes }: { unfit_episodes: object[] }) => unfit_episodes.length > 0,
    );
    expect(last).toMatchObject({
      title: series.at(-1)?.title,
      unfit_episodes: [{ season: 21, episode: 7, name: null }],
    });
    expect((await confirm(user, read.import.id)).counts).toMatchObject({ episodes, episode_series: 12 });

    const first = await prisma.userSeries.findFirstOrThrow({
      where: { userId: user.id, mediumId: series[0]?.id ?? 0 },
    });
    expect(first).toMatchObject({ seen: 3, nextSeason: 1, nextEpisode: 4, upToSeason: null });
    const begun = await prisma.userEpisode.findFirstOrThrow({
      where: { userId: user.id, mediumId: series[0]?.id ?? 0, season: 1, episode: 1 },
    });
    expect(begun).toMatchObject({ plays: 2, days: [new Date('2020-01-01')] });
    const whole = await prisma.userSeries.findFirstOrThrow({
      where: { userId: user.id, mediumId: series[3]?.id ?? 0 },
    });
    expect(whole).toMatchObject({ seen: 12, nextSeason: 2, nextEpisode: 3, upToSeason: 1 });

    await prisma.userSeries.updateMany({
      where: { userId: user.id, mediumId: series[1]?.id ?? 0 },
      data: { state: 'dropped' },
    });
    const { text } = await as(user).get('/api/v1/user/export').expect(200);
    await importFile(other, 'marquee', text);
    expect(await progressOf(other)).toEqual(await progressOf(user));
  });

  it('changes nothing when it is imported again, and its undo restores the progress made before', async () => {
    const series = await createSeriesWithEpisodes(prisma, 3);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const idAt = (at: number) => series[at]?.id ?? 0;
    await prisma.userEpisode.createMany({
      data: [
        {
          userId: user.id,
          mediumId: idAt(0),
          season: 1,
          episode: 1,
          seenOn: new Date('2019-05-01'),
          days: [new Date('2019-05-01')],
        },
        { userId: user.id, mediumId: idAt(0), season: 3, episode: 9 },
      ],
    });
    await prisma.userSeries.updateMany({ where: { userId: user.id }, data: { state: 'on_hold' } });
    await as(user)
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: idAt(2) }, to_watch_later: true })
      .expect(201);
    const before = await progressOf(user);
    const archive = tvTimeArchive(series, () => 11);
    const imported = await importFile(user, 'tv_time', archive);
    const after = await progressOf(user);
    expect(after.wished).toEqual([]);
    expect(after.seen.map(({ upToSeason, byEpisodes }) => [upToSeason, byEpisodes])).toEqual(
      series.map(() => [1, true]),
    );
    const first = after.episodes.find(({ mediumId }) => mediumId === idAt(0));
    expect(first?.days).toEqual([new Date('2019-05-01'), new Date('2020-01-01')]);

    const again = await importFile(user, 'tv_time', `${toCsv(archive)}\n`);
    expect(again.counts.episodes).toBe(0);
    expect(await progressOf(user)).toEqual(after);
    await undo(user, imported.id);
    expect(await progressOf(user)).toEqual(before);
  });
});

/** Returns the episodes of an archive as one file, because an equal file would be the same import. */
function toCsv(archive: Uint8Array): string {
  const files = unzipSync(archive);
  return strFromU8(files['tvtime-series-episodes-2026-07-07.csv'] ?? new Uint8Array());
}

describe('an import of episodes', () => {
  it('finds them by name, keeps numbers that the catalogue does not know, and says which names it left out', async () => {
    const [series] = await createSeriesWithEpisodes(prisma, 1);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const title = series?.title ?? '';
    const rows = [
      `"${title}: Season 2: Name 2.3",6/21/19`,
      `"${title}: Season 1: Episode 4",6/22/19`,
      `"${title}: Season 1: Nobody wrote this",6/23/19`,
      `"${title}: Name 3.1",6/24/19`,
      `"${title}: Name 3.2",6/25/19`,
    ];
    const read = await readFile(user, 'netflix', `Title,Date\n${rows.join('\n')}\n`);
    expect(read.import.counts).toMatchObject({ episodes: 4, episode_series: 1, episodes_left_out: 1 });
    await confirm(user, read.import.id);
    const { episodes } = await progressOf(user);
    expect(episodes.map(({ season, episode }) => `${season}.${episode}`)).toEqual([
      '1.4',
      '2.3',
      '3.1',
      '3.2',
    ]);
  });

  it('finds a series of TV Time by its id at TheTVDB, whatever its name', async () => {
    const [series] = await createSeriesWithEpisodes(prisma, 1);
    const mediumId = series?.id ?? 0;
    await prisma.mediumId.create({ data: { scheme: 'tvdb', type: 'series', value: '7654321', mediumId } });
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const head =
      'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special';
    await importFile(
      user,
      'tv_time',
      `${head}\n7654321,,u,Anderer Name,1,2,9,true,2021-05-06 20:00:00,0,false\n`,
    );
    expect((await progressOf(user)).episodes).toMatchObject([{ mediumId, season: 1, episode: 2 }]);
  });

  it('marks the episodes before the last one where a tracker keeps nothing but the place', async () => {
    const [series] = await createSeriesWithEpisodes(prisma, 1);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const head =
      'SIMKL_ID,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo';
    await importFile(user, 'simkl', `${head}\n1,,,,,tv,${series?.title},2015,s2e3,watching,2024-04-01,,\n`);
    const { episodes, series: progress } = await progressOf(user);
    expect(episodes).toHaveLength(13);
    expect(episodes.at(-1)).toMatchObject({ season: 2, episode: 3, days: [new Date('2024-04-01')] });
    expect(progress).toMatchObject([{ nextSeason: 2, nextEpisode: 4, upToSeason: 1 }]);
  });

  it('takes over that a series was dropped or waits, unless the member chose something else here', async () => {
    const series = await createSeriesWithEpisodes(prisma, 3);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const head =
      'SIMKL_ID,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo';
    const row = (at: number, list: string) => `${at},,,,,tv,${series[at]?.title},2015,s1e2,${list},,,`;
    await prisma.userEpisode.create({
      data: { userId: user.id, mediumId: series[2]?.id ?? 0, season: 1, episode: 1 },
    });
    await prisma.userSeries.updateMany({ where: { userId: user.id }, data: { state: 'on_hold' } });
    const file = `${head}\n${row(0, 'dropped')}\n${row(1, 'hold')}\n${row(2, 'dropped')}\n`;
    const { id } = await importFile(user, 'simkl', file);
    const states = async () =>
      new Map(
        (await progressOf(user)).series.map(({ mediumId, state, seen }) => [mediumId, `${state} ${seen}`]),
      );
    const wanted = ['dropped 2', 'on_hold 2', 'on_hold 2'];
    expect(await states()).toEqual(new Map(series.map((each, at) => [each.id, wanted[at]])));
    await undo(user, id);
    expect(await states()).toEqual(new Map([[series[2]?.id, 'on_hold 1']]));
  });

  it('leaves out what the account has no room for', async () => {
    const [series] = await createSeriesWithEpisodes(prisma, 1);
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    await prisma.$executeRaw`
      INSERT INTO user_episodes (user_id, medium_id, season, episode)
      SELECT ${user.id}, ${series?.id ?? 0}, 9, n FROM generate_series(1, 4999) AS n`;
    const rows = Array.from(
      { length: 3 },
      (_, at) => `9999,,u,${series?.title},8,${at + 1},${at},true,,0,false`,
    );
    const head =
      'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special';
    const { counts } = await importFile(user, 'tv_time', `${head}\n${rows.join('\n')}\n`);
    expect(counts).toMatchObject({ episodes: 1, episodes_over_cap: 2 });
  });
});
