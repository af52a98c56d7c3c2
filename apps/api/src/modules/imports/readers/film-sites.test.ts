import { describe, expect, it } from 'vitest';
import { archiveOf, readable, readLines } from '../../../../test/import-files.ts';
import { recognize } from './recognize.ts';

type Case = [name: string, files: Record<string, string | Buffer> | string, lines: string[]];

const HEAD = 'Date,Name,Year,Letterboxd URI';
const LETTERBOXD: Case[] = [
  [
    'half stars as odd ratings',
    {
      'ratings.csv': `${HEAD},Rating\n2020-05-01,Alien,1979,https://boxd.it/2aK4,4.5\n2020-05-02,Heat,1995,https://boxd.it/1,0.5\n`,
    },
    ['Alien (1979) movie: 9 @2020-05-01', 'Heat (1995) movie: 1 @2020-05-02'],
  ],
  [
    'a watched film without a rating as seen',
    { 'watched.csv': `${HEAD}\n2020-05-01,Alien,1979,https://boxd.it/2aK4\n` },
    ['Alien (1979) movie: seen @2020-05-01'],
  ],
  [
    'rewatches with tags and commas in quotes',
    {
      'diary.csv': `${HEAD},Rating,Rewatch,Tags,Watched Date\n2021-01-02,Heat,1995,https://boxd.it/1,4,Yes,"crime, cinema",2021-01-01\n`,
    },
    ['Heat (1995) movie: 8 @2021-01-02 #crime #cinema', 'Heat (1995) movie: seen @2021-01-01'],
  ],
  [
    'reviews of many lines',
    {
      'reviews.csv': `${HEAD},Rating,Rewatch,Review,Tags,Watched Date\n2021-01-02,Heat,1995,https://boxd.it/1,5,,"Line one\n\nLine ""two"", three",,2021-01-01\n`,
    },
    ['Heat (1995) movie: 10 @2021-01-02', 'Heat (1995) movie: seen @2021-01-01'],
  ],
  [
    'the watchlist as Watch Later',
    { 'watchlist.csv': `${HEAD}\n2022-03-04,Solaris,1972,https://boxd.it/3\n` },
    ['Solaris (1972) movie: watch_later @2022-03-04'],
  ],
  [
    'a list with its name above the titles, and ignores the folder of deleted files',
    {
      'lists/rainy-days.csv':
        'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2020-01-01,Rainy days & nights,,https://boxd.it/x,"For, rain"\n\nPosition,Name,Year,URL,Description\n1,Heat,1995,https://boxd.it/1,\n2,Alien,1979,https://boxd.it/2,\n',
      'deleted/lists/gone.csv': 'Position,Name,Year,URL,Description\n1,Gone,2000,u,\n',
    },
    [
      'list [Rainy days & nights]',
      'Heat (1995) movie: [Rainy days & nights]',
      'Alien (1979) movie: [Rainy days & nights]',
    ],
  ],
  [
    'files inside a folder of the archive',
    { 'letterboxd-me-2024/ratings.csv': `${HEAD},Rating\n2020-05-01,Alien,1979,u,3\n` },
    ['Alien (1979) movie: 6 @2020-05-01'],
  ],
  [
    'a film without a year, and a row without a name as unreadable',
    { 'watched.csv': `${HEAD}\n2020-05-01,Untitled,,u\n2020-05-01,,1999,u\n` },
    ['Untitled movie: seen @2020-05-01', 'unreadable'],
  ],
  [
    'a file from a spreadsheet, with semicolons and a byte order mark',
    `\ufeffDate;Name;Year;Letterboxd URI;Rating\r\n01.05.2020;Amélie;2001;u;"3,5"\r\n`,
    ['Amélie (2001) movie: 7 @2020-05-01'],
  ],
  [
    'cells with formulas as text',
    { 'ratings.csv': `${HEAD},Rating\n2020-05-01,"=""Heat""",1995,u,4\n2020-05-01,'=1+1,2000,u,4\n` },
    ['Heat (1995) movie: 8 @2020-05-01', '=1+1 (2000) movie: 8 @2020-05-01'],
  ],
  [
    'a file in UTF-16',
    { 'ratings.csv': Buffer.from(`\ufeff${HEAD},Rating\n2020-05-01,Amélie,2001,u,5\n`, 'utf16le') },
    ['Amélie (2001) movie: 10 @2020-05-01'],
  ],
  [
    'ratings that are not a number or outside the scale as unreadable',
    { 'ratings.csv': `${HEAD},Rating\n2020-05-01,Heat,1995,u,eleven\n2020-05-01,Alien,1979,u,7\n` },
    ['unreadable', 'unreadable'],
  ],
];

