// A file that is read in another way than its owner meant it can be read again, before anything changes.
import { gzipSync, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser } from '../../../test/factories.ts';
import { upload } from '../../../test/uploads.ts';

const app = await startApp();
const { prisma, deps } = app;

const media = await Promise.all(
  ['Alien', 'Heat', 'It', 'Dune'].map((title) => createMedium(prisma, { title, releaseYear: 1990 })),
);
const series = await Promise.all(
  ['Elite', 'Squid Game', 'Black Mirror', 'Dark'].map((title) =>
    createMedium(prisma, { title, releaseYear: 2017, type: 'series' }),
  ),
);
const idOf = (title: string): number | undefined =>
  [...media, ...series].find((each) => each.title === title)?.id;
await deps.inMemory.refresh();

type User = Awaited<ReturnType<typeof createUser>>;

const get = async (user: User, id: number, show = 'matched') =>
  (await app.as(user).get(`/api/v1/user/imports/${id}`).query({ show }).expect(200)).body;
const patch = (user: User, id: number, body: object) =>
  app.as(user).patch(`/api/v1/user/imports/${id}`).send(body);

async function importFile(
  user: User,
  file: string | Buffer,
  { source, name }: { source?: string; name?: string } = {},
): Promise<number> {
  const { body } = await upload(app.as(user), source, file, name).expect(202);
  await deps.services.importWork.run(user.id, body.import.id);
  return body.import.id;
}

async function readAgain(user: User, id: number, body: object) {
  expect((await patch(user, id, body).expect(200)).body.import.state).toBe('reading');
  await deps.services.importWork.run(user.id, id);
  return (await get(user, id)).import;
}

async function confirm(user: User, id: number): Promise<void> {
  await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(202);
  await deps.services.importWork.run(user.id, id);
}

const zip = (files: Record<string, string>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

const TITLES = 'title,year\nAlien,1990\nHeat,1990\n';
const RATED = 'title,year,rating\nAlien,1990,4\nHeat,1990,5\n';

describe('a table that does not say what it is', () => {
  it('changes nothing until the member says it, and then becomes that', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, TITLES);
    const first = (await get(user, id)).import;
    expect(first).toMatchObject({
      source: 'csv',
      state: 'ready',
      kind: null,
      scale: null,
      scale_certain: false,
    });
    expect(first.counts).toMatchObject({ entries: 0, titles: 0, unreadable: 0 });
    expect(await readAgain(user, id, { kind: 'watchlist' })).toMatchObject({
      state: 'ready',
      kind: 'watchlist',
      counts: { list_entries: 2, seen: 0 },
    });
    expect(await readAgain(user, id, { kind: 'history' })).toMatchObject({
      kind: 'history',
      counts: { list_entries: 0, seen: 2 },
    });
    await confirm(user, id);
    const seen = await prisma.userMediumSeen.findMany({ where: { userId: user.id } });
    expect(seen.map(({ mediumId }) => mediumId)).toEqual(
      expect.arrayContaining([idOf('Alien'), idOf('Heat')]),
    );
    expect(await prisma.userImportPart.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is read on another scale when the member chooses it', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, RATED);
    expect((await get(user, id)).import).toMatchObject({ kind: 'ratings', scale: 5, scale_certain: false });
    expect(await readAgain(user, id, { scale: 10 })).toMatchObject({ scale: 10, scale_certain: true });
    const { titles } = await get(user, id);
    expect(titles.map(({ rating }: { rating: number }) => rating)).toEqual([4, 5]);
  });

  it('keeps the choices that a later choice does not name', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, RATED);
    await readAgain(user, id, { scale: 10 });
    await readAgain(user, id, { kind: 'watchlist' });
    expect(await readAgain(user, id, { kind: 'ratings' })).toMatchObject({ kind: 'ratings', scale: 10 });
  });
});

