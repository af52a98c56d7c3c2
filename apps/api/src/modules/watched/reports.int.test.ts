import { WATCH_REPORTS_MAX } from '@marquee/contracts';
import { dayIn } from '@marquee/contracts/days';
import type { Medium, User } from '@marquee/prisma';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { createMedium, createUser, unique } from '../../../test/factories.ts';

const { deps, prisma, as, visitor } = await startApp();

let movie: Medium;
let series: Medium;
let american: Medium;
let british: Medium;
const remade = unique('Charmed ');
const cards = unique('House of Cards ');

beforeAll(async () => {
  [movie, series, american, british] = await Promise.all([
    createMedium(prisma, { title: unique('Harbor '), releaseYear: 2019 }),
    createMedium(prisma, { title: unique('Harbor nights '), type: 'series' }),
    createMedium(prisma, { title: cards, type: 'series', releaseYear: 2013, countries: ['US'] }),
    createMedium(prisma, { title: cards, type: 'series', releaseYear: 1990, countries: ['GB'] }),
    createMedium(prisma, { title: remade, type: 'series', releaseYear: 2018 }),
  ]);
  await prisma.mediumId.create({
    data: { scheme: 'tvdb', type: 'series', value: '78901', mediumId: series.id },
  });
  await deps.inMemory.refresh();
});

const played = (part: object = {}) => ({
  NotificationType: 'UserDataSaved',
  NotificationUsername: 'anna',
  ServerName: 'Attic',
  ItemType: 'Movie',
  Name: movie.title,
  Year: 2019,
  SaveReason: 'TogglePlayed',
  Played: true,
  ...part,
});
const episodeOf = (SeriesName: string, part: object = {}) =>
  played({
    NotificationType: 'PlaybackStop',
    ItemType: 'Episode',
    SeriesName,
    Year: null,
    PlayedToCompletion: true,
    ...part,
  });

async function createHook(user: User): Promise<string> {
  const { body } = await as(user).post('/api/v1/watch_hook').send({ account_name: 'anna' }).expect(201);
  return new URL(body.url).pathname;
}

async function createHooked() {
  const user = await createUser(prisma);
  const path = await createHook(user);
  const send = (report: object) => visitor.post(path).send(report).expect(204);
  return { user, path, send };
}

async function listReports(user: User) {
  const { body } = await as(user).get('/api/v1/watch_hook/reports').expect(200);
  return body.reports;
}

const listSeen = async ({ id: userId }: User) =>
  (await prisma.userMediumSeen.findMany({ where: { userId } })).map(({ mediumId }) => mediumId);

describe('the list of reports', () => {
  it('knows an extra of two minutes from the movie of the same name', async () => {
    const { user, send } = await createHooked();
    const medium = await createMedium(prisma, { releaseYear: 2017, runtimeMinutes: 135 });
    const report = (minutes: number) =>
      played({ Name: medium.title, Year: 2017, RunTimeTicks: minutes * 600_000_000 });
    await send(report(2));
    expect(await listSeen(user)).toEqual([]);
    await send(report(133));
    expect(await listSeen(user)).toEqual([medium.id]);
    const reports = await listReports(user);
    expect(reports.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['marked', 'unknown_title']);
  });

  it('says of each what became of it, the last one first', async () => {
    const { user, path, send } = await createHooked();
    await send(played());
    await send(played());
    await send(played({ Name: 'Nobody made this' }));
    await send(played({ SaveReason: 'PlaybackStart' }));
    await send(played({ NotificationUsername: 'kid' }));
    await send({ something: 'else' });
    await visitor.post(path).set('content-type', 'text/html').send('<p>').expect(400);
    await send(played({ Played: false }));
    const reports = await listReports(user);
    expect(reports.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'unmarked',
      'unread',
      'unread',
      'other_account',
      'not_finished',
      'unknown_title',
      'seen_already',
      'marked',
    ]);
    expect(reports.at(-1)).toEqual({
      received_at: expect.any(String),
      server: 'Attic',
      account_name: 'anna',
      title: movie.title,
      outcome: 'marked',
      medium: expect.objectContaining({ id: movie.id }),
    });
    expect(reports[3]).toMatchObject({ account_name: 'kid', title: null, medium: null });
    expect(await listSeen(user)).toEqual([]);
  });

  it('keeps the last fifty, also when many arrive at the same time, and only for their user', async () => {
    const [{ user, send }, stranger] = await Promise.all([createHooked(), createUser(prisma)]);
    await Promise.all(Array.from({ length: WATCH_REPORTS_MAX + 5 }, () => send(played({ Played: null }))));
    await send(played());
    const { body } = await as(user).get('/api/v1/watch_hook/reports?per_page=100').expect(200);
    expect(body.pagination.total_count).toBe(WATCH_REPORTS_MAX);
    expect(body.reports[0].outcome).toBe('marked');
    expect(await listReports(stranger)).toEqual([]);
  });

  it('is of the account whatever its spaces and invisible characters are', async () => {
    const user = await createUser(prisma);
    const account_name = 'Anna\u00a0Ma\u00adria';
    const { body } = await as(user).post('/api/v1/watch_hook').send({ account_name }).expect(201);
    const report = played({ NotificationUsername: account_name });
    await visitor.post(new URL(body.url).pathname).send(report).expect(204);
    expect(await listReports(user)).toMatchObject([{ outcome: 'marked' }]);
  });

  it('is in the export, and goes with the account', async () => {
    const { user, send } = await createHooked();
    await send(played());
    await send(played({ NotificationUsername: 'kid' }));
    const { body } = await as(user).get('/api/v1/user/export').expect(200);
    expect(body.user.watch_reports).toMatchObject([
      { outcome: 'other_account', title: null, medium: null },
      { outcome: 'marked', medium: { id: movie.id } },
    ]);
    await prisma.user.delete({ where: { id: user.id } });
    expect(await prisma.watchReport.count({ where: { userId: user.id } })).toBe(0);
  });

  it('has a report whose text cannot be stored as one that was not read', async () => {
    const { user, send } = await createHooked();
    await send(played({ Name: 'A\u0000B' }));
    await send(played({ NotificationUsername: '\ud800' }));
    expect(await listReports(user)).toMatchObject([
      { outcome: 'unread', title: null },
      { outcome: 'unread', title: null },
    ]);
  });
});

