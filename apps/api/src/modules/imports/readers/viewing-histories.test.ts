import { describe, expect, it } from 'vitest';
import { archiveOf, readable, readLines } from '../../../../test/import-files.ts';
import { recognize } from './recognize.ts';

type Case = [name: string, files: Record<string, string | Buffer> | string, lines: string[]];

const NETFLIX: Case[] = [
  [
    'dates with the month first',
    'Title,Date\nAlien,12/31/20\nHeat,1/2/20\n',
    ['Alien: seen @2020-12-31', 'Heat: seen @2020-01-02'],
  ],
  [
    'dates with the day first',
    'Title,Date\nAlien,31/12/2020\nHeat,02/01/2020\n',
    ['Alien: seen @2020-12-31', 'Heat: seen @2020-01-02'],
  ],
  ['dates with dots', 'Title,Date\nAlien,03.04.21\n', ['Alien: seen @2021-04-03']],
  [
    'dates without a number over 12, by the order of the rows',
    'Title,Date\nA,01/05/20\nB,12/04/20\nC,01/04/20\nD,12/03/20\n',
    ['A: seen @2020-05-01', 'B: seen @2020-04-12', 'C: seen @2020-04-01', 'D: seen @2020-03-12'],
  ],
  [
    'episodes as views of their series',
    'Title,Date\n"Dark: Season 2: Beginnings and Endings",6/21/19\n"Chernobyl: Miniseries: 1:23:45",6/20/19\n"Money Heist: Part 3: Episode 1",6/13/19\n',
    [
      'Dark series: seen 2.Beginnings and Endings @2019-06-21',
      'Chernobyl series: seen 1.1:23:45 @2019-06-20',
      'Money Heist series: seen 3.1 @2019-06-13',
    ],
  ],
  [
    'seasons in other languages',
    'Title,Date\n"Haus des Geldes: Staffel 1: Folge 2",13.6.19\n"La casa de papel: Temporada 2: Episodio 1",12.6.19\n"Lupin: Partie 1: Chapitre 1",11.6.19\n"진격의 거인: 시즌 1: 1화",10.6.19\n',
    [
      'Haus des Geldes series: seen 1.2 @2019-06-13',
      'La casa de papel series: seen 2.1 @2019-06-12',
      'Lupin series: seen 1.Chapitre 1 @2019-06-11',
      '진격의 거인 series: seen 1.1 @2019-06-10',
    ],
  ],
  [
    'movies with a colon, where the first part may be a series',
    'Title,Date\n"Mission: Impossible",6/13/19\n"The Crown: Fagan: Part of it",6/12/19\n',
    [
      'Mission: Impossible or Mission: seen @2019-06-13',
      'The Crown: Fagan: Part of it or The Crown: Fagan or The Crown: seen @2019-06-12',
    ],
  ],
  [
    'the full download without trailers and previews',
    {
      'CONTENT_INTERACTION/ViewingActivity.csv':
        'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country\nMe,2021-03-14 20:00:00,01:30:00,,Alien,,TV,01:30:00,01:30:00,US (United States)\nMe,2021-03-13 20:00:00,00:01:30,,Heat,TRAILER,TV,,,US\nMe,2021-03-12 20:00:00,00:00:10,Autoplayed: user action: None; ,Solaris,,TV,,,US\n',
      'ACCOUNT/AccountDetails.csv': 'First Name\nX\n',
    },
    ['Me: Alien: seen @2021-03-14'],
  ],
  [
    'ratings with thumbs and with stars, and without those that were taken back',
    'Profile Name,Title Name,Rating Type,Star Value,Thumbs Value,Device Model,Event Utc Ts,Region View Date\nMe,Alien,thumb,,1,TV,2021-03-14 20:00:00,\nMe,Heat,thumb,,2,TV,2021-03-15 20:00:00,\nKid,Dark,thumb,,3,TV,2021-03-16 20:00:00,\nMe,Solaris,thumb,,0,TV,2021-03-17 20:00:00,\nMe,Ronin,star,4,,TV,2016-03-17 20:00:00,\n',
    [
      'Me: Alien: 3 @2021-03-14',
      'Me: Heat: 8 @2021-03-15',
      'Kid: Dark: 10 @2021-03-16',
      'Me: Ronin: 8 @2016-03-17',
    ],
  ],
  [
    'My List as the watchlist, beside the views of two profiles',
    {
      'CONTENT_INTERACTION/MyList.csv':
        'Profile Name,Title Name,Country,Utc Title Add Date\nMe,Heat,US (United States),2021-03-14\n',
      'CONTENT_INTERACTION/ViewingActivity.csv':
        'Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type\nKid,2021-03-14 20:00:00,01:30:00,,Alien,\n',
    },
    ['Me: Heat: watch_later @2021-03-14', 'Kid: Alien: seen @2021-03-14'],
  ],
  [
    'season words of further languages',
    'Title,Date\n"Gambit: Mini-série: Début",6/13/19\n"Gambito: Minissérie: Início",6/12/19\n"Kulüp: Mini Dizi: Bir",6/11/19\n"Undercover: Aflevering 2: X",6/10/19\n"Dark: Odcinek 3: X",6/9/19\n"Atiye: Bölüm 4",6/8/19\n"今際の国のアリス: リミテッドシリーズ: X",6/7/19\n"全裸監督: パート2: X",6/6/19\n',
    [
      'Gambit series: seen 1.Début @2019-06-13',
      'Gambito series: seen 1.Início @2019-06-12',
      'Kulüp series: seen 1.Bir @2019-06-11',
      'Undercover series: seen ?.2 @2019-06-10',
      'Dark series: seen ?.3 @2019-06-09',
      'Atiye series: seen ?.4 @2019-06-08',
      '今際の国のアリス series: seen 1.X @2019-06-07',
      '全裸監督 series: seen 2.X @2019-06-06',
    ],
  ],
  [
    'a file with a translated header',
    'Titel,Datum\nAlien,31.12.20\nHeat,2.1.20\n',
    ['Alien: seen @2020-12-31', 'Heat: seen @2020-01-02'],
  ],
  [
    'a row without a date, and a row without a title, as unreadable',
    'Title,Date\nAlien,\n,1/2/20\nHeat,1/2/20\n',
    ['unreadable', 'unreadable', 'Heat: seen @2020-01-02'],
  ],
  [
    'a UTF-16 file from a spreadsheet, with tabs',
    { file: Buffer.from('\ufeffTitle\tDate\nAmélie\t2/13/20\n', 'utf16le') },
    ['Amélie: seen @2020-02-13'],
  ],
  ['ISO dates', 'Title,Date\nAlien,2020-02-13\n', ['Alien: seen @2020-02-13']],
];