const IMDB_HEAD =
  'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year';
const imdb = (...rows: string[]) => `${IMDB_HEAD}\n${rows.join('\n')}\n`;
const LIST_HEAD =
  'Position,Const,Created,Modified,Description,Title,URL,Title Type,Year,Your Rating,Date Rated';
const IMDB: Case[] = [
  [
    'ratings of 1 to 10',
    imdb('tt0078748,9,2020-05-01,Alien,Alien,https://www.imdb.com/title/tt0078748,Movie,8.5,117,1979'),
    ['Alien (1979) movie tt0078748: 9 @2020-05-01'],
  ],
  [
    'a series and a miniseries',
    imdb(
      'tt5753856,8,2020-05-01,Dark,Dark,u,TV Series,8.7,,2017',
      'tt7366338,10,2020-05-01,Chernobyl,,u,TV Mini Series,9,,2019',
    ),
    ['Dark (2017) series tt5753856: 8 @2020-05-01', 'Chernobyl (2019) series tt7366338: 10 @2020-05-01'],
  ],
  [
    'a rated episode as a view of its series',
    imdb('tt2301451,10,2014-01-02,Breaking Bad: Ozymandias,,u,TV Episode,10,,2013'),
    ['Breaking Bad series: seen @2014-01-02'],
  ],
  ['games as unreadable', imdb('tt1,8,2014-01-02,Half-Life,,u,Video Game,9,,1998'), ['unreadable']],
  [
    'an export of 2018, which has no original titles',
    'Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\ntt1001526,10,2014-07-22,Megamind,https://www.imdb.com/title/tt1001526/,movie,7.3,95,2010,"Animation, Action",247221,2010-10-28,Tom McGrath\n',
    ['Megamind (2010) movie tt1001526: 10 @2014-07-22'],
  ],
  [
    'an export of 2012, whose dates contain the names of weekdays and months',
    '"position","const","created","modified","description","Title","Title type","You rated","Year","URL"\n"1","tt0078748","Tue May 5 00:00:00 2012","","","Alien","Feature Film","8","1979","http://www.imdb.com/title/tt0078748/"\n',
    ['Alien (1979) movie tt0078748: 8', 'Alien (1979) movie tt0078748: watch_later'],
  ],
  [
    'the watchlist as Watch Later',
    { 'WATCHLIST.csv': `${LIST_HEAD}\n1,tt0113277,2020-01-01,2020-01-01,,Heat,u,Movie,1995,,\n` },
    ['Heat (1995) movie tt0113277: watch_later @2020-01-01'],
  ],
  [
    'a list with the name of its file, and its ratings',
    { 'rainy-days.csv': `${LIST_HEAD}\n1,tt0113277,2020-01-01,,,Heat,u,Movie,1995,7,2019-02-03\n` },
    ['Heat (1995) movie tt0113277: 7 @2019-02-03', 'Heat (1995) movie tt0113277: [rainy days] @2020-01-01'],
  ],
  [
    'a file in Latin-1',
    { 'ratings.csv': Buffer.from(imdb('tt0211915,9,2020-05-01,Amélie,,u,Movie,8.3,122,2001'), 'latin1') },
    ['Amélie (2001) movie tt0211915: 9 @2020-05-01'],
  ],
  [
    'the id from an address when id and title are missing, and an empty row as unreadable',
    imdb(',6,2020-05-01,,,https://www.imdb.com/title/tt0078748/,Movie,,,1979', ',,,,,,Movie,,,'),
    ['tt0078748 (1979) movie tt0078748: 6 @2020-05-01', 'unreadable'],
  ],
  [
    'ratings outside the scale as unreadable',
    imdb('tt0078748,11,2020-05-01,Alien,,u,Movie,,,1979', 'tt0113277,-1,2020-05-01,Heat,,u,Movie,,,1995'),
    ['unreadable', 'unreadable'],
  ],
];