describe('the columns of a table', () => {
  const CLUB = "Werk;Wann;Ann's rating;Bob's rating\nAlien;25/03/2021;8;3\nHeat;02/03/2021;9;4\n";
  const said = [
    { name: 'werk', meaning: 'title' },
    { name: 'bob_s_rating', meaning: 'rating' },
    { name: 'wann', meaning: 'seen_on' },
  ];
  const columnsOf = async (user: User, id: number) =>
    ((await get(user, id)).import.columns as { name: string; meaning: string; chosen: boolean }[]).map(
      ({ name, meaning, chosen }) => [name, meaning, chosen],
    );

  it('are read as the member says, and so are those of the next file with the same columns', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, CLUB);
    expect((await get(user, id)).import).toMatchObject({ source: 'csv', state: 'ready', kind: null });
    expect(await readAgain(user, id, { columns: said, scale: 10 })).toMatchObject({
      counts: { matched: 2, ratings_new: 2, seen: 2 },
    });
    // The same choice again changes nothing.
    expect((await patch(user, id, { columns: said }).expect(200)).body.import.state).toBe('ready');
    await confirm(user, id);
    const seen = await prisma.userMediumSeen.findMany({ where: { userId: user.id } });
    expect(new Map(seen.map(({ mediumId, seenOn }) => [mediumId, seenOn]))).toEqual(
      new Map([
        [idOf('Alien'), new Date('2021-03-25')],
        [idOf('Heat'), new Date('2021-03-02')],
      ]),
    );

    const next = await importFile(user, "Wann;Werk;Ann's rating;Bob's rating\n03/04/2021;It;1;2\n");
    expect(await columnsOf(user, next)).toEqual([
      ['werk', 'title', true],
      ['bob_s_rating', 'rating', true],
      ['wann', 'watched_at', true],
      ['ann_s_rating', 'unused', false],
    ]);

    const other = await createUser(prisma);
    const theirs = await importFile(other, CLUB);
    expect((await columnsOf(other, theirs)).map(([, , chosen]) => chosen)).not.toContain(true);
    const { body } = await app.as(user).get('/api/v1/user/export').expect(200);
    expect(body.user.import_headers).toMatchObject([
      { header: expect.arrayContaining(['werk']), columns: said },
    ]);
  });

  it.each([
    ['a column that the file does not have', [{ name: 'constructor', meaning: 'title' }]],
    ['a meaning for two columns', [said[0], { name: 'wann', meaning: 'title' }]],
    ['a column twice', [said[0], { name: 'werk', meaning: 'ignored' }]],
    ['a meaning that is none', [{ name: 'werk', meaning: 'director' }]],
    ['no column', []],
  ])('are refused with 422 for %s', async (_, columns) => {
    const user = await createUser(prisma);
    const id = await importFile(user, CLUB);
    await patch(user, id, { columns }).expect(422);
    expect((await get(user, id)).import.state).toBe('ready');
  });

  it('may all be ignored but one', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, 'title,year,rating\nAlien,1990,8\n');
    const ignored = ['year', 'rating'].map((name) => ({ name, meaning: 'ignored' }));
    expect(await readAgain(user, id, { columns: ignored })).toMatchObject({ kind: null, scale: null });
  });
});

describe('a file of another service than the named one', () => {
  const IMDB = 'Const,Your Rating,Date Rated,Title,URL,Title Type,Year\n,9,2020-05-01,Alien,,Movie,1990\n';

  it('says what it looks like, and is read when the member agrees', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, IMDB, { source: 'letterboxd' });
    expect((await get(user, id)).import).toMatchObject({
      state: 'failed',
      failure_code: 'other_source',
      looks_like: 'imdb',
      source: 'letterboxd',
    });
    expect(await readAgain(user, id, { source: 'imdb' })).toMatchObject({
      state: 'ready',
      source: 'imdb',
      looks_like: null,
      failure: null,
      failure_code: null,
      counts: { ratings_new: 1 },
    });
  });

  it('is not kept beyond the next upload', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, IMDB, { source: 'letterboxd' });
    await importFile(user, TITLES);
    await patch(user, id, { source: 'imdb' }).expect(409);
  });

  it('is a plain table, when it has a title, a year and a rating, and not one of Letterboxd', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, RATED, { source: 'letterboxd' });
    expect((await get(user, id)).import).toMatchObject({ failure_code: 'other_source', looks_like: 'csv' });
  });
});

