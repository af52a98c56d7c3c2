import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../test/import-files.ts';
import type { READERS } from './readers.ts';

const json = (value: unknown): string => JSON.stringify(value);
const show = { title: 'Dark', year: 2017, ids: { trakt: 1, imdb: 'tt5753856', tmdb: 70_523 } };
const DARK = 'Dark (2017) series tt5753856 tmdb 70523';

const CASES: [service: string, keyof typeof READERS, Record<string, string> | string, lines: string[]][] = [
  [
    'TV Time (data request)',
    'tv_time',
    {
      'tracking-prod-records-v2.csv':
        'created_at,key,s_id,series_name,s_no,ep_no\n2021-06-30 20:00:00,watch-episode-1,1,Dark,1,2\n2022-06-30 20:00:00,rewatch-episode-1,1,Dark,1,2\n',
      'seen_episode.csv':
        'tv_show_name,episode_season_number,episode_number,created_at\nDark,2,3,2021-07-01 20:00:00\n',
    },
    [
      'Dark series: seen 1.2 @2021-06-30',
      'Dark series: seen 1.2 @2022-06-30',
      'Dark series: seen 2.3 @2021-07-01',
    ],
  ],
  [
    'TV Time (CSV of 2026)',
    'tv_time',
    'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special\n1,,b1,Elite,1,1,2,true,2019-10-04 03:43:42,1,false\n1,,b1,Elite,1,2,3,false,,0,false\n1,,b1,Elite,2,4,5,true,,0,true\n',
    ['Elite series: seen 1.1 @2019-10-04', 'Elite series: seen 0.4'],
  ],
  [
    'TV Time (JSON)',
    'tv_time',
    json([
      {
        id: { tvdb: 1 },
        title: 'Elite',
        status: 'continuing',
        seasons: [
          {
            number: 2,
            episodes: [
              { number: 3, is_watched: true, watched_at: '2025-05-13T00:37:58Z' },
              { number: 4, is_watched: true, watched_at: null },
              { number: 5, is_watched: false, watched_at: null },
            ],
          },
        ],
      },
    ]),
    ['Elite series: seen 2.3 @2025-05-13', 'Elite series: seen 2.4'],
  ],
  [
    'Trakt (history, and the report of watched series)',
    'trakt',
    {
      'watched/history-1.json': json([
        {
          id: 1,
          watched_at: '2021-01-02T03:04:05Z',
          type: 'episode',
          episode: { season: 1, number: 2, title: 'Lies' },
          show,
        },
      ]),
      'watched/watched-shows.json': json([
        {
          plays: 4,
          last_watched_at: '2021-01-02T03:04:05Z',
          show,
          seasons: [
            { number: 1, episodes: [{ number: 2, plays: 3, last_watched_at: '2021-01-02T03:04:05Z' }] },
            { number: 2, episodes: [{ number: 1, plays: 1, last_watched_at: '2021-02-02T03:04:05Z' }] },
          ],
        },
      ]),
    },
    [`${DARK}: seen 1.2 @2021-01-02`, `${DARK}: seen 1.2 @2021-01-02`, `${DARK}: seen 2.1 @2021-02-02`],
  ],
  [
    'Trakt, with a dropped series,',
    'trakt',
    {
      'watched/history-1.json': json([
        { watched_at: '2021-01-02T03:04:05Z', type: 'episode', episode: { season: 1, number: 2 }, show },
      ]),
      'hidden/hidden-dropped.json': json([{ hidden_at: '2021-03-02T03:04:05Z', type: 'show', show }]),
      'hidden/hidden-calendar.json': json([{ hidden_at: '2021-03-02T03:04:05Z', type: 'show', show }]),
    },
    [`${DARK}: seen 1.2 @2021-01-02`, `${DARK}: dropped`],
  ],
  [
    'Simkl (JSON)',
    'simkl',
    json({
      shows: [
        {
          status: 'watching',
          last_watched_at: '2021-02-02T03:04:05Z',
          show: { title: 'Dark', year: 2017, ids: { simkl: 5, imdb: 'tt5753856', tmdb: '70523' } },
          seasons: [
            { number: 1, episodes: [{ number: 1, watched_at: '2021-02-01T03:04:05Z' }, { number: 2 }] },
          ],
        },
      ],
    }),
    [`${DARK}: seen 1.1 @2021-02-01`, `${DARK}: seen 1.2`],
  ],
  [
    'Simkl (CSV, which names the last episode alone)',
    'simkl',
    'SIMKL_ID,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo\n3,,,tt5753856,,tv,Dark,2017,s2e3,watching,2024-04-01,,\n',
    ['Dark (2017) series tt5753856: seen up to 2.3 @2024-04-01'],
  ],
  [
    'Netflix',
    'netflix',
    'Title,Date\n"Dark: Season 2: Beginnings and Endings",6/21/19\n"Dark: Staffel 1: Folge 4",6/13/19\n',
    ['Dark series: seen 2.Beginnings and Endings @2019-06-21', 'Dark series: seen 1.4 @2019-06-13'],
  ],
  [
    'Plex (Tautulli)',
    'plex',
    'date,media_type,grandparent_title,parent_media_index,media_index,title,percent_complete\n2021-01-03,episode,Dark,1,2,Lies,98\n2021-01-04,episode,Dark,1,3,Past,40\n',
    ['Dark series: seen 1.2 @2021-01-03'],
  ],
  [
    'Jellyfin (Reports)',
    'jellyfin',
    'SeriesName,ParentIndexNumber,IndexNumber,Name,ItemType,IsPlayed,LastPlayedDate\nDark,2,5,Lost and Found,Episode,True,2021-01-03\n',
    ['Dark series: seen 2.5 @2021-01-03'],
  ],
  [
    'Emby and Jellyfin (Playback Reporting, without a header)',
    'jellyfin',
    '2021-01-03 20:00:00.0000000\tann\ti1\tEpisode\tDark - s01e02 - Lies\tDirectPlay\tweb\tTV\t3000\n',
    ['ann: Dark series: seen 1.2 @2021-01-03'],
  ],
  [
    'Yamtrack',
    'yamtrack',
    'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress,created_at,progressed_at\n70523,tmdb,episode,Dark,,1,2,,,,,2022-03-06,,,\n',
    ['Dark series tmdb 70523: seen 1.2 @2022-03-06'],
  ],
  [
    'Ryot',
    'ryot',
    json({
      metadata: [
        {
          lot: 'show',
          source: 'tmdb',
          identifier: '70523',
          source_id: 'Dark',
          seen_history: [{ ended_on: '2022-03-06', show_season_number: 1, show_episode_number: 2 }],
        },
      ],
    }),
    ['Dark series tmdb 70523: seen 1.2 @2022-03-06'],
  ],
  [
    'Showly',
    'showly',
    json({
      version: 2,
      platform: 'android',
      createdAt: '2026-01-01T00:00:00Z',
      shows: {
        cH: [{ id: 9, tmId: 70_523, t: 'Dark', a: '2021-01-01T00:00:00Z', u: '' }],
        cW: [{ id: 10, tmId: 1_399, t: 'Elite', a: '2021-01-01T00:00:00Z', u: '' }],
        pEp: [
          { id: 1, sId: 9, stmId: -1, eN: 2, sN: 1, a: '2022-03-06T20:00:00Z' },
          { id: 2, sId: 99, stmId: 500, eN: 1, sN: 1, a: null },
        ],
        pOH: [9],
        rS: [{ id: 9, tmId: 70_523, r: 9, rA: '2022-03-07T00:00:00Z' }],
      },
      movies: { cH: [{ id: 7, tmId: 348, t: 'Alien', a: '2021-01-05T00:00:00Z', u: '' }] },
    }),
    [
      'Dark series tmdb 70523: seen @2021-01-01',
      'Elite series tmdb 1399: watch_later @2021-01-01',
      'Dark series tmdb 70523: seen 1.2 @2022-03-06',
      'TMDB 500 series tmdb 500: seen 1.1',
      'Dark series tmdb 70523: on_hold',
      'Dark series tmdb 70523: 9 @2022-03-07',
      'Alien movie tmdb 348: seen @2021-01-05',
    ],
  ],
  [
    'Showly (version 3, without ids of Trakt)',
    'showly',
    json({
      version: 3,
      platform: 'android',
      createdAt: '2026-01-01T00:00:00Z',
      shows: {
        cH: [{ tmId: 70_523, t: 'Dark', a: '2021-01-01T00:00:00Z', u: '' }],
        pEp: [{ stmId: 70_523, eN: 2, sN: 1, a: '2022-03-06T20:00:00Z' }],
        pOH: [70_523],
      },
      movies: {},
    }),
    [
      'Dark series tmdb 70523: seen @2021-01-01',
      'Dark series tmdb 70523: seen 1.2 @2022-03-06',
      'Dark series tmdb 70523: on_hold',
    ],
  ],
];

describe('an export with episodes', () => {
  it.each(CASES)('of %s keeps season, number and day of each', async (_service, source, files, lines) => {
    expect(await readLines(source, files)).toEqual(lines);
  });

  it('of SeriesGuide or Kodi is read by the names of its values', async () => {
    const seriesGuide = json([
      {
        tmdb_id: 1_396,
        title: 'Breaking Bad',
        rating_user: 9,
        seasons: [
          {
            season: 1,
            episodes: [
              { episode: 1, watched: true, plays: 2 },
              { episode: 2, watched: false },
            ],
          },
        ],
      },
    ]);
    const lines = await readLines('csv', { 'sg-shows-export.json': seriesGuide });
    expect(lines).toContain('Breaking Bad series: seen 1.1');
    expect(lines.filter((line) => line.includes('seen 1.2'))).toEqual([]);
    const kodi =
      '<videodb><tvshow><title>Dark</title><year>2017</year><episodedetails><title>Lies</title><season>1</season><episode>2</episode><playcount>1</playcount><lastplayed>2021-01-03</lastplayed></episodedetails></tvshow></videodb>';
    expect(await readLines('csv', { 'videodb.xml': kodi })).toContain('Dark series: seen 1.2 @2021-01-03');
  });
});
