// Files whose values no service writes. Whatever a reader makes of them is stored in the database.
import { describe, expect, it } from 'vitest';
import { readEntries } from '../../../../test/import-files.ts';
import { Fact, TitleHint, UnreadableFile } from '../records.ts';
import type { Settled } from '../settle.ts';
import { READERS } from './readers.ts';

const DEEP = `${'['.repeat(31)}${']'.repeat(31)}`;
/** Values for any cell of a table, and for any text of a JSON file. */
const VALUES = [
  '',
  '\u0000',
  'a\u0000b\u2028c',
  '\ud800',
  '=HYPERLINK("http://127.0.0.1")',
  "'=1+1",
  '@SUM(A1)',
  'x'.repeat(5_000),
  '9'.repeat(400),
  '-1',
  '0',
  '1e999',
  'NaN',
  '99999999999999999999',
  '2147483648',
  'tt0',
  `tt${'9'.repeat(40)}`,
  '-tt0078748',
  '0000-00-00',
  '9999-12-31T23:59:59.999999999+99:99',
  '99999999999',
  '999999999999999',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  DEEP,
];
/** Values for any field of a JSON file, as JSON. */
const JSON_VALUES = [
  ...VALUES.map((value) => JSON.stringify(value)),
  '"\\ud800"',
  '"\\u0000"',
  '1e999',
  '-1e999',
  '9007199254740991',
  '-2147483649',
  '0.1',
  'null',
  'true',
  '{}',
  '[null]',
  DEEP,
];

const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`;
/** Returns a table for each value in each column of the row. */
const tables = (header: string, row: readonly string[]): string[] =>
  VALUES.flatMap((value) =>
    row.map(
      (_, at) => `${header}\n${row.map((known, column) => cell(column === at ? value : known)).join(',')}\n`,
    ),
  );
/** Returns a text for each value in place of each field of the JSON, which is marked with `<…>`. */
const jsons = (json: string): string[] =>
  JSON_VALUES.flatMap((value) =>
    [...json.matchAll(/<.*?>/g)].map(({ index }) =>
      json.replace(/<(.*?)>/g, (_, known: string, at: number) => (at === index ? value : known)),
    ),
  );

const FILES: [source: keyof typeof READERS, files: string[]][] = [
  [
    'simkl',
    jsons(
      '{"movies":[{"status":<"completed">,"user_rating":<8>,"last_watched_at":<"2020-05-01T10:00:00Z">,"movie":{"title":<"Alien">,"year":<1979>,"ids":{"simkl":<1>,"imdb":<"tt0078748">,"tmdb":<"348">}}}]}',
    ),
  ],
  [
    'yamtrack',
    tables('media_id,source,media_type,title,score,status,end_date', [
      '348',
      'tmdb',
      'movie',
      'Alien',
      '8.5',
      'Completed',
      '2020-05-01',
    ]),
  ],
  [
    'ryot',
    jsons(
      '{"metadata":[{"lot":<"movie">,"source":<"tmdb">,"source_id":<"Alien">,"identifier":<"348">,"seen_history":[{"ended_on":<"2020-05-01">,"progress":<"100">}],"reviews":[{"rating":<"90">,"review":{"date":<"2020-05-01T10:00:00Z">}}],"collections":[<"Favorites">]}]}',
    ),
  ],
  ['movary', tables('title,year,tmdbId,imdbId,userRating', ['Alien', '1979', '348', 'tt0078748', '9'])],
  [
    'watcharr',
    jsons(
      '[{"content":{"type":<"movie">,"title":<"Alien">,"tmdbId":<348>,"release_date":<"1979-05-25">},"status":<"FINISHED">,"rating":<9>,"createdAt":<"2020-04-01T10:00:00Z">,"updatedAt":<"2020-05-01T10:00:00Z">}]',
    ),
  ],
  [
    'criticker',
    tables('Score,Film Name,Year,Date Rated,IMDB ID', ['85', 'Alien', '1979', '2020-05-01', 'tt0078748']),
  ],
  [
    'tmdb',
    tables(
      'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated',
      ['348', 'tt0078748', 'movie', 'Alien', '1979-05-25', '', '', '8.1', '9', '2020-05-01'],
    ),
  ],
  [
    'filmweb',
    tables('timestamp,user_rating,original_title,pl_title,year,url', [
      '2020-05-01',
      '9',
      'Alien',
      'Obcy',
      '1979',
      'https://www.filmweb.pl/film/Obcy',
    ]),
  ],
  [
    'stremio',
    jsons(
      '{"library":[{"_id":<"tt0078748">,"name":<"Alien">,"type":<"movie">,"year":<"1979">,"removed":<false>,"state":{"lastWatched":<"2020-05-01T10:00:00Z">,"timesWatched":<1>,"flaggedWatched":<1>}}]}',
    ),
  ],
  [
    'anilist',
    jsons(
      '{"lists":[{"entries":[{"status":<"COMPLETED">,"score":<9>,"completedAt":{"year":<2020>,"month":<5>,"day":<1>},"media":{"title":{"romaji":<"Akira">},"format":<"MOVIE">,"startDate":{"year":<1988>}}}]}]}',
    ),
  ],
  [
    'tv_time',
    tables('uuid,imdb_id,title,year,watched_at,is_watched,rewatch_count', [
      'a',
      'tt0078748',
      'Alien',
      '1979',
      '2020-05-01T10:00:00Z',
      'true',
      '0',
    ]),
  ],
  [
    'netflix',
    tables('Profile Name,Title Name,Thumbs Value,Star Value,Event Utc Ts', [
      '',
      'Alien',
      '2',
      '',
      '2020-05-01',
    ]),
  ],
  [
    'myanimelist',
    VALUES.flatMap((value) =>
      ['series_title', 'series_type', 'my_status', 'my_score', 'my_finish_date'].map((field) => {
        const known = {
          series_title: 'Akira',
          series_type: 'Movie',
          my_status: '2',
          my_score: '9',
          my_finish_date: '2020-05-01',
        };
        const fields = Object.entries({ ...known, [field]: value.replaceAll(/[<&]/g, '') });
        return `<myanimelist><anime>${fields.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</anime></myanimelist>`;
      }),
    ),
  ],
  [
    'csv',
    jsons(
      '[{"title":<"Alien">,"year":<1979>,"ids":{"imdb":<"tt0078748">,"tmdb":<348>},"watched":<true>,"rating":<9>,"tags":[<"x">],"seasons":[{"season":<1>,"episodes":[{"number":<1>,"watched":<true>}]}]}]',
    ),
  ],
  [
    'csv',
    VALUES.map(
      (value) => `# Films\n- [x] ${value} (1979) ${value}\n- [ ] Heat (1995) 8/10\n- [x] Alien (1979)\n`,
    ),
  ],
  [
    'csv',
    tables('imdb_id,tmdb_id,title,original_title,year,type,rating,watched_at,tags', [
      'tt0078748',
      '348',
      'Alien',
      'Alien',
      '1979',
      'movie',
      '9',
      '2020-05-01',
      'scary',
    ]),
  ],
];