describe('reading again', () => {
  it('is refused for strangers with 404, and after the confirmation with 409', async () => {
    const [user, stranger] = await Promise.all([createUser(prisma), createUser(prisma)]);
    const id = await importFile(user, RATED);
    await patch(stranger, id, { kind: 'history' }).expect(404);
    await confirm(user, id);
    await patch(user, id, { kind: 'history' }).expect(409);
    await patch(user, id, { scale: 10 }).expect(409);
  });

  it('is refused while the file is read, unless the call repeats the choice', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, RATED);
    await patch(user, id, { kind: 'history' }).expect(200);
    await patch(user, id, { kind: 'history' }).expect(200);
    await patch(user, id, { kind: 'watchlist' }).expect(409);
    await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(409);
    await deps.services.importWork.run(user.id, id);
    expect((await get(user, id)).import).toMatchObject({ state: 'ready', kind: 'history' });
    expect((await patch(user, id, { kind: 'history' }).expect(200)).body.import.state).toBe('ready');
  });

  it('twenty times at once reads the file in one of the ways', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, TITLES);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => patch(user, id, { kind: at % 2 ? 'history' : 'watchlist' })),
    );
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    await deps.services.importWork.run(user.id, id);
    const { import: ready } = await get(user, id);
    expect(ready.counts.entries).toBe(2);
    expect(await prisma.userImportRow.count({ where: { userId: user.id } })).toBe(2);
  });

  it.each([{}, { kind: 'all' }, { scale: 7 }, { source: 'nobody' }, { profile: '' }])(
    'refuses %j with 422',
    async (body) => {
      const user = await createUser(prisma);
      await patch(user, await importFile(user, RATED), body).expect(422);
    },
  );

  it('of an import whose file is gone is refused', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, RATED);
    await prisma.userImportPart.deleteMany({ where: { userId: user.id } });
    await patch(user, id, { kind: 'history' }).expect(409);
  });
});

