// Tables of tools that no reader knows. Each ends as a preview that says how every column was read, and marks nothing that the
// table does not say.
import { describe, expect, it } from 'vitest';
import { archiveOf, readEntries, readLines } from '../../../../test/import-files.ts';
import { UnreadableFile } from '../records.ts';
import { recognize } from './recognize.ts';

const TABLES: [what: string, file: string, lines: string[]][] = [
  [
    'a list of discs on a shelf',
    'Shelf;Titel;Medium;Gekauft am;Preis\nA1;Alien;Blu-ray;01.02.2019;9,99\nA2;Heat;DVD;03.04.2020;4,99\n',
    ['columns title=titel unused=shelf unused=medium unused=gekauft_am unused=preis'],
  ],
  [
    'a catalogue with scores and states of the titles',
    'Name,Status,Vote Average,Vote Count,Popularity,First Air Date\nDark,Ended,8.4,6000,120,2017-12-01\nElite,Returning Series,8.0,8000,99,2018-10-05\n',
    [
      'columns title=name year=first_air_date public_rating=vote_average public_rating=vote_count public_rating=popularity unused=status',
    ],
  ],
  [
    'a data request of a streaming service',
    'Date Added,Title,Device\n2021-01-02,Alien,TV\n',
    ['columns title=title unused=date_added unused=device'],
  ],
  [
    'a table of BetaSeries',
    'id;titre;archive;episode_vu\n1;Dark;0;S01E02\n2;Lost;1;\n',
    ['columns title=titre unused=id unused=archive unused=episode_vu'],
  ],
  [
    'a spreadsheet of a club with dates of meetings',
    'Film,Date,Chosen by\nAlien,2021-01-02,Ada\nHeat,2021-02-03,Ben\n',
    ['columns title=film watched_at=date unused=chosen_by'],
  ],
  ['a list of titles and nothing else', 'Title\nAlien\nHeat\n', ['columns title=title']],
  [
    'scales in the names of columns, and progress in words',
    'Original Title,My rating (1-10),Progress\nAlien,8,\nDark,,Up to date\nLost,,Not started\n',
    ['columns title=original_title rating=my_rating_1_10 statement=progress', 'Alien: 8', 'Dark: seen'],
  ],
  [
    'a table of books beside films',
    'type,title,rating,status\nbook,Dune,9,completed\nmovie,Dune,8,completed\ngame,Dune,7,completed\n',
    [
      'columns title=title type=type rating=rating statement=status',
      'unreadable',
      'Dune movie: seen',
      'Dune movie: 8',
      'unreadable',
    ],
  ],
];

describe("a stranger's table", () => {
  it.each(TABLES)(
    'such as %s is shown column by column and marks nothing wrongly',
    async (_, file, lines) => {
      expect(await recognize(archiveOf({ upload: file }))).toBe('csv');
      expect(await readLines('csv', file)).toEqual(lines);
    },
  );

  it('of 500 columns with long names is read within a second of work', async () => {
    const header = ['title', ...Array.from({ length: 500 }, (_, at) => `${'watched_'.repeat(50)}${at}`)].join(
      ',',
    );
    expect(await readLines('csv', `${header}\nAlien,${'yes,'.repeat(499)}yes\n`)).toHaveLength(1);
  });
});

const XML_HEAD = '<?xml version="1.0"?>';
const ATTACKS: [what: string, file: string, code: string][] = [
  [
    'entities that expand to gigabytes',
    `${XML_HEAD}<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><myanimelist><anime><series_title>&b;</series_title><my_status>Completed</my_status></anime></myanimelist>`,
    'unreadable_file',
  ],
  [
    'an entity that names a file of the server',
    `${XML_HEAD}<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><myanimelist><anime><series_title>&a;</series_title><my_status>Completed</my_status></anime></myanimelist>`,
    'unreadable_file',
  ],
  [
    'an entity that nobody declared',
    `${XML_HEAD}<myanimelist><anime><series_title>&a;</series_title><my_status>Completed</my_status></anime></myanimelist>`,
    'unreadable_file',
  ],
  ['a hundred thousand levels', `${XML_HEAD}${'<a>'.repeat(100_000)}`, 'too_large'],
  [
    'a title of two million characters',
    `${XML_HEAD}<myanimelist><anime><series_title>${'x'.repeat(2_000_000)}</series_title><my_status>Completed</my_status></anime></myanimelist>`,
    'too_large',
  ],
  [
    'a document that is cut',
    `${XML_HEAD}<myanimelist><anime><series_title>Alien</series_title>`,
    'unreadable_file',
  ],
];

describe('a list of MyAnimeList', () => {
  it.each(ATTACKS)('with %s is refused', async (_, file, code) => {
    const error = await readEntries('myanimelist', file).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error).toMatchObject({ code });
  });
});
