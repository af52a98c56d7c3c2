import { describe, expect, it } from 'vitest';
import { readReport } from '../report.ts';

const read = (report: object | string, type = 'application/json') =>
  readReport(type, Buffer.from(typeof report === 'string' ? report : JSON.stringify(report)));

const jellyfin = {
  NotificationType: 'UserDataSaved',
  NotificationUsername: 'anna',
  ItemType: 'Movie',
  Name: 'A Quiet Harbor',
  Year: 2019,
  Provider_imdb: 'tt0900001',
  SaveReason: 'TogglePlayed',
  Played: true,
};

const emby = {
  Event: 'item.markunplayed',
  User: { Name: 'anna' },
  Item: { Type: 'Movie', Name: 'A Quiet Harbor', ProviderIds: { IMDB: 'tt0900001', tmdb: 77_001 } },
};

describe('a report of Jellyfin', () => {
  it('of a saved mark is a view or takes one back, of a movie and of a whole series', async () => {
    expect(await read(jellyfin)).toMatchObject({ action: 'seen', hint: { type: 'movie' } });
    expect(await read({ ...jellyfin, Played: false })).toMatchObject({ action: 'unseen' });
    const series = { ...jellyfin, ItemType: 'Series', Name: 'Harbor Nights', Provider_tmdb: '1399' };
    expect(await read(series)).toMatchObject({
      action: 'seen',
      hint: { title: 'Harbor Nights', type: 'series', tmdbId: 1_399 },
    });
    expect(await read({ ...series, Played: false })).toMatchObject({ action: 'unseen' });
  });

  it('of a kind whose name is that of a method names no title', async () => {
    expect(await read({ ...jellyfin, ItemType: 'constructor' })).toMatchObject({ hint: null });
  });

  it('that unmarks one episode says nothing of its series', async () => {
    const episode = { ...jellyfin, ItemType: 'Episode', SeriesName: 'Harbor Nights', Played: false };
    expect(await read(episode)).toMatchObject({ action: 'none' });
  });

  it('may have numbers for texts, texts for numbers, and null for what it does not know', async () => {
    const report = {
      ...jellyfin,
      Provider_tmdb: 77_001,
      Provider_imdb: null,
      Year: '2019',
      SeriesName: null,
    };
    expect(await read(report)).toMatchObject({ hint: { tmdbId: 77_001, imdbId: null, year: 2019 } });
  });

  it('of the plugin "Webhooks" names the series beside its episode', async () => {
    const report = {
      Event: 'Scrobble',
      User: { Name: 'anna' },
      Item: { Type: 'Episode', Name: 'The Ferry', SeriesName: 'Harbor Nights', ProviderIds: { Tmdb: '5' } },
      Series: { Name: 'Harbor Nights', ProductionYear: 2021, ProviderIds: { Tvdb: '78901', Tmdb: '1399' } },
      Server: { Name: 'Attic' },
    };
    expect(await read(report)).toMatchObject({
      server: 'Attic',
      action: 'seen',
      hint: { title: 'Harbor Nights', year: 2021, type: 'series', tmdbId: 1_399, tvdbId: 78_901 },
    });
    expect(await read({ ...report, Event: 'MarkUnplayed' })).toMatchObject({ action: 'none' });
    expect(await read({ ...report, Event: 'Pause' })).toMatchObject({ action: 'none' });
  });
});

describe('a report of Emby', () => {
  it('has its ids in any case, and takes a mark back', async () => {
    expect(await read(emby)).toMatchObject({
      action: 'unseen',
      hint: { imdbId: 'tt0900001', tmdbId: 77_001 },
    });
  });
});

describe('a report of Plex', () => {
  const rated = {
    event: 'media.rate',
    rating: 8,
    Account: { title: 'anna' },
    Server: { title: 'Home' },
    Metadata: { type: 'show', title: 'Harbor Nights', originalTitle: 'Hafennächte', userRating: 7 },
  };

  it('of stars is a rating of a movie or a whole series', async () => {
    expect(await read(rated)).toMatchObject({
      action: 'rated',
      rating: 8,
      hint: { type: 'series', originalTitle: 'Hafennächte' },
    });
    expect(await read({ ...rated, rating: -1 })).toMatchObject({ action: 'none' });
    const episode = { ...rated.Metadata, type: 'episode', grandparentTitle: 'Harbor Nights' };
    expect(await read({ ...rated, Metadata: episode })).toMatchObject({ action: 'none', rating: null });
  });

  it('of an episode has the TheTVDB id of its series where an old agent wrote it', async () => {
    const Metadata = {
      type: 'episode',
      title: 'The Ferry',
      grandparentTitle: 'Harbor Nights',
      guid: 'com.plexapp.agents.thetvdb://78901/1/2?lang=en',
    };
    expect(await read({ ...rated, event: 'media.scrobble', Metadata })).toMatchObject({
      hint: { title: 'Harbor Nights', tvdbId: 78_901, tmdbId: null },
    });
  });
});