const V2 = 'created_at,key,s_id,series_name,season_number,episode_number,is_for_later';
const V1 = 'type,entity_type,movie_name,release_date,created_at,alpha_range_key';
const TV_TIME: Case[] = [
  [
    'episodes and repeated views',
    {
      'gdpr/tracking-prod-records-v2.csv': `${V2}\n2021-06-30 22:07:07,watch-episode-1,79126,The Wire,1,1,\n2022-06-30 22:07:07,rewatch-episode-1,79126,The Wire,1,1,\n`,
    },
    ['The Wire series: seen 1.1 @2021-06-30', 'The Wire series: seen 1.1 @2022-06-30'],
  ],
  [
    'no entries from log rows that are not views',
    {
      'tracking-prod-records-v2.csv': `${V2}\n2021-06-30 22:07:07,user-series-1,1,Dark,,,false\n2021-06-30 22:07:07,episode-seen-count,1,Dark,,,\n`,
    },
    [],
  ],
  [
    'series that are marked as watched and have no state',
    'uuid,title,status,tvdb_id,is_watched\na,Dark,,1,true\nb,Lost,,2,false\n',
    ['Dark series: seen'],
  ],
  [
    'a series that is followed in the log alone, as a wish',
    {
      'tracking-prod-records-v2.csv': `${V2},is_followed,is_archived\n2021-06-30 22:07:07,user-series-1,1,Dark,,,false,true,false\n2021-06-30 22:07:07,user-series-2,2,Lost,,,false,true,true\n`,
    },
    ['Dark series: watch_later'],
  ],
  [
    'a series marked for later as Watch Later',
    { 'tracking-prod-records-v2.csv': `${V2}\n2021-06-30 22:07:07,user-series-1,1,Dark,,,true\n` },
    ['Dark series: watch_later @2021-06-30'],
  ],
  [
    'movies, and skips the episodes that are also in the other file',
    {
      'tracking-prod-records.csv': `${V1}\nwatch,movie,Gamma,1999-03-31 00:00:00,2021-01-01 10:00:00,\nwatch,episode,,,2021-01-01 10:00:00,\n`,
    },
    ['Gamma (1999) movie: seen @2021-01-01'],
  ],
  [
    'movies marked for later as Watch Later',
    { 'tracking-prod-records.csv': `${V1}\ntowatch,movie,Heat,1995-12-15 00:00:00,2021-01-01 10:00:00,\n` },
    ['Heat (1995) movie: watch_later @2021-01-01'],
  ],
  [
    'the name of a movie from its key when the name is missing',
    {
      'tracking-prod-records.csv': `${V1}\nwatch,movie,,,2021-01-01 10:00:00,watch-alpha-no-hard-feelings\n`,
    },
    ['no hard feelings movie: seen @2021-01-01'],
  ],
  [
    'years and countries in names',
    {
      'tracking-prod-records-v2.csv': `${V2}\n2021-06-30 22:07:07,watch-episode-1,1,The Flash (2014),1,1,\n2021-06-30 22:07:07,watch-episode-2,2,The Office (US),1,1,\n`,
    },
    ['The Flash (2014) series: seen 1.1 @2021-06-30', 'The Office series: seen 1.1 @2021-06-30'],
  ],
  [
    'ratings of 1 to 5',
    {
      'tv_show_rate.csv':
        'tv_show_name,tv_show_id,rating,created_at\nDark,1,4,2021-02-03 10:00:00\nHeat,2,9,2021-02-03 10:00:00\n',
    },
    ['Dark series: 8 @2021-02-03', 'unreadable'],
  ],
  [
    'the older file of seen episodes',
    { 'seen_episode.csv': 'tv_show_name,episode_id,created_at\nDark,12,2018-02-03 10:00:00\n' },
    ['Dark series: seen @2018-02-03'],
  ],
  [
    'shows with a count of seen episodes, and followed ones that were not begun as Watch Later',
    {
      'user_tv_show_data.csv':
        'tv_show_name,is_followed,nb_episodes_seen,is_for_later,updated_at\nDark,1,12,0,2018-02-03 10:00:00\nLost,1,0,0,2018-02-03 10:00:00\n',
    },
    ['Dark series: seen @2018-02-03', 'Lost series: watch_later'],
  ],
  [
    'the numbers of votes, and no feelings; a vote for an episode is a view of its series',
    {
      'gdpr/ratings-live-votes.csv':
        'uuid,episode_id,movie_name,vote_key\nm1,0,It,m1-7-29\nm2,0,Alien,m2-7-1\nm3,0,Heat,m3-7-3\nm4,0,Dune,m4-7-45\n',
      'gdpr/ratings-prod-episode_votes.csv':
        'uuid,episode_id,series_name,season_number,episode_number,vote_key\nx,5,Dark,1,1,5-7-27\n',
      'gdpr/tracking-prod-records.csv': `uuid,${V1}\nm1,watch,movie,It,2017-09-08 00:00:00,2021-01-01 10:00:00,\n`,
    },
    [
      'It (2017) movie: 8',
      'Alien movie: 2',
      'Heat movie: 10',
      'Dark series: seen 1.1',
      'It (2017) movie: seen @2021-01-01',
    ],
  ],
  [
    'lists whose titles are ids, and no empty favorites',
    {
      'followed_tv_show.csv':
        'tv_show_id,tv_show_name,active,archived,created_at\n9,Dark,1,0,2018-02-03 10:00:00\n8,Lost,0,1,2018-02-03 10:00:00\n',
      'tracking-prod-records.csv': `uuid,${V1}\nm1,watch,movie,It,2017-09-08 00:00:00,2021-01-01 10:00:00,\n`,
      'lists-prod-lists.csv':
        's_key,type,name,objects\nl1,list,Rainy days,[map[created_at:1.6e+09 type:movie uuid:m1] map[id:9 type:series] map[id:77 type:series]]\nfavorite-series,list,,[]\n',
    },
    [
      'Dark series: watch_later',
      'It (2017) movie: seen @2021-01-01',
      'list [Rainy days]',
      'It (2017) movie: [Rainy days]',
      'Dark series: [Rainy days]',
      'unreadable',
    ],
  ],
  [
    'the lists of its own export, whose ids name the year of a movie',
    {
      'tvtime-lists-2026-07-07.csv':
        'list_id,list_name,item_type,tvdb_id,uuid,name,custom_order\nl1,LIKE,movie,1,,It,0\nl2,Rainy,series,9,,The Office (US),0\n',
      'tvtime-movies-2026-07-07.csv':
        'uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\na1,1,tt1396484,It,2017,,2019-09-10T08:01:29Z,true,2\n',
    },
    [
      'It (2017) movie tt1396484: [TV Time favorites]',
      'The Office series: [Rainy]',
      'It (2017) movie tt1396484: seen @2019-09-10',
    ],
  ],
  [
    'a single file that was renamed',
    { 'my shows.csv': `${V2}\n2021-06-30 22:07:07 +0000 UTC,watch-episode-1,1,Dark,1,1,\n` },
    ['Dark series: seen 1.1 @2021-06-30'],
  ],
  [
    'a row without a name as unreadable',
    { 'tracking-prod-records-v2.csv': `${V2}\n2021-06-30 22:07:07,watch-episode-1,1,,1,1,\n` },
    ['unreadable'],
  ],
];

