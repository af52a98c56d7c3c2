import { IMPORTS_OPEN_MAX } from '@marquee/contracts';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createList, createMedium, createUser } from '../../../test/factories.ts';
import { upload, zipTexts } from '../../../test/uploads.ts';

const app = await startApp();
const { prisma, deps } = app;

const movies = await Promise.all(
  [
    { title: 'Alien', releaseYear: 1979, externalId: 'tt0078748', runtimeMinutes: 117 },
    { title: 'Heat', releaseYear: 1995, externalId: 'tt0113277', runtimeMinutes: 170 },
    { title: 'Solaris', releaseYear: 1972, externalId: 'tt0069293' },
    { title: 'Solaris', releaseYear: 2002, externalId: 'tt0307479' },
    { title: 'Amélie', releaseYear: 2001, externalId: 'tt0211915', runtimeMinutes: 122 },
  ].map((data) => createMedium(prisma, data)),
);
const [alien, heat, solaris72, solaris02, amelie] = movies.map(({ id }) => id);
const dark = (
  await createMedium(prisma, {
    title: 'Dark',
    releaseYear: 2017,
    type: 'series',
    externalId: 'tt5753856',
    runtimeMinutes: 53,
  })
).id;
await deps.inMemory.refresh();

const IMDB = `Const,Your Rating,Date Rated,Title,URL,Title Type,Year
tt0078748,9,2020-05-01,Alien,https://www.imdb.com/title/tt0078748/,Movie,1979
,7,2021-01-02,Solaris,,Movie,
tt0113277,6,2019-01-01,Heat,,Movie,1995
tt8888888,3,2019-01-01,A Movie That Is Not Here,,Movie,1991
`;

const GLADIADOR = `Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,Year
tt9999001,9,2020-05-01,千と千尋の神隠し,,,Movie,2001
tt9999002,8,2020-05-01,Die Herr der Ringe,Władca Pierścieni,,Movie,2001
,7,2020-05-01,Gladiador,,,Movie,2000
`;

type User = Awaited<ReturnType<typeof createUser>>;

async function preview(user: User, id: number, show = 'matched') {
  return (await app.as(user).get(`/api/v1/user/imports/${id}`).query({ show }).expect(200)).body;
}

async function importFile(user: User, source: string, file: string | Uint8Array): Promise<number> {
  const { body } = await upload(app.as(user), source, file).expect(202);
  await deps.services.importWork.run(user.id, body.import.id);
  return body.import.id;
}

async function confirm(user: User, id: number, choices: object[] = []): Promise<void> {
  await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({ choices }).expect(202);
  await deps.services.importWork.run(user.id, id);
}

/** Returns the rows that an import can change. */
async function stateOf({ id: userId }: User) {
  const lists = await prisma.userList.findMany({
    where: { ownerId: userId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, mediaCount: true, media: { orderBy: { position: 'asc' } } },
  });
  const where = { where: { userId }, orderBy: { mediumId: 'asc' } } as const;
  return {
    lists,
    ratings: await prisma.userMediumRating.findMany(where),
    seen: await prisma.userMediumSeen.findMany(where),
    hidden: await prisma.userMediumHidden.findMany(where),
  };
}

