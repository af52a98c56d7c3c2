import { describe, expect, it } from 'vitest';
import { readReport } from './report.ts';

const readJson = (report: object, type = 'application/json') =>
  readReport(type, Buffer.from(JSON.stringify(report)));

const actionOf = async (report: object) => (await readJson(report))?.action;

async function readForm(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Response(form);
  return readReport(request.headers.get('content-type') ?? '', Buffer.from(await request.arrayBuffer()));
}

const plexMovie = {
  event: 'media.scrobble',
  user: true,
  owner: true,
  Account: { id: 1, title: 'anna' },
  Server: { title: 'Home' },
  Metadata: {
    librarySectionType: 'movie',
    type: 'movie',
    title: 'A Quiet Harbor',
    year: 2019,
    guid: 'plex://movie/5d77',
    Guid: [{ id: 'imdb://tt0900001' }, { id: 'tmdb://77001' }, { id: 'tvdb://5' }],
  },
};
const plexEpisode = {
  ...plexMovie,
  Metadata: {
    type: 'episode',
    title: 'The Ferry',
    grandparentTitle: 'Harbor Nights',
    year: 2021,
    guid: 'plex://episode/61a7',
    Guid: [{ id: 'imdb://tt0900002' }, { id: 'tmdb://77002' }],
  },
};
const jellyfinEpisode = {
  NotificationType: 'PlaybackStop',
  NotificationUsername: 'anna',
  ItemType: 'Episode',
  Name: 'The Ferry',
  SeriesName: 'Harbor Nights',
  Year: 2020,
  Provider_tmdb: '77002',
  PlaybackPositionTicks: 1_000,
  RunTimeTicks: 10_000,
  PlayedToCompletion: true,
};
const embyMovie = {
  Title: 'anna has finished playing A Quiet Harbor on Chrome',
  Event: 'playback.stop',
  User: { Name: 'anna', Id: '1' },
  Item: {
    Name: 'A Quiet Harbor',
    Type: 'Movie',
    ProductionYear: 2019,
    RunTimeTicks: 10_000,
    ProviderIds: { Imdb: 'tt0900001', Tmdb: '77001' },
  },
  PlaybackInfo: { PositionTicks: 9_000, PlayedToCompletion: false },
};
const movieHint = { title: 'A Quiet Harbor', year: 2019, type: 'movie', imdbId: 'tt0900001', tmdbId: 77_001 };

describe('readReport', () => {
  it("reads a movie from Plex's form, and drops the thumbnail", async () => {
    const thumb = new Blob([new Uint8Array(50_000)], { type: 'image/jpeg' });
    expect(await readForm({ payload: JSON.stringify(plexMovie), thumb })).toMatchObject({
      accountName: 'anna',
      hint: movieHint,
    });
  });

  it('reads a movie from the JSON and from the form of Emby', async () => {
    const expected = { accountName: 'anna', hint: movieHint };
    expect(await readJson(embyMovie)).toMatchObject(expected);
    expect(await readForm({ data: JSON.stringify(embyMovie) })).toMatchObject(expected);
  });

  it('finds the series of an episode by its name, because the ids are those of the episode', async () => {
    const series = { title: 'Harbor Nights', type: 'series', imdbId: null, tmdbId: null };
    expect(await readForm({ payload: JSON.stringify(plexEpisode) })).toMatchObject({
      hint: { ...series, year: null },
    });
    expect(await readJson(jellyfinEpisode)).toMatchObject({ hint: { ...series, year: 2020 } });
  });

  it("finds the series of an episode by the series' own id where an old agent of Plex sends it", async () => {
    const Metadata = { ...plexEpisode.Metadata, guid: 'com.plexapp.agents.themoviedb://1399/1/2?lang=en' };
    expect(await readJson({ ...plexEpisode, Metadata })).toMatchObject({
      hint: { title: 'Harbor Nights', type: 'series', tmdbId: 1_399 },
    });
  });

  it("reads Jellyfin's JSON, which has the content type text/plain and may write truth as text", async () => {
    const report = { ...jellyfinEpisode, PlayedToCompletion: 'True', Year: '2020' };
    expect(await readJson(report, 'text/plain; charset=utf-8')).toMatchObject({
      hint: { title: 'Harbor Nights', year: 2020 },
    });
  });

  it('counts a view from nine tenths on, and a title that was marked as played by hand', async () => {
    const stopped = { ...jellyfinEpisode, PlayedToCompletion: false };
    expect(await actionOf({ ...stopped, PlaybackPositionTicks: 8_900 })).toBe('none');
    expect(await actionOf({ ...stopped, PlaybackPositionTicks: 9_000 })).toBe('seen');
    const saved = { ...stopped, NotificationType: 'UserDataSaved', Played: true };
    expect(await actionOf({ ...saved, SaveReason: 'TogglePlayed' })).toBe('seen');
    expect(await actionOf({ ...saved, SaveReason: 'Import' })).toBe('none');
    const paused = { ...embyMovie, PlaybackInfo: { PositionTicks: 100, PlayedToCompletion: false } };
    expect(await actionOf(paused)).toBe('none');
    expect(await actionOf({ ...paused, Event: 'item.markplayed' })).toBe('seen');
  });

  it('takes a report of something else for no view', async () => {
    expect(await actionOf({ ...plexMovie, event: 'media.pause' })).toBe('none');
    const song = await readJson({ ...plexMovie, Metadata: { ...plexMovie.Metadata, type: 'track' } });
    expect(song?.hint).toBeNull();
    expect(await actionOf({ NotificationType: 'ItemAdded' })).toBe('none');
    expect(await readJson({})).toBeNull();
    expect(await readForm({ thumb: '1' })).toBeNull();
  });

  it('drops an id that is none', async () => {
    const Metadata = { ...plexMovie.Metadata, Guid: [{ id: "imdb://tt1' OR 1" }, { id: 'tmdb://-1' }] };
    expect(await readJson({ ...plexMovie, Metadata })).toMatchObject({
      hint: { imdbId: null, tmdbId: null },
    });
  });

  it.each([
    ['text that is no JSON', 'application/json', 'media.scrobble'],
    ['a list', 'application/json', '[]'],
    ['a deep body', 'application/json', `{"event":${'['.repeat(200_000)}`],
    ['a wide body', 'application/json', `{${'"a":1,'.repeat(100_000)}"b":1}`],
    ['nothing', '', ''],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    [
      'a form that ends within its picture',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="thumb"; filename="a.jpg"\r\n\r\nabcdef',
    ],
    [
      'a form of many pictures',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="thumb"; filename="a.jpg"\r\n\r\nabcdef\r\n'.repeat(5_000),
    ],
    ['a form that ends early', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data'],
    ['pairs without end', 'application/x-www-form-urlencoded', 'a=1&'.repeat(200_000)],
  ])('refuses %s', async (_what, type, body) => {
    await expect(readReport(type, Buffer.from(body))).rejects.toMatchObject({ code: 'bad_request' });
  });
});
