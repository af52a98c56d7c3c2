// Files in the layouts that people bring, and others of the same kinds. What is wrong here marks or rates a title that the
// member never saw.
import { describe, expect, it } from 'vitest';
import { archiveOf, readLines } from '../../../../test/import-files.ts';
import { type Chosen, createSurvey } from '../settle.ts';
import { READERS } from './readers.ts';
import { recognize } from './recognize.ts';

type Source = keyof typeof READERS;
type Case = [what: string, source: Source, files: Record<string, string> | string, lines: string[]];

const table = (header: string, ...rows: string[]): string => `${header}\n${rows.join('\n')}\n`;

const SEEN: Case[] = [
  [
    'a table made at home, where "No" and FALSE are not seen',
    'csv',
    table('Title,Year,Watched,Rating', 'The Matrix,1999,Yes,9', 'Dune,2021,No,', 'Inception,2010,FALSE,'),
    [
      'columns title=title year=year rating=rating statement=watched',
      'The Matrix (1999): seen',
      'The Matrix (1999): 9',
    ],
  ],
  [
    'ticks and crosses',
    'csv',
    table('Film;Year;Seen?', 'Alien;1979;✓', 'Heat;1995;✗', 'Dune;2021;', 'Solaris;1972;x', 'It;2017;-'),
    ['columns title=film year=year statement=seen', 'Alien (1979): seen', 'Solaris (1972): seen'],
  ],
  [
    'answers in German',
    'csv',
    table('Titel;Jahr;Gesehen', 'Alien;1979;Ja', 'Heat;1995;Nein', 'Dune;2021;ja'),
    ['columns title=titel year=jahr statement=gesehen', 'Alien (1979): seen', 'Dune (2021): seen'],
  ],
  [
    'states in Spanish, with wishes',
    'csv',
    table('Título;Año;Estado', 'Alien;1979;Visto', 'Heat;1995;Pendiente', 'Dune;2021;Abandonado'),
    ['columns title=título year=año statement=estado', 'Alien (1979): seen', 'Heat (1995): watch_later'],
  ],
  [
    'the states of trackers',
    'csv',
    table(
      'title,year,status',
      'Alien,1979,Completed',
      'Heat,1995,Plan to Watch',
      'Dune,2021,Dropped',
      'It,2017,On-Hold',
      'Dark,2017,Watching',
      'Elite,2018,up_to_date',
      'Solaris,1972,Not started',
    ),
    [
      'columns title=title year=year statement=status',
      'Alien (1979): seen',
      'Heat (1995): watch_later',
      'Dark (2017): seen',
      'Elite (2018): seen',
    ],
  ],
  [
    'a state of the title, which says nothing of the member',
    'csv',
    table('title,year,status,my list', 'Alien,1979,Released,', 'Dark,2017,Continuing,', 'Lost,2004,Ended,'),
    ['columns title=title year=year unused=status unused=my_list'],
  ],
  [
    'numbers of plays, and days of the last one',
    'csv',
    table(
      'title,year,plays,last_viewed',
      'Alien,1979,3,2020-05-01',
      'Heat,1995,0,',
      'Dune,2021,N/A,N/A',
      'It,2017,-,-',
    ),
    [
      'columns title=title year=year watched_at=last_viewed statement=plays',
      'Alien (1979): seen @2020-05-01',
    ],
  ],
  [
    'a column of actions',
    'csv',
    table(
      'imdb_id,title,action',
      'tt0078748,Alien,Watched',
      'tt0113277,Heat,Want to watch',
      'tt1,It,Skipped',
    ),
    [
      'columns imdb_id=imdb_id title=title statement=action',
      'Alien tt0078748: seen',
      'Heat tt0113277: watch_later',
    ],
  ],
  [
    'a column of lists',
    'csv',
    table('name,year,list', 'Alien,1979,watchlist', 'Heat,1995,watched'),
    ['columns title=name year=year statement=list', 'Alien (1979): watch_later', 'Heat (1995): seen'],
  ],
  [
    'a file that is called to-watch',
    'csv',
    { 'to-watch.csv': table('title,year', 'Alien,1979') },
    ['columns title=title year=year', 'Alien (1979): watch_later'],
  ],
  [
    'a file that is called history',
    'csv',
    { 'my_history.csv': table('title,year', 'Alien,1979') },
    ['columns title=title year=year', 'Alien (1979): seen'],
  ],
  [
    'an unwatched library of Plex, whose rating is the public one',
    'plex',
    table(
      '"Media ID","Title","Year","Rating","View Count","Last Viewed at","IMDB Id"',
      '"1","The Matrix","1999","8.7","2","01/02/2024","com.plexapp.agents.imdb://tt0133093?lang=en"',
      '"2","Dune","2021","8.3","","","com.plexapp.agents.imdb://tt1160419?lang=en"',
      '"3","Inception","2010","8.7","0","N/A","com.plexapp.agents.imdb://tt1375666?lang=en"',
    ),
    ['The Matrix (1999) tt0133093: seen @2024-01-02'],
  ],
  [
    'a library with the days on which titles were added',
    'jellyfin',
    table('Name,ProductionYear,Type,ItemId,DateCreated', 'Alien,1979,Movie,1,2021-01-02'),
    [],
  ],
  [
    'a library whose cells say that nobody played it',
    'jellyfin',
    table(
      'Name,ProductionYear,Type,PlayCount,LastPlayedDate',
      'Alien,1979,Movie,0,-',
      'Heat,1995,Movie,2,2021-01-02',
    ),
    ['Heat (1995) movie: seen @2021-01-02'],
  ],
  [
    'a backup of Watcharr with dropped and waiting titles',
    'watcharr',
    JSON.stringify(
      ['FINISHED', 'WATCHING', 'HOLD', 'DROPPED'].map((status, at) => ({
        content: { type: 'movie', title: `Movie ${at}`, tmdbId: String(at + 1) },
        status,
      })),
    ),
    ['Movie 0 movie tmdb 1: seen', 'Movie 1 movie tmdb 2: seen'],
  ],
];

