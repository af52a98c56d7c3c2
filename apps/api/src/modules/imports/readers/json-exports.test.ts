import { describe, expect, it } from 'vitest';
import { archiveOf, readable, readLines } from '../../../../test/import-files.ts';
import { recognize } from './recognize.ts';

type Case = [name: string, files: Record<string, string> | string, lines: string[]];

const json = JSON.stringify;
const movie = {
  title: 'Alien',
  year: 1979,
  ids: { trakt: 1, slug: 'alien-1979', imdb: 'tt0078748', tmdb: 348 },
};
const show = { title: 'Dark', year: 2017, ids: { trakt: 2, imdb: 'tt5753856', tmdb: 70_523 } };
const ALIEN = 'Alien (1979) movie tt0078748 tmdb 348';
const DARK = 'Dark (2017) series tt5753856 tmdb 70523';

const TRAKT: Case[] = [
  [
    'watched movies',
    {
      'watched/watched-movies.json': json([{ plays: 2, last_watched_at: '2021-01-02T03:04:05.000Z', movie }]),
    },
    [`${ALIEN}: seen @2021-01-02`],
  ],
  [
    'ratings',
    {
      'ratings/ratings-movies.json': json([
        { rated_at: '2021-01-02T03:04:05.000Z', rating: 8, type: 'movie', movie },
      ]),
    },
    [`${ALIEN}: 8 @2021-01-02`],
  ],
  [
    'ratings of shows',
    {
      'ratings/ratings-shows.json': json([
        { rated_at: '2021-01-02T03:04:05Z', rating: 10, type: 'show', show },
      ]),
    },
    [`${DARK}: 10 @2021-01-02`],
  ],
  [
    'rated episodes as views of the show',
    {
      'ratings/ratings-episodes.json': json([
        {
          rated_at: '2021-01-02T03:04:05Z',
          rating: 3,
          type: 'episode',
          episode: { season: 1, number: 2 },
          show,
        },
      ]),
    },
    [`${DARK}: seen 1.2 @2021-01-02`],
  ],
  [
    'the history of episodes as views of the show',
    {
      'watched/watched-history-1.json': json([
        {
          id: 1,
          watched_at: '2021-01-02T03:04:05Z',
          action: 'watch',
          type: 'episode',
          episode: { season: 1 },
          show,
        },
      ]),
    },
    [`${DARK}: seen @2021-01-02`],
  ],
  [
    'the watchlist as Watch Later',
    {
      'lists/lists-watchlist.json': json([
        { rank: 1, listed_at: '2020-05-06T00:00:00Z', type: 'movie', movie },
      ]),
    },
    [`${ALIEN}: watch_later @2020-05-06`],
  ],
  [
    'lists with names from another file',
    {
      'lists/lists-lists.json': json([{ name: 'Rainy days!', ids: { trakt: 123, slug: 'rainy-days' } }]),
      'lists/list-123-rainy-days.json': json([
        { rank: 1, listed_at: '2020-05-06T00:00:00Z', type: 'show', show },
      ]),
    },
    [`${DARK}: [Rainy days!] @2020-05-06`],
  ],
  [
    'a single file of a backup tool',
    json({
      username: 'me',
      stats: { movies: { plays: 1 } },
      watchlist: [{ listed_at: '2020-05-06T00:00:00Z', movie }],
      ratings: [{ rated_at: '2021-01-02T03:04:05Z', rating: 7, movie }],
    }),
    [`${ALIEN}: watch_later @2020-05-06`, `${ALIEN}: 7 @2021-01-02`],
  ],
  [
    'no entries from collected discs and comments',
    {
      'collection/collection-movies.json': json([{ collected_at: '2021-01-02T03:04:05Z', movie }]),
      'ratings/ratings-movies.json': json([{ rated_at: null, rating: 6, movie }]),
    },
    [`${ALIEN}: 6`],
  ],
  [
    'titles without ids and without a year',
    json([{ watched_at: '2021-01-02T03:04:05Z', movie: { title: 'Heat', year: null, ids: {} } }]),
    ['Heat movie: seen @2021-01-02'],
  ],
  [
    'items without a name as unreadable, and skips people on lists',
    {
      'lists/list-1-x.json': json([
        { listed_at: '2021-01-02T03:04:05Z', person: { name: 'Ada' } },
        { listed_at: '2021-01-02T03:04:05Z', movie: { title: '' } },
      ]),
    },
    ['unreadable'],
  ],
];

const medium = { id: 7, title: 'Alien', type: 'movie', release_year: 1979 };
const at = '2021-01-02T03:04:05.000Z';
const own = (user: object) => json({ exported_at: at, user: { id: 1, email: 'x@example.com', ...user } });

const MARQUEE: Case[] = [
  [
    'ratings with tags',
    own({ ratings: [{ rating: 9, tags: ['scary', 'Scary'], created_at: at, updated_at: at, medium }] }),
    ['Alien (1979) movie: 9 @2021-01-02 #scary'],
  ],
  [
    'a rating of 0',
    own({ ratings: [{ rating: 0, tags: [], created_at: at, updated_at: at, medium }] }),
    ['Alien (1979) movie: 0 @2021-01-02'],
  ],
  ['hides', own({ hiddens: [{ created_at: at, medium }] }), ['Alien (1979) movie: hide']],
  [
    'views',
    own({ seen: [{ seen_on: '2020-12-31T00:00:00.000Z', created_at: at, medium }] }),
    ['Alien (1979) movie: seen @2020-12-31'],
  ],
  [
    'lists with and without entries',
    own({
      lists: [
        { name: 'Watch Later', list_type: 'watch_later', media: [{ created_at: at, medium }] },
        { name: 'Empty', list_type: 'custom', media: [] },
      ],
    }),
    ['list watch_later', 'Alien (1979) movie: watch_later @2021-01-02', 'list [Empty]'],
  ],
  [
    'settings of titles',
    own({ medium_settings: [{ not_suggest_sharing: true, medium }] }),
    ['Alien (1979) movie: setting'],
  ],
  [
    'services and genres',
    own({ providers: [{ provider: { name: 'Max' } }], genres: [{ genre: { title: 'Drama' } }] }),
    ['choices {"services":["Max"]}', 'choices {"genres":["Drama"]}'],
  ],
  [
    'saved filters',
    own({ preferences: [{ key: 'filter_media_type', value: 'movies' }] }),
    ['choices {"filters":[{"key":"filter_media_type","value":"movies"}]}'],
  ],
  [
    'settings of the account',
    own({ unavailable_titles: true, phone_number: '1' }),
    ['choices {"account":{"unavailable_titles":true}}'],
  ],
  [
    'damaged entries as unreadable',
    own({ ratings: [{ rating: 11, medium }, null], hiddens: ['x'] }),
    ['unreadable', 'unreadable', 'unreadable'],
  ],
  [
    'a hide, and ignores keys that are dangerous in JavaScript',
    `{"__proto__":{"ratings":[1]},"user":{"__proto__":{"a":1},"hiddens":[{"created_at":"${at}","medium":${json(medium)}}]}}`,
    ['Alien (1979) movie: hide'],
  ],
];

describe.each([
  ['trakt', TRAKT],
  ['marquee', MARQUEE],
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

  it('refuses a file of another service, and truncated JSON', async () => {
    await expect(readLines(source, '{"a":[{"b":1}]}')).rejects.toThrow('does not look like an export');
    await expect(readLines(source, '{"user":{"ratings":[{"x":1}')).rejects.toThrow('not valid JSON');
    await expect(readLines(source, 'Title,Date\n')).rejects.toThrow('not valid JSON');
  });
});