describe('the files of an archive', () => {
  it('of TV Time are read whole, and each is listed', async () => {
    const user = await createUser(prisma);
    const id = await importFile(
      user,
      zip({
        'tvtime-series-2026-07-07.csv':
          'uuid,tvdb_id,imdb_id,title,status,created_at\nb1,1,,Elite,continuing,2018-12-18T12:39:15Z\nb3,3,,Squid Game,not_started_yet,2022-01-06T03:35:26Z\nb4,4,,Dark,stopped,2022-01-06T03:35:26Z\n',
        'tvtime-movies-2026-07-07.csv':
          'uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\na1,1,,It,1990,2019-09-10T08:01:29Z,2019-09-10T08:01:29Z,true,0\na2,2,,Dune,1990,2022-10-18T22:12:05Z,,false,0\n',
        'tvtime-series-episodes-2026-07-07.csv':
          'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special\n1,,b1,Elite,1,1,9,true,2019-10-04 03:43:42,0,false\n3,,b3,Squid Game,1,1,2,false,,0,false\n',
        'tvtime-lists-2026-07-07.csv':
          'list_id,list_name,item_type,tvdb_id,uuid,name,custom_order\nl1,LIKE,series,2,,Black Mirror,0\nl1,LIKE,movie,1,,It,2\n',
        'tvtime-movies-2026-07-07.json': '[{"id":{"imdb":null},"title":"It","year":1990,"is_watched":true}]',
        'tvtime-series-2026-07-07.json': '[]',
        'photo.jpg': 'not a table',
      }),
    );
    const { import: ready } = await get(user, id);
    expect(ready).toMatchObject({ source: 'tv_time', state: 'ready', files_count: 7 });
    expect(
      ready.files.map(({ name, state, entries }: { name: string; state: string; entries: number }) => [
        name,
        state,
        entries,
      ]),
    ).toEqual([
      ['tvtime-series-2026-07-07.csv', 'read', 3],
      ['tvtime-movies-2026-07-07.csv', 'read', 2],
      ['tvtime-series-episodes-2026-07-07.csv', 'read', 1],
      ['tvtime-lists-2026-07-07.csv', 'read', 2],
      ['tvtime-movies-2026-07-07.json', 'unread', 0],
      ['tvtime-series-2026-07-07.json', 'unread', 0],
      ['photo.jpg', 'unread', 0],
    ]);
    expect(
      ready.files.filter(
        ({ state, reason }: { state: string; reason: string | null }) => state !== 'read' && !reason,
      ),
    ).toEqual([]);
    await confirm(user, id);
    const seen = await prisma.userMediumSeen.findMany({
      where: { userId: user.id },
      select: { mediumId: true },
    });
    expect(new Set(seen.map(({ mediumId }) => mediumId))).toEqual(new Set([idOf('Elite'), idOf('It')]));
    const lists = await prisma.userList.findMany({
      where: { ownerId: user.id },
      select: { listType: true, name: true, media: { select: { mediumId: true } } },
    });
    const inList = (name: string) =>
      new Set(lists.find((list) => list.name === name)?.media.map(({ mediumId }) => mediumId));
    expect(inList('TV Time favorites')).toEqual(new Set([idOf('Black Mirror'), idOf('It')]));
    const later = lists.find(({ listType }) => listType === 'watch_later');
    expect(new Set(later?.media.map(({ mediumId }) => mediumId))).toEqual(
      new Set([idOf('Squid Game'), idOf('Dune')]),
    );
  });

  it('are named without control characters, and only the first 200 of them', async () => {
    const user = await createUser(prisma);
    const others = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${at}.bin`, 'x']));
    const id = await importFile(user, zip({ 'a\u0007\u202e\nb.csv': RATED, ...others }));
    const { import: ready } = await get(user, id);
    expect(ready).toMatchObject({ state: 'ready', files_count: 301 });
    expect(ready.files).toHaveLength(200);
    expect(ready.files[0].name).toMatch(/^a[^\p{Cc}]*b\.csv$/u);
    expect(ready.files[0]).toMatchObject({ state: 'read', entries: 2, unreadable: 0, reason: null });
  });

  it('that hold rows which nobody can read are read partly', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, 'title,year,rating\nAlien,1990,9\n,,3\nHeat,1990,7\n', {
      name: 'mine.csv',
    });
    expect((await get(user, id)).import.files).toEqual([
      {
        name: 'mine.csv',
        state: 'partly',
        reason: '1 row could not be read in full.',
        entries: 2,
        unreadable: 1,
      },
    ]);
  });

  it('are read when a single one is packed, and refused when it unpacks to more than 200 MB', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, Buffer.from(gzipSync(strToU8(RATED))), { name: 'mine.csv.gz' });
    expect((await get(user, id)).import).toMatchObject({
      state: 'ready',
      files: [{ name: 'mine.csv', entries: 2 }],
    });
    const bomb = Buffer.from(gzipSync(new Uint8Array(201 * 2 ** 20).fill(10)));
    const refused = await importFile(user, bomb);
    expect((await get(user, refused)).import).toMatchObject({ state: 'failed', failure_code: 'too_large' });
  });

  it('are reported whole when the file is larger than what one piece stores', async () => {
    const user = await createUser(prisma);
    const rows = Array.from({ length: 21_000 }, (_, at) => `Movie ${at},1990,${(at % 10) + 1}\n`).join('');
    const id = await importFile(user, `title,year,rating\n${rows}`, { name: 'many.csv' });
    expect((await get(user, id)).import).toMatchObject({
      state: 'ready',
      scale: 10,
      files: [{ name: 'many.csv', state: 'read', entries: 21_000 }],
    });
  });
});