const STRANGERS: Case[] = [
  [
    'a table of Notion, with stars as pictures and remarks behind the states',
    'csv',
    table(
      'Name,Status,My rating,Date Watched,Where',
      'Heat,Watched ✅,⭐⭐⭐⭐,"March 3, 2024",Netflix',
      'Alien,To watch 👀,,,',
      'Dune,Not yet,,,',
      'Skyfall,Done,⭐️⭐️⭐️,2024/04/01,',
      'Solaris,Done,loved it,,',
    ),
    [
      'columns title=name rating=my_rating watched_at=date_watched statement=status unused=where',
      'Heat: seen @2024-03-03',
      'Heat: 8 @2024-03-03',
      'Alien: watch_later',
      'Skyfall: seen @2024-04-01',
      'Skyfall: 6 @2024-04-01',
      'Solaris: seen',
      'unreadable',
    ],
  ],
  [
    'series that are completed or go on, which says nothing of the member',
    'csv',
    table('Title,Year,Status', 'Breaking Bad,2008,Completed', 'Dark,2017,Completed', 'Elite,2018,Ongoing'),
    ['columns title=title year=year unused=status'],
  ],
  [
    'German series with their states and own grades',
    'csv',
    table('Serie;Jahr;Status;Meine Note', 'Dark;2017;Abgeschlossen;9', 'Elite;2018;Laufend;3,5'),
    ['columns title=serie year=jahr rating=meine_note unused=status', 'Dark (2017): 9', 'Elite (2018): 4'],
  ],
  [
    'French answers with remarks, and grades of ten',
    'csv',
    table(
      'Film;Année;Vu;Note /10;Note presse',
      'Heat;1995;oui;8;3,9',
      'Alien;1979;non;;4,2',
      'Dune;2021;pas encore;;4',
      'Amélie;2001;Oui (2 fois);;4,4',
      'Solaris;1972;"Non, bientôt";;4,4',
    ),
    [
      'columns title=film year=année rating=note_10 statement=vu unused=note_presse',
      'Heat (1995): seen',
      'Heat (1995): 8',
      'Amélie (2001): seen',
    ],
  ],
  [
    'scores of sites under the names of the sites, and remarks under "Note"',
    'csv',
    table('Movie,IMDb,RT,TMDB,Seen,Note', 'Heat,8.3,87,8,n,', 'Alien,8.5,93,8,y,great'),
    [
      'columns title=movie statement=seen public_rating=imdb public_rating=tmdb unused=rt unused=note',
      'Alien: seen',
    ],
  ],
  [
    'age ratings',
    'csv',
    table('Title,Year,Rating', 'Heat,1995,R', 'Dune,2021,PG-13'),
    ['columns title=title year=year unused=rating'],
  ],
  [
    'remarks under the own rating, beside the rating of others',
    'csv',
    table('Title,Rating,My rating,Seen', 'Heat,8.3,superb,yes'),
    ['columns title=title statement=seen public_rating=rating unused=my_rating', 'Heat: seen'],
  ],
  [
    'a watchlist with the scores of others',
    'csv',
    { 'to-watch list.csv': table('Title,Year,Rating', 'Heat,1995,8.3') },
    ['columns title=title year=year public_rating=rating', 'Heat (1995): watch_later'],
  ],
  [
    'names in two languages, of which one is the original',
    'csv',
    table('nameRu;nameEn;year;userRating;kpRating', 'Начало;Inception;2010;9;8.7'),
    [
      'columns title=nameru original_title=nameen year=year rating=userrating unused=kprating',
      'Начало (2010): 9',
    ],
  ],
  [
    'circles and crosses of Japan',
    'csv',
    table('タイトル,年,視聴済み,私の評価', 'Heat,1995,○,9', 'Alien,1979,×,'),
    [
      'columns title=タイトル year=年 rating=私の評価 statement=視聴済み',
      'Heat (1995): seen',
      'Heat (1995): 9',
    ],
  ],
  [
    'an own rating in Russian beside that of a site',
    'csv',
    table(
      'Название;Год;Статус;Моя оценка;Рейтинг Кинопоиск',
      'Heat;1995;Просмотрено;8;8.1',
      'Alien;1979;Буду смотреть;;8.0',
    ),
    [
      'columns title=название year=год rating=моя_оценка statement=статус unused=рейтинг_кинопоиск',
      'Heat (1995): seen',
      'Heat (1995): 8',
      'Alien (1979): watch_later',
    ],
  ],
];