const MOVIELENS: Case[] = [
  [
    'the export of an account',
    {
      'movielens-ratings.csv':
        'movie_id,imdb_id,tmdb_id,rating,average_rating,title\n1214,0078748,348,4.5,4.0,Alien (1979)\n',
    },
    ['Alien (1979) movie tt0078748 tmdb 348: 9'],
  ],
  [
    'a research data set of one user, with names and ids in separate files',
    {
      'ml/ratings.csv': 'userId,movieId,rating,timestamp\n1,2571,5.0,964982703\n',
      'ml/movies.csv': 'movieId,title,genres\n2571,"Matrix, The (1999)",Action|Sci-Fi\n',
      'ml/links.csv': 'movieId,imdbId,tmdbId\n2571,0133093,603\n',
    },
    ['The Matrix (1999) movie tt0133093 tmdb 603: 10 @2000-07-30'],
  ],
  [
    'tags of a movie',
    { 'tags.csv': 'movie_id,imdb_id,tmdb_id,tag,title\n1214,0078748,348,space; scary,Alien (1979)\n' },
    ['Alien (1979) movie tt0078748 tmdb 348: tags #space #scary'],
  ],
  [
    'the wishlist as Watch Later',
    { 'movielens-wishlist.csv': 'movie_id,imdb_id,tmdb_id,title\n6,0113277,949,Heat (1995)\n' },
    ['Heat (1995) movie tt0113277 tmdb 949: watch_later'],
  ],
  [
    'a hidden movie',
    'movie_id,imdb_id,rating,title\n6,0113277,-1,Heat (1995)\n',
    ['Heat (1995) movie tt0113277: hide'],
  ],
  [
    'half stars with decimal commas',
    'movie_id;imdb_id;rating;title\n6;0113277;3,5;Heat (1995)\n',
    ['Heat (1995) movie tt0113277: 7'],
  ],
  [
    'titles that end with an article of another language, and names in other languages',
    'movie_id,rating,title\n1,4,"Misérables, Les (1995)"\n2,3,"City of Lost Children, The (Cité des enfants perdus, La) (1995)"\n',
    [
      'Les Misérables (1995) movie: 8',
      'The City of Lost Children (Cité des enfants perdus, La) (1995) movie: 6',
    ],
  ],
  [
    'ids of nine digits',
    'movie_id,imdb_id,rating,title\n1,11286314,4,Look Up (2021)\n',
    ['Look Up (2021) movie tt11286314: 8'],
  ],
  ['a row without name and id as unreadable', 'movie_id,rating,title\n1,4,\n', ['unreadable']],
  ['a series with years', 'movie_id,rating,title\n1,5,Dark (2017–2020)\n', ['Dark (2017) movie: 10']],
];

describe('readLetterboxd', () => {
  it.each(LETTERBOXD)('reads %s', async (_, files, lines) => {
    expect(await readLines('letterboxd', files)).toEqual(lines);
  });

  it.each(readable(LETTERBOXD))('is chosen for %s, when the upload names no service', async (_, files) => {
    expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe(
      'letterboxd',
    );
  });
});

describe('readImdb', () => {
  it.each(IMDB)('reads %s', async (_, files, lines) => {
    expect(await readLines('imdb', files)).toEqual(lines);
  });

  it.each(readable(IMDB))('is chosen for %s, when the upload names no service', async (_, files) => {
    expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe('imdb');
  });
});

describe('readMovielens', () => {
  it.each(MOVIELENS)('reads %s', async (_, files, lines) => {
    expect(await readLines('movielens', files)).toEqual(lines);
  });

  it.each(readable(MOVIELENS))('is chosen for %s, when the upload names no service', async (_, files) => {
    expect(await recognize(archiveOf(typeof files === 'string' ? { upload: files } : files))).toBe(
      'movielens',
    );
  });

  it('refuses a data set with the ratings of several users', async () => {
    const file = 'userId,movieId,rating,timestamp,title\n1,1,4,964982703,Heat\n2,1,4,964982703,Heat\n';
    await expect(readLines('movielens', file)).rejects.toThrow('several people');
  });
});

describe('a file of another service', () => {
  it.each(['letterboxd', 'imdb', 'movielens'] as const)('is refused by the reader for %s', async (source) => {
    await expect(readLines(source, 'a,b\nc,d\n')).rejects.toThrow('does not look like an export');
    await expect(readLines(source, '')).rejects.toThrow('does not look like an export');
  });
});