describe('a mark that the server takes back', () => {
  it('goes, of a movie and of a whole series, and comes again on the same day', async () => {
    const { user, send } = await createHooked();
    const whole = { ItemType: 'Series', Name: series.title, Year: null };
    await send(played());
    await send(episodeOf(series.title));
    await send(played({ Played: false }));
    await send(played({ ...whole, Played: false }));
    expect(await listSeen(user)).toEqual([]);
    await send(played({ ...whole }));
    expect(await listSeen(user)).toEqual([series.id]);
  });

  it('stays when one episode is unmarked, and when the user or an import made it', async () => {
    const { user, send } = await createHooked();
    await prisma.userMediumSeen.create({ data: { userId: user.id, mediumId: movie.id } });
    await send(episodeOf(series.title));
    await send(played({ ItemType: 'Episode', SeriesName: series.title, Played: false }));
    await send(played({ Played: false }));
    expect((await listSeen(user)).sort()).toEqual([movie.id, series.id].sort());
    expect(await listReports(user)).toMatchObject([
      { outcome: 'not_finished' },
      { outcome: 'not_finished' },
      { outcome: 'marked' },
    ]);
  });
});

describe('the accounts of a member', () => {
  it('are one to five, on several servers, and keep the address', async () => {
    const { user, send } = await createHooked();
    const { body } = await as(user)
      .patch('/api/v1/watch_hook')
      .send({ account_names: ['Anna', 'anna ', 'Anna B'] })
      .expect(200);
    expect(body.watch_hook).toMatchObject({
      account_name: 'Anna',
      account_names: ['Anna', 'Anna B'],
      take_ratings: false,
    });
    await send(played({ NotificationUsername: 'anna b' }));
    expect(await listSeen(user)).toEqual([movie.id]);
    for (const account_names of [[], ['1', '2', '3', '4', '5', '6'], ['']])
      await as(user).patch('/api/v1/watch_hook').send({ account_names }).expect(422);
    await as(await createUser(prisma))
      .patch('/api/v1/watch_hook')
      .send({ take_ratings: true })
      .expect(404);
  });

  it('count where the report has no account, and not where it names none', async () => {
    const { user, send } = await createHooked();
    await send(played({ NotificationUsername: '' }));
    expect(await listSeen(user)).toEqual([]);
    const item = { type: 'movie', title: movie.title, year: 2019 };
    await send({ method: 'Player.OnStop', data: { item, end: true } });
    expect(await listSeen(user)).toEqual([movie.id]);
  });
});

it('a rating of Plex is a rating when the member switched that on', async () => {
  const { user, send } = await createHooked();
  const rated = {
    event: 'media.rate',
    rating: 8,
    Account: { title: 'anna' },
    Metadata: { type: 'movie', title: movie.title, year: 2019 },
  };
  await send(rated);
  const where = { userId: user.id };
  expect(await prisma.userMediumRating.findMany({ where })).toEqual([]);
  await as(user).patch('/api/v1/watch_hook').send({ take_ratings: true }).expect(200);
  await send(rated);
  await send({ ...rated, rating: 6 });
  expect(await prisma.userMediumRating.findMany({ where })).toMatchObject([
    { mediumId: movie.id, rating: 6 },
  ]);
  expect(await listReports(user)).toMatchObject([
    { outcome: 'rated', medium: { rating: 6 } },
    { outcome: 'rated' },
    { outcome: 'not_finished' },
  ]);
});