const RATINGS: Case[] = [
  [
    "the public's score beside one's own",
    'csv',
    table(
      'Title,Year,IMDb ID,Rating,Your Rating',
      'The Matrix,1999,tt0133093,8.7,2',
      'Inception,2010,tt1375666,8.8,3',
    ),
    [
      'columns imdb_id=imdb_id title=title year=year rating=your_rating public_rating=rating',
      'The Matrix (1999) tt0133093: 4',
      'Inception (2010) tt1375666: 6',
    ],
  ],
  [
    'an empty own score beside the public one',
    'csv',
    table('title,year,my_rating,imdb_rating', 'Alien,1979,,8.5', 'Heat,1995,9,8.3'),
    ['columns title=title year=year rating=my_rating public_rating=imdb_rating', 'Heat (1995): 9'],
  ],
  [
    'only scores of the public',
    'csv',
    table('title,year,Vote Average,criticRating,seen', 'Alien,1979,8.1,9,yes'),
    [
      'columns title=title year=year statement=seen public_rating=vote_average public_rating=criticrating',
      'Alien (1979): seen',
    ],
  ],
  [
    "ratings of TMDB, whose averages are everybody's, and an episode",
    'tmdb',
    table(
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated',
      '603,tt0133093,movie,The Matrix,1999-03-30T00:00:00Z,,,8.2,3,2023-05-02T09:40:27Z',
      '85987,tt0583459,tv,Friends S1E1,1994-09-22T00:00:00Z,1,1,6.976,10,2023-01-07T16:35:52Z',
    ),
    ['The Matrix (1999) movie tt0133093 tmdb 603: 3 @2023-05-02', 'Friends series: seen @2023-01-07'],
  ],
  [
    'a watchlist of TMDB, which rates nothing',
    'tmdb',
    table(
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated',
      '1396,tt0903747,tv,Breaking Bad,2008-01-20T00:00:00Z,,,8.9,,2023-05-02T13:22:44Z',
    ),
    ['Breaking Bad (2008) series tt0903747 tmdb 1396: watch_later @2023-05-02'],
  ],
  [
    'Filmweb',
    'filmweb',
    table(
      'timestamp,favorite,user_comment,user_rating,global_rating,global_rating_count,original_title,pl_title,year,url',
      '2024-01-02,false,,9,7.6,100,The Matrix,Matrix,1999,https://www.filmweb.pl/film/Matrix-1999-628',
      '2024-01-03,false,,,8.3,100,Inception,Incepcja,2010,https://www.filmweb.pl/film/Incepcja',
    ),
    ['Matrix (1999) movie: 9 @2024-01-02'],
  ],
  [
    'a table whose scale is ten, although half of it is below five',
    'csv',
    table('Title,Year,Rating', 'A,1999,3', 'B,2010,4', 'C,1999,5', 'D,2012,9', 'E,2021,10', 'F,2017,1'),
    [
      'columns title=title year=year rating=rating',
      'A (1999): 3',
      'B (2010): 4',
      'C (1999): 5',
      'D (2012): 9',
      'E (2021): 10',
      'F (2017): 1',
    ],
  ],
  [
    'a file for the import of Letterboxd with ratings out of ten',
    'letterboxd',
    table('Title,Year,Rating10,WatchedDate,Tags', 'Alien,1979,8,2020-05-01,"space, scary"', 'Heat,1995,5,,'),
    [
      'Alien (1979) movie: 8 @2020-05-01 #space #scary',
      'Alien (1979) movie: seen @2020-05-01',
      'Heat (1995) movie: 5',
    ],
  ],
  [
    'half stars in a table of ten',
    'csv',
    table('film,year,stars', 'Alien,1979,4.5', 'Heat,1995,0.5'),
    ['columns title=film year=year rating=stars', 'Alien (1979): 9', 'Heat (1995): 1'],
  ],
];

