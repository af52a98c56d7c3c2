import { describe, expect, it } from 'vitest';
import { archiveOf, readLines } from '../../../../test/import-files.ts';
import type { READERS } from './readers.ts';
import { recognize } from './recognize.ts';

type Source = keyof typeof READERS;
type Case = [source: Source, what: string, files: Record<string, string> | string, lines: string[]];

const YAMTRACK =
  'media_id,source,media_type,title,image,season_number,episode_number,score,status,notes,start_date,end_date,progress,created_at,progressed_at\n';
const MOVARY = 'title,year,tmdbId,imdbId';

const CASES: Case[] = [
  [
    'yamtrack',
    'scores, plans, views of movies and of parts of series, and no games',
    `${YAMTRACK}348,tmdb,movie,Alien,,,,8.5,Completed,,,2020-05-01 20:00:00+00:00,1,,
949,tmdb,movie,Heat,,,,,Planning,,,,,2021-01-02 10:00:00+00:00,
70523,tmdb,tv,Dark,,,,9.0,In progress,,,,3,2022-03-04 10:00:00+00:00,
70523,tmdb,season,Dark,,1,,10,Completed,,,2022-03-05,10,,
70523,tmdb,episode,Dark,,1,1,,,,,2022-03-06,,,
1,mal,anime,Cowboy Bebop,,,,0,Dropped,,,2019-01-01,3,,
1,igdb,game,Chess,,,,9,Completed,,,2019-01-01,3,,
`,
    [
      'Alien movie tmdb 348: 9 @2020-05-01',
      'Alien movie tmdb 348: seen @2020-05-01',
      'Heat movie tmdb 949: watch_later @2021-01-02',
      'Dark series tmdb 70523: 9 @2022-03-04',
      'Dark series tmdb 70523: seen @2022-03-04',
      'Dark series tmdb 70523: seen @2022-03-05',
      'Dark series tmdb 70523: seen 1.1 @2022-03-06',
    ],
  ],
  [
    'movary',
    'history, ratings and a watchlist whose rows lack the year',
    {
      'export-history-1-1.csv': `${MOVARY},watchedAt,comment\nAlien,1979,348,tt0078748,2020-05-01,"good, again"\n`,
      'export-ratings-1-1.csv': `${MOVARY},userRating\nAlien,1979,348,tt0078748,9\nHeat,,949,,11\n`,
      'export-watchlist-1-1.csv': `${MOVARY},addedAt\nHeat,949,tt0113277,"2021-01-02 10:00:00"\nSolaris,1972,593,tt0069293,2021-01-03\n`,
    },
    [
      'Alien (1979) movie tt0078748 tmdb 348: seen @2020-05-01',
      'Alien (1979) movie tt0078748 tmdb 348: 9',
      'unreadable',
      'Heat movie tt0113277 tmdb 949: watch_later @2021-01-02',
      'Solaris (1972) movie tt0069293 tmdb 593: watch_later @2021-01-03',
    ],
  ],
  [
    'watcharr',
    'ratings, plans and views',
    JSON.stringify([
      {
        id: 1,
        content: { tmdbId: 348, type: 'movie', title: 'Alien', release_date: '1979-05-25T00:00:00Z' },
        status: 'FINISHED',
        rating: 9,
        createdAt: '2020-04-01T10:00:00Z',
        updatedAt: '2020-05-01T10:00:00Z',
      },
      {
        content: { tmdbId: 70523, type: 'tv', title: 'Dark' },
        status: 'PLANNED',
        rating: 0,
        createdAt: '2021-01-02T10:00:00Z',
        updatedAt: '2021-02-02T10:00:00Z',
        watchedSeasons: [],
      },
      { content: { type: 'movie', title: '' }, status: 'FINISHED', rating: 5 },
    ]),
    [
      'Alien (1979) movie tmdb 348: 9 @2020-05-01',
      'Alien (1979) movie tmdb 348: seen @2020-05-01',
      'Dark series tmdb 70523: watch_later @2021-01-02',
      'unreadable',
    ],
  ],
  [
    'simkl',
    'ratings, plans and views, with ids as text, and films among anime',
    {
      'SimklBackup.json': JSON.stringify({
        shows: [
          {
            status: 'completed',
            user_rating: 8,
            user_rated_at: '2022-01-01T00:00:00Z',
            last_watched_at: '2021-12-31T00:00:00Z',
            show: { title: 'Dark', year: 2017, ids: { simkl: 595_432, imdb: 'tt5753856', tmdb: '70523' } },
          },
        ],
        movies: [
          {
            status: 'plantowatch',
            user_rating: null,
            added_to_watchlist_at: '2021-01-02T00:00:00Z',
            last_watched_at: null,
            movie: { title: 'Alien', year: 1979, ids: { simkl: 53_086, tmdb: '348' } },
          },
        ],
        anime: [{ status: 'completed', show: { title: 'Perfect Blue', year: 1998, ids: { simkl: 37_854 } } }],
      }),
    },
    [
      'Dark (2017) series tt5753856 tmdb 70523: 8 @2022-01-01',
      'Dark (2017) series tt5753856 tmdb 70523: seen @2021-12-31',
      'Alien (1979) movie tmdb 348: watch_later @2021-01-02',
      'Perfect Blue (1998): seen',
    ],
  ],
  [
    'ryot',
    'scores of 100, views and collections of both versions, and no books',
    JSON.stringify({
      user_measurements: [],
      metadata: [
        {
          lot: 'movie',
          source: 'tmdb',
          source_id: 'Alien',
          identifier: '348',
          seen_history: [{ progress: '100', ended_on: '2020-05-01T00:00:00Z' }],
          reviews: [{ rating: '85', review: { date: '2020-05-02T00:00:00Z' } }],
          collections: ['Completed', 'Rainy days'],
        },
        {
          lot: 'show',
          source: 'tmdb',
          source_id: '',
          identifier: '70523',
          seen_history: [],
          reviews: [{ rating: 100, show_season_number: 1 }],
          collections: [{ collection_name: 'Watchlist' }],
        },
        {
          lot: 'book',
          source: 'openlibrary',
          identifier: 'OL1',
          seen_history: [],
          reviews: [],
          collections: [],
        },
      ],
    }),
    [
      'Alien movie tmdb 348: 9 @2020-05-02',
      'Alien movie tmdb 348: seen @2020-05-01',
      'Alien movie tmdb 348: [Rainy days]',
      'TMDB 70523 series tmdb 70523: watch_later',
    ],
  ],
  [
    'criticker',
    'scores of 100',
    'Score,Film Name,Year,Date Rated,IMDB ID\n85,Alien,1979,2020-05-01,tt0078748\n0,"Heat (1995)",,,\n,Solaris,1972,,\n',
    ['Alien (1979) tt0078748: 9 @2020-05-01', 'Heat (1995): 0', 'unreadable'],
  ],
  [
    'csv',
    'a table with titles and years, and finds the scale and the order of the dates',
    'Film;Release year;My score;Date watched\nAlien;1979;90;25/12/2020\nHeat;1995;70;01/02/2021\n',
    [
      'columns title=film year=release_year rating=my_score watched_at=date_watched',
      'Alien (1979): seen @2020-12-25',
      'Alien (1979): 9 @2020-12-25',
      'Heat (1995): seen @2021-02-01',
      'Heat (1995): 7 @2021-02-01',
    ],
  ],
  [
    'csv',
    'two tables in one file, and skips the second header',
    'title,year,rating\nAlien,1979,9\ntitle,year,rating\nHeat,1995,7\n',
    ['columns title=title year=year rating=rating', 'Alien (1979): 9', 'Heat (1995): 7'],
  ],
  [
    'csv',
    'a table with a year and columns that Plex has too',
    'title,year,media_type,user_rating\nAlien,1979,movie,4\nHeat,1995,movie,5\n',
    [
      'columns title=title year=year type=media_type rating=user_rating',
      'Alien (1979) movie: 8',
      'Heat (1995) movie: 10',
    ],
  ],
  [
    'csv',
    'a table whose ratings nobody can read',
    'title,year,rating,date\nAlien,1979,good,2020-05-01\nHeat,1995,bad,2020-05-02\n',
    ['columns title=title year=year watched_at=date unused=rating?'],
  ],
  [
    'csv',
    'a table with ids alone',
    'imdb_id,watched\ntt0078748,yes\nnothing,no\n',
    ['columns imdb_id=imdb_id statement=watched', 'tt0078748 tt0078748: seen', 'unreadable'],
  ],
  [
    'csv',
    'a watchlist with types and the original title',
    { 'my-watchlist.csv': 'Title,Original Title,Year,Type,tmdb_id\nDark,Dunkel,2017,TV Series,70523\n' },
    [
      'columns tmdb_id=tmdb_id title=title original_title=original_title year=year type=type',
      'Dark (2017) series tmdb 70523: watch_later',
    ],
  ],
];

describe.each(CASES)('the reader for %s', (source, what, files, lines) => {
  it(`reads ${what}`, async () => {
    expect(await readLines(source, files)).toEqual(lines);
  });

  it(`is chosen for a file with ${what}, when the upload names no service`, async () => {
    expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe(source);
  });
});

describe.each([...new Set(CASES.map(([source]) => source))])('the reader for %s', (source) => {
  it('refuses other files, and ends with those that are cut or hold other values', async () => {
    for (const file of [
      // Any table is shown, so that the member can say which column has the titles.
      ...(source === 'csv' ? [] : ['a,b\nc,d\n']),
      '',
      '[]',
      '{}',
      '[{"content":5}]',
      '{"movies":[null,{"status":{}}],"metadata":[[]]}',
    ])
      await expect(readLines(source, file)).rejects.toThrow();
    for (const [other, , files] of CASES) {
      if (other !== source || typeof files !== 'string') continue;
      const cut = await readLines(source, files.slice(0, -20)).catch((error: Error) => error.name);
      expect(Array.isArray(cut) || cut === 'UnreadableFile').toBe(true);
    }
  });
});