describe('the title of a report', () => {
  it('is chosen by the country in its name', async () => {
    const { user, send } = await createHooked();
    await send(episodeOf(`${cards} (US)`));
    expect(await listSeen(user)).toEqual([american.id]);
    await send(episodeOf(`${cards} (UK)`));
    expect(await listSeen(user)).toContain(british.id);
  });

  it('is chosen by the year in its name, and never one of another year', async () => {
    const { user, send } = await createHooked();
    await send(episodeOf(`${cards} (1990)`));
    expect(await listSeen(user)).toEqual([british.id]);
    await send(episodeOf(`${remade} (1998)`));
    await send(episodeOf(`${remade} (2017)`));
    expect(await listReports(user)).toMatchObject([
      { outcome: 'unknown_title' },
      { outcome: 'unknown_title' },
      { outcome: 'marked' },
    ]);
  });

  it('is that of the id of the series, whatever its name, and of its original title', async () => {
    const { user, send } = await createHooked();
    await send({ event: 'watched', user: 'anna', show_name: 'Something else', thetvdb_id: 78901 });
    expect(await listSeen(user)).toEqual([series.id]);
    await send(played({ Name: 'Ein anderer Name', OriginalTitle: movie.title }));
    expect(await listSeen(user)).toContain(movie.id);
  });
});

it('a view belongs to the day in the time zone of the member', async () => {
  const { user, send } = await createHooked();
  await as(user)
    .put('/api/v1/user')
    .send({ user: { time_zone: 'Pacific/Kiritimati' } })
    .expect(200);
  await send(played());
  const [view] = await prisma.userMediumSeen.findMany({ where: { userId: user.id } });
  expect(view?.seenOn?.toISOString().slice(0, 10)).toBe(dayIn('Pacific/Kiritimati', new Date()));
});

describe('a report of an episode with its numbers', () => {
  const numbered = (episode: number, part: object = {}) =>
    episodeOf(series.title, { SeasonNumber: 1, EpisodeNumber: episode, ...part });
  const unmarked = { NotificationType: 'UserDataSaved', Played: false };
  const episodesOf = async ({ id: userId }: User) =>
    (
      await prisma.userEpisode.findMany({
        where: { userId },
        orderBy: [{ season: 'asc' }, { episode: 'asc' }],
      })
    ).map(({ season, episode, plays, days }) => [season, episode, plays, days.length]);

  it('marks that episode once a day, and not its series', async () => {
    const { user, send } = await createHooked();
    await Promise.all([send(numbered(1)), send(numbered(1)), send(numbered(2))]);
    expect(await episodesOf(user)).toEqual([
      [1, 1, 1, 1],
      [1, 2, 1, 1],
    ]);
    expect(await listSeen(user)).toEqual([]);
    const reports = await listReports(user);
    expect(reports.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
      'marked',
      'marked',
      'seen_already',
    ]);
  });

  it('unmarks that episode alone, and all of a series that is unmarked as a whole', async () => {
    const { user, send } = await createHooked();
    await prisma.userEpisode.create({
      data: { userId: user.id, mediumId: series.id, season: 1, episode: 3 },
    });
    for (const episode of [1, 2, 3, 4]) await send(numbered(episode));
    expect(await episodesOf(user)).toHaveLength(4);
    await send(numbered(2, unmarked));
    await send(numbered(3, unmarked));
    expect(await episodesOf(user)).toEqual([
      [1, 1, 1, 1],
      [1, 3, 1, 0],
      [1, 4, 1, 1],
    ]);
    await send(numbered(2));
    await send(played({ ItemType: 'Series', Name: series.title, Year: null, Played: false }));
    expect(await episodesOf(user)).toEqual([[1, 3, 1, 0]]);
  });

  it('is an event that the user takes back, and that does not come again on the same day', async () => {
    const { user, send } = await createHooked();
    await send(numbered(1));
    await send(numbered(2));
    const events = () => as(user).get('/api/v1/watch_hook/events').expect(200);
    const { body } = await events();
    expect(body.events.map(({ episode }: { episode: object }) => episode)).toEqual([
      { season: 1, episode: 2 },
      { season: 1, episode: 1 },
    ]);
    const [last] = body.events;
    await as(user).post(`/api/v1/watch_hook/events/${last.id}/undo`).expect(200);
    await as(user).post(`/api/v1/watch_hook/events/${last.id}/undo`).expect(200);
    await send(numbered(2));
    expect(await episodesOf(user)).toEqual([[1, 1, 1, 1]]);
  });
});