const EPISODES: Case[] = [
  [
    'types of IMDb in Italian',
    'imdb',
    table(
      'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year',
      'tt0133093,9,2025-12-01,Matrix,The Matrix,u,Film,8.7,136,1999',
      'tt5491994,9,2025-12-01,Dark: Segreti,Dark: Geheimnisse,u,Episodio TV,8.5,51,2017',
      'tt5753856,8,2025-12-01,Dark,Dark,u,Serie TV,8.7,,2017',
    ),
    [
      'Matrix (1999) movie tt0133093: 9 @2025-12-01',
      'Dark series: seen @2025-12-01',
      'Dark (2017) series tt5753856: 8 @2025-12-01',
    ],
  ],
  [
    'types of IMDb in French, German, Portuguese, Spanish and Hindi',
    'imdb',
    table(
      'Const,Your Rating,Date Rated,Title,URL,Title Type,Year',
      'tt0000001,8,,A,u,Épisode télévisé,2001',
      'tt0000002,8,,B: C,u,Fernsehfolge,2001',
      'tt0000003,8,,D: E,u,Episódio de TV,2001',
      'tt0000004,8,,F,u,Película,2001',
      'tt0000005,8,,G,u,Minissérie de TV,2001',
      'tt0000006,8,,H,u,फ़िल्म,2001',
      'tt0000007,8,,I: J,u,टीवी एपिसोड,2001',
      'tt0000008,8,,K,u,Jeu vidéo,2001',
    ),
    [
      'unreadable',
      'B series: seen',
      'D series: seen',
      'F (2001) movie tt0000004: 8',
      'G (2001) series tt0000005: 8',
      'H (2001) movie tt0000006: 8',
      'I series: seen',
      'unreadable',
    ],
  ],
  [
    'a type that no language of IMDb has, by its id alone',
    'imdb',
    table(
      'Const,Your Rating,Date Rated,Title,URL,Title Type,Year',
      'tt0000001,8,2020-05-01,Alien,u,Qwerty,1979',
    ),
    ['tt0000001 (1979) tt0000001: 8 @2020-05-01'],
  ],
  [
    'episodes of a table',
    'csv',
    table(
      'type,series,title,season,episode,imdb_id,rating,watched',
      'episode,Dark,Secrets,1,1,tt0000001,9,yes',
      'episode,Dark,Lies,1,2,tt0000002,,no',
      'movie,,Alien,,,tt0078748,10,yes',
    ),
    [
      'columns imdb_id=imdb_id title=title type=type rating=rating series=series season=season episode=episode statement=watched',
      'Dark series: seen 1.1',
      'Alien movie tt0078748: seen',
      'Alien movie tt0078748: 10',
    ],
  ],
];