const PLEX: Case[] = [
  [
    'the history of Tautulli',
    'date,user,media_type,full_title,title,grandparent_title,year,guid,percent_complete\n2021-01-02,me,movie,Alien,Alien,,1979,com.plexapp.agents.imdb://tt0078748?lang=en,98\n',
    ['me: Alien (1979) movie tt0078748: seen @2021-01-02'],
  ],
  [
    'episodes as views of their series',
    'date,media_type,title,grandparent_title,year,percent_complete\n2021-01-02,episode,Lies,Dark,2017,100\n',
    ['Dark series: seen @2021-01-02'],
  ],
  [
    'no entries from views that were stopped early',
    'date,media_type,title,year,percent_complete\n2021-01-02,movie,Alien,1979,12\n',
    [],
  ],
  [
    'Unix times',
    'date,media_type,title,year,percent_complete\n1609545600,movie,Alien,1979,95\n',
    ['Alien (1979) movie: seen @2021-01-02'],
  ],
  [
    'ratings of 0 to 10, with 0 as unrated',
    'Title,Year,Type,User Rating,Last Viewed At\nAlien,1979,movie,8.5,2021-01-02\nHeat,1995,movie,0,2021-01-02\n',
    [
      'Alien (1979) movie: 9 @2021-01-02',
      'Alien (1979) movie: seen @2021-01-02',
      'Heat (1995) movie: seen @2021-01-02',
    ],
  ],
  [
    'ratings on the scale 0 to 10 when all ratings are below 6',
    'Title,Year,Type,User Rating,Last Viewed At\nAlien,1979,movie,4,2021-01-02\n',
    ['Alien (1979) movie: 4 @2021-01-02', 'Alien (1979) movie: seen @2021-01-02'],
  ],
  [
    'ids of TMDB',
    'title,type,year,guids,view_count\nAlien,movie,1979,"imdb://tt0078748, tmdb://348",2\n',
    ['Alien (1979) movie tt0078748 tmdb 348: seen'],
  ],
  ['no entries from unwatched titles', 'title,type,year,view_count\nAlien,movie,1979,0\n', []],
  [
    'music as unreadable',
    'date,media_type,title,percent_complete\n2021-01-02,track,Song,100\n',
    ['unreadable'],
  ],
  [
    'decimal commas, and dates with the day first',
    'Title;Year;Type;User Rating;Last Viewed At\nAlien;1979;movie;7,5;31/12/2020\n',
    ['Alien (1979) movie: 8 @2020-12-31', 'Alien (1979) movie: seen @2020-12-31'],
  ],
  [
    'years in titles',
    'title,date,view_count\nSolaris (1972),2020-01-01,1\n',
    ['Solaris (1972): seen @2020-01-01'],
  ],
];