describe('a report of Kodi', () => {
  it('has no account, and says that the player reached the end', async () => {
    const item = { type: 'movie', title: 'A Quiet Harbor', year: 2019, uniqueid: { imdb: 'tt0900001' } };
    const report = { jsonrpc: '2.0', method: 'Player.OnStop', params: { data: { item, end: true } } };
    expect(await read(report)).toMatchObject({
      server: 'Kodi',
      accountName: null,
      action: 'seen',
      hint: { title: 'A Quiet Harbor', imdbId: 'tt0900001' },
    });
    expect(await read({ ...report, params: { data: { item, end: false } } })).toMatchObject({
      action: 'none',
    });
  });

  it('of its library counts plays, and takes a movie back at none', async () => {
    const data = { item: { type: 'movie', title: 'A Quiet Harbor' }, playcount: 1 };
    expect(await read({ method: 'VideoLibrary.OnUpdate', data })).toMatchObject({ action: 'seen' });
    expect(await read({ method: 'VideoLibrary.OnUpdate', data: { ...data, playcount: 0 } })).toMatchObject({
      action: 'unseen',
    });
  });

  it('of an add-on may have nothing but an id', async () => {
    expect(await read({ uniqueIds: { tmdbId: 77_001 } })).toMatchObject({
      accountName: null,
      title: null,
      action: 'seen',
      hint: { type: 'movie', tmdbId: 77_001 },
    });
  });
});

describe('a template', () => {
  const tautulli = {
    action: 'watched',
    user: 'anna',
    media_type: 'episode',
    title: 'Harbor Nights - The Ferry',
    show_name: 'Harbor Nights',
    year: '2021',
    tmdb_id: '5',
    thetvdb_id: '78901',
    imdb_id: '',
  };

  it('of Tautulli marks a series by its long ids, and never by an id that may be the episode’s', async () => {
    expect(await read(tautulli)).toMatchObject({
      accountName: 'anna',
      title: 'Harbor Nights',
      action: 'seen',
      hint: { title: 'Harbor Nights', type: 'series', year: null, tmdbId: null, tvdbId: 78_901 },
    });
    expect(await read({ ...tautulli, action: 'play' })).toMatchObject({ action: 'none' });
    expect(await read({ ...tautulli, action: 'stop', progress_percent: '93' })).toMatchObject({
      action: 'seen',
    });
    expect(await read({ ...tautulli, action: 'stop', progress_percent: '12' })).toMatchObject({
      action: 'none',
    });
  });

  it('without an event marks nothing, unless another field says that the title was watched', async () => {
    const { action: _, ...rest } = tautulli;
    expect(await read(rest)).toMatchObject({ action: 'none' });
    expect(await read({ ...rest, watched: 'true' })).toMatchObject({ action: 'seen' });
  });

  it('of n8n wraps the report, alone in a list or under `body`', async () => {
    expect(await read([{ json: tautulli }])).toMatchObject({ hint: { title: 'Harbor Nights' } });
    expect(await read({ headers: {}, body: tautulli })).toMatchObject({ hint: { title: 'Harbor Nights' } });
    expect(await read({ body: JSON.stringify(jellyfin) })).toMatchObject({ hint: { year: 2019 } });
  });

  it('whose account is empty is not a report without accounts', async () => {
    expect(await read({ ...tautulli, user: '' })).toMatchObject({ accountName: '' });
  });

  it('is read from urlencoded pairs, from a form, and behind a byte order mark', async () => {
    const pairs = new URLSearchParams(tautulli);
    const expected = { accountName: 'anna', hint: { title: 'Harbor Nights' } };
    expect(await read(String(pairs), 'application/x-www-form-urlencoded')).toMatchObject(expected);
    expect(await read(String(pairs), 'text/plain')).toMatchObject(expected);
    expect(await read(`payload=${encodeURIComponent(JSON.stringify(tautulli))}`, 'x/y')).toMatchObject(
      expected,
    );
    expect(await read(`\ufeff${JSON.stringify(tautulli)}`)).toMatchObject(expected);
    const wide = Buffer.from(`\ufeff${JSON.stringify(tautulli)}`, 'utf16le');
    expect(await readReport('application/json', wide)).toMatchObject(expected);
  });
});