const TRACKERS: Case[] = [
  [
    'the table of Simkl',
    'simkl',
    table(
      'SIMKL_ID,TVDB_ID,TMDB,IMDB_ID,MAL_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate,Rating,Memo',
      '1,,603,tt0133093,,movie,The Matrix,1999,,completed,2024-03-01,9,',
      '2,,438631,tt1160419,,movie,Dune,2021,,plantowatch,,,',
      '3,,,tt0903747,,tv,Breaking Bad,2008,s1e3,watching,2024-04-01,,',
      '4,,,tt1,,tv,Lost,2004,,dropped,,3,',
      '5,,,tt2,,tv,Elite,2018,,hold,,,',
    ),
    [
      'The Matrix (1999) movie tt0133093 tmdb 603: 9 @2024-03-01',
      'The Matrix (1999) movie tt0133093 tmdb 603: seen @2024-03-01',
      'Dune (2021) movie tt1160419 tmdb 438631: watch_later',
      'Breaking Bad (2008) series tt0903747: seen up to 1.3 @2024-04-01',
      'Lost (2004) series: 3',
      'Lost (2004) series: dropped',
      'Elite (2018) series: on_hold',
    ],
  ],
  [
    'the list of MyAnimeList',
    'myanimelist',
    `<?xml version="1.0" encoding="UTF-8" ?>
<!-- Created by XML Export feature at MyAnimeList.net -->
<myanimelist><myinfo><user_id>1</user_id></myinfo>
<anime><series_title><![CDATA[One Piece]]></series_title><series_type>TV</series_type><my_finish_date>0000-00-00</my_finish_date><my_score>9</my_score><my_status>Watching</my_status></anime>
<anime><series_title>Akira &amp; Co</series_title><series_type>Movie</series_type><my_finish_date>2020-05-01</my_finish_date><my_score>0</my_score><my_status>Completed</my_status></anime>
<anime><series_title>Monster</series_title><series_type>TV</series_type><my_score>0</my_score><my_status>Plan to Watch</my_status></anime>
<anime><series_title>Bleach</series_title><series_type>TV</series_type><my_score>0</my_score><my_status>Dropped</my_status></anime>
<anime><series_title>Naruto</series_title><series_type>TV</series_type><my_score>7</my_score><my_status>On-Hold</my_status></anime>
<manga><manga_title>Berserk</manga_title><my_status>Reading</my_status></manga>
</myanimelist>`,
    [
      'One Piece series: 9',
      'One Piece series: seen',
      'Akira & Co movie: seen @2020-05-01',
      'Monster series: watch_later',
      'Naruto series: 7',
    ],
  ],
  [
    'the lists of AniList with scores of 100',
    'anilist',
    JSON.stringify({
      data: {
        MediaListCollection: {
          lists: [
            {
              name: 'Completed',
              entries: [
                {
                  status: 'COMPLETED',
                  score: 85,
                  completedAt: { year: 2020, month: 5, day: 1 },
                  media: {
                    title: { english: 'Spirited Away', romaji: 'Sen' },
                    format: 'MOVIE',
                    startDate: { year: 2001 },
                  },
                },
                { status: 'DROPPED', score: 0, media: { title: { romaji: 'Bleach' }, format: 'TV' } },
                { status: 'PLANNING', score: 0, media: { title: { romaji: 'Monster' }, format: 'TV' } },
                { status: 'CURRENT', score: 40, media: { title: { romaji: 'One Piece' }, format: 'TV' } },
                { status: 'PAUSED', score: 0, media: { title: { romaji: 'Naruto' }, format: 'TV' } },
                { status: 'COMPLETED', score: 90, media: { title: { romaji: 'Berserk' }, format: 'MANGA' } },
              ],
            },
          ],
        },
      },
    }),
    [
      'Spirited Away (2001) movie: 9 @2020-05-01',
      'Spirited Away (2001) movie: seen @2020-05-01',
      'Monster series: watch_later',
      'One Piece series: 4',
      'One Piece series: seen',
    ],
  ],
  [
    'the library of Stremio',
    'stremio',
    JSON.stringify({
      user: { email: 'x@example.com' },
      library: [
        {
          _id: 'tt0133093',
          name: 'The Matrix',
          type: 'movie',
          removed: false,
          temp: false,
          state: {
            lastWatched: '2024-03-23T21:31:53.450Z',
            timesWatched: 1,
            flaggedWatched: 1,
            timeOffset: 0,
          },
        },
        {
          _id: 'tt1160419',
          name: 'Dune',
          type: 'movie',
          removed: false,
          temp: false,
          state: { lastWatched: null, timesWatched: 0, flaggedWatched: 0, timeOffset: 0 },
        },
        {
          _id: 'tt0078748',
          name: 'Alien',
          type: 'movie',
          removed: true,
          temp: true,
          state: {
            lastWatched: '2024-03-23T21:31:53.450Z',
            timesWatched: 0,
            flaggedWatched: 0,
            timeOffset: 5000,
          },
        },
        {
          _id: 'yt:1',
          name: 'News',
          type: 'channel',
          removed: false,
          temp: false,
          state: { timesWatched: 3 },
        },
      ],
    }),
    ['The Matrix movie tt0133093: seen @2024-03-23', 'Dune movie tt1160419: watch_later'],
  ],
  [
    'ids that a tool wrote as text',
    'trakt',
    JSON.stringify([
      {
        watched_at: 'unknown',
        type: 'movie',
        movie: { title: 'The Matrix', year: 1999, ids: { imdb: 'tt0133093', tmdb: 603 } },
      },
      {
        watched_at: '2024-01-01T00:00:00.000Z',
        type: 'movie',
        movie: {
          title: 'Inception',
          year: '2010',
          ids: { trakt: '16662', imdb: 'tt1375666', tmdb: '27205' },
        },
      },
    ]),
    [
      'The Matrix (1999) movie tt0133093 tmdb 603: seen',
      'Inception (2010) movie tt1375666 tmdb 27205: seen @2024-01-01',
    ],
  ],
];