describe('an import', () => {
  it('finds titles by their names in other languages and by the original title of the file', async () => {
    const named = await Promise.all(
      [
        { title: 'Spirited Away', releaseYear: 2001, language: 'ja', name: '千と千尋の神隠し' },
        { title: 'The Fellowship', releaseYear: 2001, language: 'pl', name: 'Władca Pierścieni' },
        { title: 'Gladiator', releaseYear: 2000, language: 'pt', name: 'Gladiador' },
      ].map(({ language, name, ...data }) =>
        createMedium(prisma, { ...data, names: { create: [{ language, title: name, source: 'test' }] } }),
      ),
    );
    await deps.inMemory.refresh();
    const user = await createUser(prisma);
    const { titles } = await preview(user, await importFile(user, 'imdb', GLADIADOR));
    expect(titles.map(({ medium }: { medium: { medium_id: number } }) => medium.medium_id)).toEqual(
      named.map(({ id }) => id),
    );
  });

  it('of a table of an unknown service names the columns that were used, and is confirmed like any other', async () => {
    const user = await createUser(prisma);
    const byTitle =
      'Film;Release year;My score;Notes;Date watched\nAlien;1979;90;good;25/12/2020\nHeat;1995;70;;01/02/2021\n';
    const { body } = await upload(app.as(user), undefined, byTitle, 'films.csv').expect(202);
    expect(body.import.columns).toMatchObject([]);
    await deps.services.importWork.run(user.id, body.import.id);
    const first = await preview(user, body.import.id);
    expect(first.import).toMatchObject({ source: 'csv', state: 'ready' });
    expect(first.import.columns).toMatchObject([
      { name: 'film', meaning: 'title' },
      { name: 'release_year', meaning: 'year' },
      { name: 'my_score', meaning: 'rating' },
      { name: 'date_watched', meaning: 'watched_at' },
      { name: 'notes', meaning: 'unused' },
    ]);
    await confirm(user, body.import.id);
    const rated = (await stateOf(user)).ratings.map(({ mediumId, rating }) => [mediumId, rating] as const);
    expect(new Map(rated)).toEqual(
      new Map([
        [alien, 9],
        [heat, 7],
      ]),
    );

    const other = await createUser(prisma);
    const byId = await preview(other, await importFile(other, 'csv', 'imdb_id,watched\ntt0078748,yes\n'));
    expect(byId.import.columns).toMatchObject([
      { name: 'imdb_id', meaning: 'imdb_id' },
      { name: 'watched', meaning: 'statement' },
    ]);
  });

  it('of an archive with two tables names the columns of both', async () => {
    const user = await createUser(prisma);
    const files = {
      'a.csv': strToU8('title,year,rating\nAlien,1979,9\n'),
      'b.csv': strToU8('name,year,stars\nHeat,1995,4\n'),
    };
    const id = await importFile(user, 'csv', Buffer.from(zipSync(files)));
    const columns = (await preview(user, id)).import.columns.map((column: { name: string }) => column.name);
    expect(columns).toEqual(['title', 'year', 'rating', 'name', 'stars']);
  });

  it('can be previewed, confirmed with choices and undone', async () => {
    const user = await createUser(prisma);
    await prisma.userMediumRating.create({
      data: { userId: user.id, mediumId: heat ?? 0, rating: 8, tags: ['slow burn'] },
    });
    const start = await stateOf(user);
    const id = await importFile(user, 'imdb', IMDB);

    const first = await preview(user, id);
    expect(first.import).toMatchObject({ source: 'imdb', state: 'ready', progress: 100, failure: null });
    expect(first.import.counts).toMatchObject({
      entries: 4,
      matched: 2,
      doubtful: 1,
      unmatched: 1,
      ratings_new: 1,
      ratings_kept: 1,
    });
    expect(first.titles[0]).toMatchObject({
      rating: 9,
      rating_change: 'new',
      medium: { medium_id: alien, confidence: 1 },
    });
    const doubtful = (await preview(user, id, 'doubtful')).titles;
    expect(doubtful).toHaveLength(1);
    const ids = doubtful[0].choices.map((choice: { medium_id: number }) => choice.medium_id);
    expect(ids.toSorted()).toEqual([solaris72, solaris02].toSorted());
    expect((await preview(user, id, 'unmatched')).titles).toMatchObject([
      { title: 'A Movie That Is Not Here' },
    ]);
    expect((await preview(user, id, 'changes')).titles).toHaveLength(2);
    expect(await stateOf(user)).toEqual(start);

    await confirm(user, id, [{ id: doubtful[0].id, medium_id: solaris72 }]);
    const after = await stateOf(user);
    expect(after.ratings.map(({ mediumId, rating }) => [mediumId, rating])).toEqual(
      [
        [alien, 9],
        [heat, 8],
        [solaris72, 7],
      ].toSorted(([a = 0], [b = 0]) => a - b),
    );
    expect(after.ratings.find(({ mediumId }) => mediumId === alien)?.updatedAt).toEqual(
      new Date('2020-05-01'),
    );
    const { body } = await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect(body.import).toMatchObject({ state: 'undone' });
    expect(await stateOf(user)).toEqual(start);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
  });

  it('marks a viewed title as seen, offers it for rating, and removes it from Watch Later', async () => {
    const user = await createUser(prisma);
    await app
      .as(user)
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: alien }, to_watch_later: true })
      .expect(201);
    const start = await stateOf(user);
    const recommended = async () => {
      const { body } = await app.as(user).get('/api/v2/media').query({ per_page: 100 }).expect(200);
      return body.media.map((medium: { id: number }) => medium.id);
    };
    const id = await importFile(
      user,
      'netflix',
      'Title,Date\nDark: Season 1: Secrets,3/14/21\nDark: Season 1: Lies,3/15/21\nAlien,12/24/20\n',
    );
    await confirm(user, id);
    const after = await stateOf(user);
    expect(after.ratings).toEqual([]);
    expect(after.seen.map(({ mediumId, seenOn }) => [mediumId, seenOn?.toISOString().slice(0, 10)])).toEqual([
      [alien, '2020-12-24'],
      [dark, '2021-03-15'],
    ]);
    expect(after.lists.flatMap(({ media }) => media)).toEqual([]);
    const { body } = await app.as(user).get('/api/v1/media/to_rate').expect(200);
    expect(body.media.slice(0, 2).map((medium: { id: number }) => medium.id)).toEqual([dark, alien]);
    expect(await recommended()).not.toContain(alien);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect(await stateOf(user)).toEqual(start);
  });

  it('of a history without ratings offers the most played titles first for rating', async () => {
    const user = await createUser(prisma);
    const file = `Title,Date
Heat,5/1/21
"Dark: Season 1: One",1/3/20
"Dark: Season 1: Two",1/2/20
Amélie,1/1/20
`;
    await confirm(user, await importFile(user, 'netflix', file));
    const firstToRate = async () => {
      const { body } = await app.as(user).get('/api/v1/media/to_rate').expect(200);
      return body.media.slice(0, 3).map(({ id }: { id: number }) => id);
    };
    expect(await firstToRate()).toEqual([dark, heat, amelie]);

    const again = file.replace('5/1/21', '6/1/21').replace('Amélie,', 'Heat,');
    const id = await importFile(user, 'netflix', `${again}Heat,1/1/19\n`);
    await confirm(user, id);
    expect(await firstToRate()).toEqual([heat, dark, amelie]);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect(await firstToRate()).toEqual([dark, heat, amelie]);
  });

  it('says what would change by title of the catalogue, however many names a file has for it', async () => {
    const user = await createUser(prisma);
    const id = await importFile(
      user,
      'netflix',
      zipTexts({
        'Ratings.csv':
          'Title Name,Thumbs Value,Event Utc Ts\nAlien,2,2021-01-01\nAlien (1979),2,2021-01-02\n',
        'ViewingActivity.csv': `Title,Start Time
"Dark: One",2021-01-01
"Dark: Two",2021-01-02
"Alien: Season 1: Nothing",2021-01-02
"Alien",2021-01-02
Heat,2021-01-03
`,
      }),
    );
    const { counts } = (await preview(user, id)).import;
    expect(counts).toMatchObject({ ratings_new: 1, ratings_changed: 0, ratings_kept: 0, seen: 3 });
    await confirm(user, id);
    expect((await preview(user, id)).import.counts).toMatchObject({ ratings_new: 1, seen: 3 });
  });

  it('marks a title as seen from two thirds of its runtime on, and says how many views were left out', async () => {
    const user = await createUser(prisma);
    await app
      .as(user)
      .post('/api/v1/user_lists/0/user_list_media')
      .send({ user_list_medium: { medium_id: heat }, to_watch_later: true })
      .expect(201);
    const rows = [
      'Alien,2024-01-01 20:00:00,01:18:00',
      'Heat,2024-01-02 20:00:00,00:03:10',
      'Amélie,2024-01-03 20:00:00,00:40:00',
      'Amélie,2024-01-04 20:00:00,00:50:00',
      'Dark: Season 1: Secrets,2024-01-05 20:00:00,00:02:00',
      'Dark: Season 1: Lies,2024-01-06 20:00:00,00:36:00',
    ];
    const id = await importFile(
      user,
      'netflix',
      `Profile Name,Title,Start Time,Duration\n${rows.map((row) => `ann,${row.replace(/^([^,]+),/, '"$1",')}`).join('\n')}\n`,
    );
    expect((await preview(user, id)).import.counts).toMatchObject({ seen: 3, unfinished: 2 });
    await confirm(user, id);
    const { seen, lists } = await stateOf(user);
    const known = new Map(seen.map(({ mediumId, plays, seenOn }) => [mediumId, [plays, seenOn]]));
    expect(known).toEqual(
      new Map([
        [alien, [1, new Date('2024-01-01')]],
        [amelie, [1, new Date('2024-01-04')]],
        [dark, [1, new Date('2024-01-06')]],
      ]),
    );
    expect(lists.flatMap(({ media }) => media.map(({ mediumId }) => mediumId))).toEqual([heat]);
  });

  it('keeps the views, the last day and the rewatches of a rated title, and counts no view twice', async () => {
    const user = await createUser(prisma);
    const diary = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date';
    const id = await importFile(
      user,
      'letterboxd',
      zipTexts({
        'watched.csv': 'Date,Name,Year,Letterboxd URI\n2026-01-01,Alien,1979,a\n2021-01-01,Heat,1995,b\n',
        'ratings.csv': 'Date,Name,Year,Letterboxd URI,Rating\n2020-01-01,Alien,1979,a,3\n',
        'diary.csv': `${diary}\n2020-01-01,Alien,1979,a,3,,,2019-12-31\n2023-05-05,Alien,1979,a,5,Yes,,2023-05-04\n2024-05-05,Alien,1979,a,,Yes,,2024-05-04\n`,
        'reviews.csv': `Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n2023-05-05,Alien,1979,a,5,Yes,Good,,2023-05-04\n`,
      }),
    );
    await confirm(user, id);
    const { seen, ratings } = await stateOf(user);
    expect(ratings).toMatchObject([{ mediumId: alien, rating: 10 }]);
    const known = new Map(seen.map(({ mediumId, plays, seenOn }) => [mediumId, [plays, seenOn]]));
    expect(known).toEqual(
      new Map([
        [alien, [3, new Date('2024-05-04')]],
        [heat, [1, new Date('2021-01-01')]],
      ]),
    );
  });

  it('appends list entries in the order of the file, and undo removes only these entries', async () => {
    const user = await createUser(prisma);
    const list = await createList(prisma, user, { name: 'Rainy days', media: [{ id: heat ?? 0 }] });
    const start = await stateOf(user);
    const file =
      'Position,Const,Created,Title,Title Type,Year\n1,tt0211915,2020-01-01,Amélie,Movie,2001\n2,tt0113277,,Heat,Movie,1995\n3,tt0078748,,Alien,Movie,1979\n';
    const { body } = await upload(app.as(user), 'imdb', file, 'rainy-days.csv').expect(202);
    await deps.services.importWork.run(user.id, body.import.id);
    await confirm(user, body.import.id);
    const entries = (await stateOf(user)).lists.find(({ id }) => id === list.id)?.media;
    expect(entries?.map(({ mediumId }) => mediumId)).toEqual([heat, amelie, alien]);
    await app.as(user).post(`/api/v1/user/imports/${body.import.id}/undo`).expect(200);
    expect(await stateOf(user)).toEqual(start);
  });

  it('of later ratings alone restores the earlier ones when it is undone', async () => {
    const user = await createUser(prisma);
    const imported = (rating: number, year: number) =>
      importFile(
        user,
        'imdb',
        `Const,Your Rating,Date Rated,Title,Title Type,Year\ntt0078748,${rating},${year}-05-01,Alien,Movie,1979\n`,
      );
    await confirm(user, await imported(9, 2020));
    const before = await stateOf(user);
    const later = await imported(4, 2021);
    await confirm(user, later);
    expect((await stateOf(user)).ratings).toMatchObject([{ rating: 4 }]);
    await app.as(user).post(`/api/v1/user/imports/${later}/undo`).expect(200);
    expect(await stateOf(user)).toEqual(before);
  });

  it('leaves no change when it is undone first, and a later import is undone second', async () => {
    const user = await createUser(prisma);
    const start = await stateOf(user);
    const first = await importFile(user, 'imdb', IMDB);
    await confirm(user, first);
    const second = await importFile(user, 'imdb', IMDB.replace('9,2020-05-01', '4,2022-05-01'));
    await confirm(user, second);
    await app.as(user).post(`/api/v1/user/imports/${first}/undo`).expect(200);
    expect((await stateOf(user)).ratings.find(({ mediumId }) => mediumId === alien)?.rating).toBe(4);
    await app.as(user).post(`/api/v1/user/imports/${second}/undo`).expect(200);
    expect(await stateOf(user)).toEqual(start);
  });

  it('is undone before a later import also when the previous version wrote its journal, without plays', async () => {
    const user = await createUser(prisma);
    const start = await stateOf(user);
    const viewed = (year: number) => importFile(user, 'netflix', `Title,Date\nHeat,5/1/${year}\n`);
    const first = await viewed(20);
    await confirm(user, first);
    await prisma.$executeRaw`
      UPDATE user_import_changes SET after = after - 'plays' WHERE user_id = ${user.id} AND import_id = ${first}`;
    const second = await viewed(21);
    await confirm(user, second);
    for (const id of [first, second]) await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect(await stateOf(user)).toEqual(start);
  });

  it('does not undo a rating that the member changed after the import', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, 'imdb', IMDB);
    await confirm(user, id);
    await app
      .as(user)
      .post(`/api/v1/media/${alien}/user_medium_ratings`)
      .send({ user_medium_rating: { rating: 2 } })
      .expect(200);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(200);
    expect((await stateOf(user)).ratings).toMatchObject([{ mediumId: alien, rating: 2 }]);
  });

  it('finds titles of synced sources by the public ids in table medium_ids', async () => {
    const user = await createUser(prisma);
    const synced = await createMedium(prisma, { title: 'Der Titel', source: 'tmdb', externalId: '4242' });
    await prisma.mediumId.createMany({
      data: [
        { scheme: 'imdb', type: 'movie', value: 'tt4242424', mediumId: synced.id },
        { scheme: 'tmdb', type: 'movie', value: '4242', mediumId: synced.id },
      ],
    });
    const byImdb = await importFile(
      user,
      'imdb',
      IMDB.replace('tt0078748', 'tt4242424').replace('Alien', 'Foo'),
    );
    expect((await preview(user, byImdb)).titles).toContainEqual(
      expect.objectContaining({ medium: expect.objectContaining({ medium_id: synced.id, confidence: 1 }) }),
    );
    const rated = { rating: 8, rated_at: '2020-01-01T00:00:00Z', type: 'movie' };
    const byTmdb = await importFile(
      user,
      'trakt',
      JSON.stringify({ ratings: [{ ...rated, movie: { title: 'Foo', ids: { tmdb: 4242 } } }] }),
    );
    expect((await preview(user, byTmdb)).titles).toMatchObject([{ medium: { medium_id: synced.id } }]);
  });

  it('leaves out the invalid values of a Marquee export', async () => {
    const user = await createUser(prisma);
    const medium = { id: alien, title: 'Alien \ud800', release_year: 1979 };
    const at = { created_at: '9999-12-31T00:00:00Z', updated_at: '9999-12-31T00:00:00Z' };
    const id = await importFile(
      user,
      'marquee',
      JSON.stringify({
        user: {
          ratings: [
            { medium, rating: 9, tags: ['a\u0000b \udfff'], ...at },
            { medium: { ...medium, id: 2 ** 40 }, rating: 9, ...at },
          ],
          seen: [{ medium: { id: heat, title: 'Heat' }, seen_on: 'yesterday', ...at }],
          providers: [{ provider: { name: 'No \u0000 service' } }],
          preferences: [
            { key: 'filter_media_type', value: '\u0000' },
            { key: 'other', value: 'x' },
            { key: 'filter_media_type', value: 'movies' },
          ],
          critical_rating_source: '\u0000',
        },
      }),
    );
    expect((await preview(user, id)).import).toMatchObject({ state: 'ready', counts: { unreadable: 4 } });
    await confirm(user, id);
    const { ratings, seen } = await stateOf(user);
    expect(ratings).toMatchObject([{ mediumId: alien, rating: 9 }]);
    expect(ratings[0]?.updatedAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(seen).toMatchObject([{ mediumId: heat, seenOn: null }]);
    const saved = await prisma.userPreference.findMany({ where: { userId: user.id } });
    expect(saved.map(({ key, value }) => [key, value])).toEqual([['filter_media_type', 'movies']]);
  });

  it('fails with an error message for the member when the file is not an export', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, 'letterboxd', 'this,is\nnot,an export\n');
    const { body } = await app.as(user).get(`/api/v1/user/imports/${id}`).expect(200);
    expect(body.import.state).toBe('failed');
    expect(body.import.failure).toContain('does not look like an export of Letterboxd');
    expect(body.import.failure_code).toBe('unknown_file');
    await app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(422);
    expect(await prisma.userImportPart.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('calls about imports', () => {
  it('return the open import for a repeated upload, and confirm an import only once', async () => {
    const user = await createUser(prisma);
    const id = await importFile(user, 'imdb', IMDB);
    const { body } = await upload(app.as(user), 'imdb', IMDB).expect(202);
    expect(body.import.id).toBe(id);
    await confirm(user, id);
    await confirm(user, id);
    const { body: listed } = await app.as(user).get('/api/v1/user/imports').expect(200);
    expect(listed.imports).toMatchObject([{ id, state: 'applied' }]);
  });

  it('undo an import only once when several calls run at the same time', async () => {
    const user = await createUser(prisma);
    const start = await stateOf(user);
    const id = await importFile(user, 'imdb', IMDB);
    await confirm(user, id);
    const undo = () => app.as(user).post(`/api/v1/user/imports/${id}/undo`);
    const replies = await Promise.all([undo(), undo(), undo()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await undo().expect(200);
    expect(await stateOf(user)).toEqual(start);
  });

  it('accept one of several simultaneous uploads, and return one import for equal files', async () => {
    const user = await createUser(prisma);
    const files = Array.from({ length: 4 }, (_, at) => `${IMDB}\n,5,,File ${at},Movie,`);
    const replies = await Promise.all(files.map((file) => upload(app.as(user), 'imdb', file)));
    const refused = replies.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(3);
    // The second upload is refused while the first one arrives, or when it is being read.
    for (const { status, body } of refused)
      expect([status, body.error]).toBeOneOf([
        [429, 'too_many_requests'],
        [422, 'limit_reached'],
      ]);
    expect(await prisma.userImport.count({ where: { userId: user.id } })).toBe(1);

    const other = await createUser(prisma);
    const first = await upload(app.as(other), 'imdb', IMDB).expect(202);
    const second = await upload(app.as(other), 'imdb', IMDB).expect(202);
    expect(second.body.import.id).toBe(first.body.import.id);
  });

  it('refuse an upload and a confirmation while another import of the user is running', async () => {
    const user = await createUser(prisma);
    const ready = await importFile(user, 'imdb', IMDB);
    const { body: running } = await upload(app.as(user), 'imdb', `${IMDB}\n`).expect(202);
    const confirmReady = () => app.as(user).post(`/api/v1/user/imports/${ready}/confirm`).send({});
    for (const reply of [await upload(app.as(user), 'imdb', `${IMDB}\n\n`), await confirmReady()])
      expect(reply).toMatchObject({ status: 422, body: { error: 'limit_reached' } });
    await deps.services.importWork.run(user.id, running.import.id);
    await confirmReady().expect(202);
  });

  it('refuse an upload when the user has as many open imports as the limit', async () => {
    const user = await createUser(prisma);
    await prisma.userImport.createMany({
      data: Array.from({ length: IMPORTS_OPEN_MAX }, (_, at) => ({
        userId: user.id,
        source: 'imdb',
        state: 'ready',
        sha256: String(at),
        bytes: 1,
      })),
    });
    const { body } = await upload(app.as(user), 'imdb', IMDB).expect(422);
    expect(body.message).toContain(`at most ${IMPORTS_OPEN_MAX} open imports`);
  });

  it('return 404 for an import of another user', async () => {
    const id = await importFile(await createUser(prisma), 'imdb', IMDB);
    const other = app.as(await createUser(prisma));
    await other.get(`/api/v1/user/imports/${id}`).expect(404);
    await other.post(`/api/v1/user/imports/${id}/confirm`).send({}).expect(404);
    await other.post(`/api/v1/user/imports/${id}/undo`).expect(404);
  });

  it('refuse an unknown source, an empty file, and choices of unknown titles', async () => {
    const user = await createUser(prisma);
    await upload(app.as(user), 'myspace', IMDB).expect(422);
    await upload(app.as(user), 'imdb', '').expect(400);
    const id = await importFile(user, 'imdb', IMDB);
    const send = (choices: object[]) =>
      app.as(user).post(`/api/v1/user/imports/${id}/confirm`).send({ choices }).expect(422);
    await send([{ id: 1, medium_id: 2_000_000_000 }]);
    await send([{ id: 999, medium_id: alien }]);
    await app.as(user).post(`/api/v1/user/imports/${id}/undo`).expect(422);
  });

  it('refuse a file over 50 MB', async () => {
    const user = await createUser(prisma);
    const reply = await upload(app.as(user), 'imdb', Buffer.alloc(50 * 2 ** 20 + 1, 'a'));
    expect(reply.status).toBe(413);
    expect(await prisma.userImport.count({ where: { userId: user.id } })).toBe(0);
  });
});