describe('what is no title', () => {
  const plex = {
    event: 'media.scrobble',
    Account: { title: 'anna' },
    Metadata: { type: 'movie', title: 'It', year: 2017, guid: 'plex://movie/5d77' },
  };
  const plexOf = (part: object) => ({ ...plex, Metadata: { ...plex.Metadata, ...part } });

  it.each([
    ['a trailer of Plex', plexOf({ extraType: 1 })],
    ['a home video of Plex that its sources do not know', plexOf({ guid: 'local://123' })],
    ['a home video of Plex without an agent', plexOf({ guid: 'com.plexapp.agents.none://123?lang=xn' })],
    ['a video of a library of home videos', plexOf({ librarySectionTitle: 'Home Videos' })],
    ['an extra of Jellyfin', { ...jellyfin, ExtraType: 'BehindTheScenes' }],
    ['a video of Jellyfin', { ...jellyfin, ItemType: 'Video' }],
    ['an extra of Emby', { ...emby, Item: { ...emby.Item, ExtraType: 'Trailer' } }],
  ])('such as %s is neither a movie nor a series', async (_, report) => {
    expect(await read(report)).toMatchObject({ hint: null });
  });

  it('is known by the length, which a report names', async () => {
    expect(await read(plexOf({ duration: 120_000 }))).toMatchObject({ minutes: 2 });
    expect(await read({ ...jellyfin, RunTimeTicks: 72_000_000_000 })).toMatchObject({ minutes: 120 });
    expect(await read({ ...emby, Item: { ...emby.Item, RunTimeTicks: 600_000_000 } })).toMatchObject({
      minutes: 1,
    });
    expect(await read(plex)).toMatchObject({ minutes: null, hint: { title: 'It' } });
  });
});

describe('a nested body', () => {
  const user = { username: 'anna', name: 'Anna Berg', ids: { slug: 'anna-b' } };

  it('of a tracker names its account, and its movie in an object', async () => {
    const movie = { title: 'A Quiet Harbor', year: 2019, ids: { trakt: 1, imdb: 'tt0900001', tmdb: 77_001 } };
    expect(await read({ action: 'scrobble', progress: 95, user, movie })).toMatchObject({
      accountName: 'anna',
      action: 'seen',
      hint: { title: 'A Quiet Harbor', year: 2019, type: 'movie', imdbId: 'tt0900001', tmdbId: 77_001 },
    });
  });

  it('of a tracker names the series of an episode', async () => {
    const show = { title: 'Harbor Nights', year: 2020, ids: { tvdb: 78_901 } };
    const episode = { season: 1, number: 2, title: 'The Ferry', ids: { tvdb: 5 } };
    expect(await read({ action: 'scrobble', user, show, episode })).toMatchObject({
      accountName: 'anna',
      hint: { title: 'Harbor Nights', year: 2020, type: 'series', tvdbId: 78_901 },
    });
  });
});

it('texts that a template has escaped are read as they were meant', async () => {
  const report = { ...jellyfin, Name: 'Fast &amp; Furious', NotificationUsername: 'anna &#x27;B&#39; &lt;3' };
  expect(await read(report)).toMatchObject({ accountName: "anna 'B' <3", hint: { title: 'Fast & Furious' } });
  expect(await read({ ...jellyfin, Name: 'AT&T &notes' })).toMatchObject({ hint: { title: 'AT&T &notes' } });
});

describe('text that PostgreSQL cannot store', () => {
  it.each(['\u0000', '\ud800'])('makes a report one that is not read', async (character) => {
    expect(await read({ ...jellyfin, Name: `A Quiet Harbor${character}` })).toBeNull();
    expect(await read({ ...jellyfin, NotificationUsername: `anna${character}` })).toBeNull();
  });
});

describe('the numbers of an episode', () => {
  const title = { type: 'episode', title: 'The Ferry' };
  it.each([
    [
      'Plex',
      {
        event: 'media.scrobble',
        Metadata: { ...title, grandparentTitle: 'Harbor', parentIndex: 2, index: 5 },
      },
      'seen',
    ],
    [
      'Jellyfin',
      {
        ...jellyfin,
        ItemType: 'Episode',
        SeriesName: 'Harbor',
        SeasonNumber: 2,
        EpisodeNumber: '5',
        Played: false,
      },
      'unseen',
    ],
    [
      'Emby',
      {
        ...emby,
        Item: {
          Type: 'Episode',
          Name: 'The Ferry',
          SeriesName: 'Harbor',
          ParentIndexNumber: 2,
          IndexNumber: 5,
        },
      },
      'unseen',
    ],
    [
      'Kodi',
      {
        method: 'VideoLibrary.OnUpdate',
        params: {
          data: {
            item: { type: 'episode', title: 'The Ferry', showtitle: 'Harbor', season: 2, episode: 5 },
            playcount: 0,
          },
        },
      },
      'unseen',
    ],
    ['a template', { event: 'watched', show_name: 'Harbor', season_num: '2', episode_num: '5' }, 'seen'],
    [
      'a tracker',
      { event: 'scrobble', show: { title: 'Harbor' }, episode: { season: 2, number: 5 } },
      'seen',
    ],
  ])('are read in a report of %s', async (_server, report, action) => {
    expect(await read(report)).toMatchObject({ action, episode: { season: 2, episode: 5 } });
  });

  it('that are none leave the report with its series', async () => {
    const Metadata = { ...title, grandparentTitle: 'Harbor', parentIndex: 2, index: 0 };
    expect(await read({ event: 'media.scrobble', Metadata })).toMatchObject({
      action: 'seen',
      episode: null,
    });
  });
});