describe.each([
  ['says what was seen', SEEN],
  ['judges tables of strangers by what they say', STRANGERS],
  ["rates by the member's own scores", RATINGS],
  ['takes no episode for a movie', EPISODES],
  ['knows the files of trackers', TRACKERS],
] as const)('an import that %s', (_, cases) => {
  it.each(cases as Case[])('reads %s', async (_what, source, files, lines) => {
    expect(await readLines(source, files)).toEqual(lines);
    expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe(source);
  });
});

it('a file of Letterboxd without its name marks nothing, because its watchlist has the same columns', async () => {
  const file = table('Date,Name,Year,Letterboxd URI', '2020-05-01,Alien,1979,https://boxd.it/2aK4');
  expect(await readLines('letterboxd', { 'export.csv': file })).toEqual([]);
  expect(await readLines('letterboxd', { 'letterboxd-watchlist.csv': file })).toEqual([
    'Alien (1979) movie: watch_later @2020-05-01',
  ]);
  expect(await readLines('letterboxd', { 'export.csv': file }, { kind: 'history', scale: null })).toEqual([
    'Alien (1979) movie: seen @2020-05-01',
  ]);
});

it.each(['not-seen.csv', 'unwatched.csv', 'Not watched.csv', 'movies.csv'])(
  'a table that is called %s does not say that its titles were seen',
  async (name) => {
    expect(await readLines('csv', { [name]: table('title,year', 'Alien,1979') })).toEqual([
      'columns title=title year=year',
    ]);
  },
);