const JELLYFIN: Case[] = [
  [
    'the backup of Playback Reporting, which has no header',
    '2021-01-02 20:00:00.1234567\tuser\titem\tMovie\tAlien\tDirectPlay\tWeb\tTV\t7000\n2021-01-03 20:00:00\tuser\titem\tEpisode\tDark - s01e02 - Lies\tDirectPlay\tWeb\tTV\t3000\n',
    ['user: Alien movie: seen @2021-01-02', 'user: Dark series: seen 1.2 @2021-01-03'],
  ],
  [
    'the columns of Playback Reporting with a header',
    'DateCreated,UserId,ItemId,ItemType,ItemName,PlaybackMethod\n2021-01-02 20:00:00,u,i,Movie,Alien,DirectPlay\n',
    ['u: Alien movie: seen @2021-01-02'],
  ],
  [
    'the report of the library',
    'Name,ProductionYear,Type,Played,LastPlayedDate,imdb_id\nAlien,1979,Movie,True,2021-01-02T20:00:00Z,tt0078748\nHeat,1995,Movie,False,,tt0113277\n',
    ['Alien (1979) movie tt0078748: seen @2021-01-02'],
  ],
  [
    'favorites as a list',
    'Name,ProductionYear,Type,Played,IsFavorite\nAlien,1979,Movie,False,True\n',
    ['Alien (1979) movie: [Jellyfin favorites]'],
  ],
  [
    'ratings of 0 to 5',
    'Name,Type,User Rating,LastPlayedDate\nAlien,Movie,4.5,2021-01-02\n',
    ['Alien movie: 9 @2021-01-02', 'Alien movie: seen @2021-01-02'],
  ],
  [
    'ratings of 0 to 100',
    'Name,Type,User Rating,LastPlayedDate\nAlien,Movie,85,2021-01-02\nHeat,Movie,40,2021-01-02\n',
    [
      'Alien movie: 9 @2021-01-02',
      'Alien movie: seen @2021-01-02',
      'Heat movie: 4 @2021-01-02',
      'Heat movie: seen @2021-01-02',
    ],
  ],
  [
    'episodes with a column for the series',
    'SeriesName,Name,Type,LastPlayedDate\nDark,Lies,Episode,2021-01-03\n',
    ['Dark series: seen @2021-01-03'],
  ],
  [
    'a series',
    'Name,ProductionYear,Type,Played,LastPlayedDate\nDark,2017,Series,True,2021-01-03\n',
    ['Dark (2017) series: seen @2021-01-03'],
  ],
  [
    'provider ids in one cell',
    'Name,Type,Played,ProviderIds\nAlien,Movie,True,"{""Imdb"":""tt0078748"",""Tmdb"":""348""}"\n',
    ['Alien movie tt0078748 tmdb 348: seen'],
  ],
  [
    'a file in Latin-1',
    { 'export.csv': Buffer.from('Name,Type,LastPlayedDate\nAmélie,Movie,2021-01-03\n', 'latin1') },
    ['Amélie movie: seen @2021-01-03'],
  ],
  ['a row without a name as unreadable', 'Name,Type,Played\n,Movie,True\n', ['unreadable']],
];

describe.each([
  ['netflix', NETFLIX],
  ['tv_time', TV_TIME],
  ['plex', PLEX],
  ['jellyfin', JELLYFIN],
] as const)('the reader for %s', (source, cases) => {
  it.each(cases as Case[])('reads %s', async (_, files, lines) => {
    expect(await readLines(source, files)).toEqual(lines);
  });

  it.each(readable(cases as Case[]))(
    'is chosen for %s, when the upload names no service',
    async (_, files) => {
      expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe(source);
    },
  );

  it('refuses a file of another service', async () => {
    await expect(readLines(source, 'a;b\nc;d\n')).rejects.toThrow('does not look like an export');
    await expect(readLines(source, '')).rejects.toThrow('does not look like an export');
  });
});