/** PostgreSQL stores neither NUL nor half a character. */
const isStorable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** Returns the entries of a file, or none when it is refused. */
async function entriesOf(source: keyof typeof READERS, file: string): Promise<Settled[]> {
  try {
    return await readEntries(source, file);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return [];
  }
}

describe.each(FILES)('the reader for %s', (source, files) => {
  it('makes only entries that the database can store of values that no service writes', async () => {
    let read = 0;
    for (const file of files) {
      for (const entry of await entriesOf(source, file)) {
        if (!('hint' in entry)) continue;
        read++;
        const { hint, fact, list } = entry;
        expect(hint, file.slice(0, 300)).toEqual(TitleHint.parse(hint));
        Fact.parse(fact);
        const tags = fact.kind === 'rating' ? fact.tags : [];
        const texts = [hint.title, hint.originalTitle ?? '', list?.name ?? '', ...tags];
        expect(texts.filter((text) => !isStorable(text) || text.length > 600)).toEqual([]);
        expect(hint.tmdbId ?? 1, file.slice(0, 300)).toBeGreaterThan(0);
        expect(hint.tmdbId ?? 1, file.slice(0, 300)).toBeLessThanOrEqual(2_000_000_000);
        if (fact.kind === 'rating') expect(fact.rating ?? 0).toBeLessThanOrEqual(10);
      }
    }
    expect(read, 'one bad value does not spoil every file').toBeGreaterThan(files.length / 2);
  });
});

// An expression that backtracks would need hours for it.
it('a cell of a million spaces beside a score is read', async () => {
  const spaces = ' '.repeat(1_500_000);
  const file = Buffer.from(
    `title,year,rating\nAlien,1979,"1${spaces}x"\nHeat,1995,1${spaces}%\nDune,2021,8\n`,
  );
  const archive = {
    names: ['ratings.csv'],
    text: async function* () {
      yield file.toString();
    },
  };
  const entries = [];
  for await (const entry of READERS.csv(archive)) entries.push(entry);
  expect(entries.slice(1, 3)).toEqual([{ unreadable: true }, { unreadable: true }]);
});