const READ_AGAIN: [what: string, chosen: Partial<Chosen>, source: Source, file: string, lines: string[]][] = [
  [
    'a table of titles is a history when the member says so',
    { kind: 'history' },
    'csv',
    table('title,year', 'Alien,1979'),
    ['columns title=title year=year', 'Alien (1979): seen'],
  ],
  [
    'a time without a zone is a day of the member, in a table that is a history as the member says',
    { kind: 'history' },
    'csv',
    table('title,year,date', 'Alien,1979,2024-05-01 20:00'),
    ['columns title=title year=year watched_at=date', 'Alien (1979): seen @2024-05-01'],
  ],
  [
    'a table of titles is a watchlist when the member says so',
    { kind: 'watchlist' },
    'csv',
    table('title,year,rating', 'Alien,1979,8.5', 'Heat,1995,'),
    ['columns title=title year=year rating=rating', 'Alien (1979): watch_later', 'Heat (1995): watch_later'],
  ],
  [
    'a row that says "not watched" stays so, whatever the table is',
    { kind: 'history' },
    'csv',
    table('title,year,watched', 'Alien,1979,no', 'Heat,1995,yes'),
    ['columns title=title year=year statement=watched', 'Heat (1995): seen'],
  ],
  [
    'a table of ratings is a history without ratings when the member says so',
    { kind: 'history' },
    'letterboxd',
    table('Date,Name,Year,Letterboxd URI,Rating', '2020-05-01,Alien,1979,u,4'),
    ['Alien (1979) movie: seen @2020-05-01'],
  ],
  [
    'the list of a known service is a history when the member says so',
    { kind: 'history' },
    'imdb',
    table(
      'Position,Const,Created,Title,URL,Title Type,Year,Your Rating',
      '1,tt0113277,2020-01-01,Heat,u,Movie,1995,',
    ),
    ['Heat (1995) movie tt0113277: seen @2020-01-01'],
  ],
  [
    'whole numbers up to five are of ten when the member says so',
    { scale: 10 },
    'csv',
    table('title,year,rating', 'Alien,1979,4'),
    ['columns title=title year=year rating=rating', 'Alien (1979): 4'],
  ],
  [
    'a score beyond the chosen scale is unreadable',
    { scale: 5 },
    'csv',
    table('title,year,rating', 'Alien,1979,4', 'Heat,1995,9'),
    ['columns title=title year=year rating=rating', 'Alien (1979): 8', 'unreadable'],
  ],
];

describe('a file that is read again', () => {
  it.each(READ_AGAIN)('%s', async (_, chosen, source, file, lines) => {
    expect(await readLines(source, file, { kind: null, scale: null, ...chosen })).toEqual(lines);
  });
});

it('of several tables, those whose names say what they are stay so, and the member is asked about the others', async () => {
  const files = {
    'plain.csv': table('title,year', 'Alien,1979'),
    'my-watchlist.csv': table('title,year', 'Heat,1995'),
  };
  const survey = createSurvey();
  for await (const entry of READERS.csv(archiveOf(files))) survey.add(entry);
  expect(survey.kind()).toBeNull();
  expect(await readLines('csv', files, { kind: 'history', scale: null })).toEqual([
    'columns title=title year=year',
    'Alien (1979): seen',
    'columns title=title year=year',
    'Heat (1995): watch_later',
  ]);
});
