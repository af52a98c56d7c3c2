// Layouts that no reader knows. Each comes in through the general ways with the right marks, or with a question (`?` behind the name
// of a column, or nothing but columns), and never with a wrong mark.
import { describe, expect, it } from 'vitest';
import { archiveOf, readLines } from '../../../../test/import-files.ts';
import { recognize } from './recognize.ts';

/** What it is, the name of the file, its text, and what comes out: null when the file is refused. */
const LAYOUTS: [what: string, name: string, text: string, lines: string[] | null][] = [
  [
    'a header whose accents are characters of their own, as a Mac writes it',
    'films.csv',
    'Film;Anne\u0301e;Note sur 10\nHeat;1995;8\n',
    ['columns title=film year=année rating=note_sur_10', 'Heat (1995): 8'],
  ],
  [
    'ratings of several people below each other',
    'club.csv',
    'Film,Who,Rating\nHeat,Ann,8\nHeat,Bob,3\n',
    ['columns title=film rating=rating profile=who', 'Ann: Heat: 8', 'Bob: Heat: 3'],
  ],
  [
    'JSON of several people',
    'club.json',
    '{"users":[{"name":"Ann","movies":[{"title":"Heat","rating":8}]},{"name":"Bob","movies":[{"title":"Heat","rating":3}]}]}',
    ['columns title=title rating=rating profile=profile_name', 'Ann: Heat: 8', 'Bob: Heat: 3'],
  ],
  [
    'JSON below the person',
    'me.json',
    '{"user":{"ratings":[{"title":"Heat","year":1995,"rating":8}]},"version":1}',
    ['columns title=title year=year rating=rating', 'Heat (1995): 8'],
  ],
  [
    'genres between pipes',
    'films.csv',
    'film,genres,my rating\nHeat,Action|Crime|Drama|Thriller,8\nAlien,Horror|Sci-Fi|Thriller|Mystery,9\n',
    ['columns title=film rating=my_rating unused=genres', 'Heat: 8', 'Alien: 9'],
  ],
  [
    'a Chinese table with own scores of ten',
    'my.csv',
    '片名,年份,我的评分,观看日期\n黑客帝国,1999,9,2020/01/02\n盗梦空间,2010,8,2020/03/25\n',
    [
      'columns title=片名 year=年份 rating=我的评分 watched_at=观看日期',
      '黑客帝国 (1999): seen @2020-01-02',
      '黑客帝国 (1999): 9 @2020-01-02',
      '盗梦空间 (2010): seen @2020-03-25',
      '盗梦空间 (2010): 8 @2020-03-25',
    ],
  ],
  [
    'a table with days before months, which the 25 shows',
    'seen.csv',
    'Movie;Year;Watched on\nHeat;1995;02/03/2021\nAlien;1979;25/03/2021\n',
    [
      'columns title=movie year=year watched_at=watched_on',
      'Heat (1995): seen @2021-03-02',
      'Alien (1979): seen @2021-03-25',
    ],
  ],
  [
    'a table with months before days, which the 25 shows',
    'seen.csv',
    'Movie,Year,Watched on\nHeat,1995,02/03/2021\nAlien,1979,03/25/2021\n',
    [
      'columns title=movie year=year watched_at=watched_on',
      'Heat (1995): seen @2021-02-03',
      'Alien (1979): seen @2021-03-25',
    ],
  ],
  [
    'two columns of dates in different orders',
    'mine.csv',
    'Title,Date watched,Date rated,My rating\nHeat,25/03/2021,03/26/2021,8\nAlien,02/03/2021,02/03/2021,9\n',
    [
      'columns title=title rating=my_rating rated_at=date_rated watched_at=date_watched',
      'Heat: seen @2021-03-25',
      'Heat: 8 @2021-03-26',
      'Alien: seen @2021-03-02',
      'Alien: 9 @2021-02-03',
    ],
  ],
  [
    'scores up to twenty',
    'notes.csv',
    'Titre,Année,Note\nHeat,1995,15\nAlien,1979,18\nDune,2021,12\n',
    ['columns title=titre year=année unused=note?'],
  ],
  [
    'scores whose header says out of twenty',
    'notes.csv',
    'Titre,Année,Note /20\nHeat,1995,15\nAlien,1979,18\n',
    ['columns title=titre year=année rating=note_20', 'Heat (1995): 8', 'Alien (1979): 9'],
  ],
  [
    'cells that name a scale of six',
    'dice.csv',
    'Title,Rating\nHeat,5/6\nAlien,6/6\n',
    ['columns title=title rating=rating', 'Heat: 8', 'Alien: 10'],
  ],
  [
    'letters as grades',
    'grades.csv',
    'Film,My grade\nHeat,A-\nAlien,B+\nDune,F\n',
    ['columns title=film unused=my_grade?'],
  ],
  [
    'German school grades under "Note"',
    'noten.csv',
    'Filmtitel;Jahr;Note\nHeat;1995;1\nAlien;1979;2\nDune;2021;6\n',
    ['columns title=filmtitel year=jahr unused=note?'],
  ],
  ['thumbs', 'thumbs.csv', 'Title,Thumbs\nHeat,👍\nAlien,👎\n', ['columns title=title unused=thumbs?']],
  [
    'a yes and no under "Would recommend"',
    'club.csv',
    'Title,Would recommend\nHeat,yes\nAlien,no\n',
    ['columns title=title unused=would_recommend?'],
  ],
  [
    'two raters by name',
    'us.csv',
    "Film,Mia's score,Tom's score\nHeat,8,6\nAlien,7,9\n",
    ['columns title=film unused=mia_s_score? unused=tom_s_score?'],
  ],
  [
    'two columns of scores that nobody owns',
    'scores.csv',
    'Title,Rating,Score\nHeat,8,70\nAlien,9,90\n',
    ['columns title=title unused=rating? unused=score?'],
  ],
  [
    'a rating beside the number of votes',
    'top.csv',
    'Title,Year,Rating,Votes\nHeat,1995,8.2,700000\nAlien,1979,8.5,900000\n',
    ['columns title=title year=year public_rating=rating public_rating=votes'],
  ],
  [
    'percent',
    'p.csv',
    'Title;Bewertung\nHeat;85 %\nAlien;90 %\n',
    ['columns title=title rating=bewertung', 'Heat: 9', 'Alien: 9'],
  ],
  [
    'stars as signs',
    's.csv',
    'Name,Stars\nHeat,★★★★\nAlien,★★★★★\n',
    ['columns title=name rating=stars', 'Heat: 8', 'Alien: 10'],
  ],
  [
    'no header, with ids',
    'list.csv',
    'tt0113277,Heat,1995\ntt0078748,Alien,1979\n',
    ['columns imdb_id=column_1 unused=column_2 unused=column_3'],
  ],
  [
    'no header and no ids',
    'list.csv',
    'Heat,1995,8\nAlien,1979,9\n',
    ['columns unused=column_1 unused=column_2 unused=column_3'],
  ],
  [
    'headers that nobody knows',
    'x.csv',
    'Werk,Wann\nHeat,gestern\nAlien,heute\n',
    ['columns unused=werk unused=wann'],
  ],
  [
    'a table between pipes of Markdown',
    'table.md',
    '| Title | Year | Seen |\n|---|---|---|\n| Heat | 1995 | x |\n| Alien | 1979 | |\n',
    ['columns title=title year=year statement=seen', 'Heat (1995): seen'],
  ],
  [
    'boxes of Markdown',
    'films.md',
    '# My films\n- [x] Heat (1995)\n- [ ] Alien (1979)\n',
    [
      'columns imdb_id=imdb_id title=title year=year rating=my_rating statement=status',
      'Heat (1995): seen',
      'Alien (1979): watch_later',
    ],
  ],
  [
    'boxes below headings, with stars and links',
    'log.md',
    '## Watched\n* [Heat](https://example.com/1) (1995) ★★★★½\n* **Alien** (1979) - 9/10\n## Want to watch\n* Dune (2021)\n## Abandoned\n* It (2017)\n',
    [
      'columns imdb_id=imdb_id title=title year=year rating=my_rating statement=status',
      'Heat (1995): seen',
      'Heat (1995): 9',
      'Alien (1979): seen',
      'Alien (1979): 9',
      'Dune (2021): watch_later',
    ],
  ],
  [
    'numbered lines',
    'top.txt',
    '1. Heat (1995)\n2. Alien (1979)\n3. Dune (2021)\n',
    ['columns imdb_id=imdb_id title=title year=year rating=my_rating unused=status'],
  ],
  [
    'links of IMDb, one a line',
    'links.txt',
    'https://www.imdb.com/title/tt0113277/\nhttps://www.imdb.com/title/tt0078748/\n',
    ['columns imdb_id=imdb_id title=title year=year rating=my_rating unused=status'],
  ],
  [
    'a text that is no list',
    'letter.txt',
    'Dear Ann, yesterday we saw a film that was long. It was (1995) a good year for films. We liked it.\nAlso we ate.\n',
    null,
  ],
  [
    'an HTML table',
    'export.xls',
    '<html><body><table><tr><th>Title</th><th>Year</th><th>My rating</th></tr><tr><td>Heat &amp; Dust</td><td>1983</td><td>7</td></tr><tr><td>Alien<td>1979<td>9</table></body></html>',
    ['columns title=title year=year rating=my_rating', 'Heat & Dust (1983): 7', 'Alien (1979): 9'],
  ],
  [
    'a list of JSON with nested films',
    'a.json',
    '[{"rating":9,"film":{"title":"Heat","year":1995,"ids":{"imdb":"tt0113277"}}},{"rating":8.5,"film":{"title":"Alien","year":1979,"ids":{"imdb":"tt0078748"}}}]',
    [
      'columns imdb_id=imdb title=title year=year type=type rating=rating',
      'Heat (1995) movie tt0113277: 9',
      'Alien (1979) movie tt0078748: 9',
    ],
  ],
  [
    'JSON in three levels, with both lists',
    'b.json',
    '{"data":{"watchlist":[{"title":"Dune","year":2021}],"watched":[{"title":"Heat","year":1995,"lastWatchedAt":"2021-03-04T10:00:00Z"}]},"user":{"name":"Ann"}}',
    [
      'columns title=title year=year watched_at=last_watched_at statement=watched wish=watchlist',
      'Dune (2021): watch_later',
      'Heat (1995): seen @2021-03-04',
    ],
  ],
  [
    'JSON with cast, genres and the score of a site',
    'c.json',
    '{"movies":[{"name":"Heat","release_date":"1995-12-15","voteAverage":8.3,"myRating":7,"cast":[{"name":"Al Pacino"}],"genres":[{"name":"Crime"}]}]}',
    ['columns title=name year=release_date rating=my_rating public_rating=vote_average', 'Heat (1995): 7'],
  ],
  [
    'JSON with seasons and episodes',
    'd.json',
    '[{"title":"Dark","tmdbId":70523,"seasons":[{"number":1,"season":1,"episodes":[{"number":1,"title":"Secrets","watched":true},{"number":2,"title":"Lies","watched":false}]}]}]',
    [
      'columns tmdb_id=tmdb_id title=title type=type series=series season=season episode=episode statement=watched unused=number',
      'Dark series: seen 1.1',
    ],
  ],
  [
    'JSON with a list that has a name',
    'f.json',
    '{"lists":[{"name":"Rainy days","items":[{"title":"Heat","year":1995},{"imdbId":"tt0078748"}]}]}',
    [
      'columns imdb_id=imdb_id title=title year=year list=in_list',
      'Heat (1995): [Rainy days]',
      'tt0078748 tt0078748: [Rainy days]',
    ],
  ],
  [
    'JSON with words for states',
    'g.json',
    '{"entries":[{"title":"Heat","status":"COMPLETED"},{"title":"Dune","status":"PLAN_TO_WATCH"},{"title":"It","status":"DROPPED"}]}',
    ['columns title=title statement=status', 'Heat: seen', 'Dune: watch_later'],
  ],
  [
    'JSON with true and false',
    'h.json',
    '[{"imdb_id":"tt0113277","watched":true,"watchlist":false},{"imdb_id":"tt0078748","watched":false,"watchlist":true}]',
    [
      'columns imdb_id=imdb_id statement=watched wish=watchlist',
      'tt0113277 tt0113277: seen',
      'tt0078748 tt0078748: watch_later',
    ],
  ],
  [
    'JSON with an own rating in an object',
    'i.json',
    '[{"title":"Heat","year":1995,"user_rating":{"value":8}},{"title":"Alien","year":1979,"user_rating":{"value":9}}]',
    ['columns title=title year=year rating=user_rating', 'Heat (1995): 8', 'Alien (1979): 9'],
  ],
  ['JSON of something else', 'j.json', '{"contacts":[{"phone":"1","street":"x"}]}', null],
  [
    'XML with attributes',
    'a.xml',
    '<movies><movie title="Heat" year="1995" watched="true"/><movie title="Alien" year="1979" watched="false"/></movies>',
    ['columns title=title year=year statement=watched', 'Heat (1995): seen'],
  ],
  [
    'XML with fields',
    'b.xml',
    '<?xml version="1.0"?><library><film><name>Heat</name><year>1995</year><myrating>8</myrating></film><film><name>Alien</name><year>1979</year><myrating>9</myrating></film></library>',
    ['columns title=name year=year rating=myrating', 'Heat (1995): 8', 'Alien (1979): 9'],
  ],
  [
    'XML of a feed',
    'c.xml',
    '<rss xmlns:x="y"><channel><title>Ann</title><item><title>Heat (1995)</title><x:userRating>8</x:userRating><x:watchedDate>2021-03-04</x:watchedDate></item></channel></rss>',
    [
      'columns title=title rating=user_rating watched_at=watched_date',
      'Heat (1995): seen @2021-03-04',
      'Heat (1995): 8 @2021-03-04',
    ],
  ],
  [
    'XML with states and seasons',
    'd.xml',
    '<shows><show><title>Dark</title><status>watching</status><episodes><episode><title>Lies</title><number>2</number></episode></episodes></show></shows>',
    [
      'columns title=title type=type series=series episode=episode statement=status unused=number',
      'Dark series: seen',
    ],
  ],
  [
    'a Ukrainian table',
    'u.csv',
    'Назва;Рік;Моя оцінка\nСутичка;1995;8\nЧужий;1979;9\n',
    ['columns title=назва year=рік rating=моя_оцінка', 'Сутичка (1995): 8', 'Чужий (1979): 9'],
  ],
  [
    'a Turkish table',
    't.csv',
    'Film;Yıl;İzlendi\nHeat;1995;evet\nAlien;1979;hayır\n',
    ['columns title=film year=yıl statement=izlendi', 'Heat (1995): seen'],
  ],
  [
    'a Spanish table with pending titles',
    'e.csv',
    'Título;Año;Estado\nHeat;1995;vista\nDune;2021;pendiente\nIt;2017;abandonada\n',
    ['columns title=título year=año statement=estado', 'Heat (1995): seen', 'Dune (2021): watch_later'],
  ],
  [
    'a Polish table',
    'p.csv',
    'Tytuł;Rok;Ocena;Data obejrzenia\nHeat;1995;8;25.03.2021\nAlien;1979;9;02.03.2021\n',
    [
      'columns title=tytuł year=rok rating=ocena watched_at=data_obejrzenia',
      'Heat (1995): seen @2021-03-25',
      'Heat (1995): 8 @2021-03-25',
      'Alien (1979): seen @2021-03-02',
      'Alien (1979): 9 @2021-03-02',
    ],
  ],
  [
    'a column "Watchlist" with the titles',
    'w.csv',
    'Watchlist,Year\nHeat,1995\nAlien,1979\n',
    ['columns title=watchlist year=year', 'Heat (1995): watch_later', 'Alien (1979): watch_later'],
  ],
  [
    'titles in two languages in one cell',
    'z.csv',
    'Title,My rating\n黑客帝国 / The Matrix,9\n寄生虫 / 기생충,10\n',
    ['columns title=title rating=my_rating', '黑客帝国: 9', '寄生虫: 10'],
  ],
  [
    'ids without their letters, and numbers of plays',
    'k.csv',
    'imdb_number,times_watched,title\n0113277,2,Heat\n0078748,0,Alien\n',
    ['columns imdb_id=imdb_number title=title statement=times_watched', 'Heat tt0113277: seen'],
  ],
  [
    'a table of books',
    'books.csv',
    'Title,Type,My Rating\nDune,Book,5\nIt,Novel,4\n',
    ['columns title=title type=type rating=my_rating', 'unreadable', 'unreadable'],
  ],
  [
    'tables one below the other',
    'two.csv',
    'Title,Watched\nHeat,yes\nTitle,Watched\nAlien,no\n',
    ['columns title=title statement=watched', 'Heat: seen'],
  ],
  [
    'names that are words of JavaScript',
    'proto.json',
    '{"constructor":[{"title":"constructor","rating":9,"__proto__":{"watched":true},"toString":"yes"}],"__proto__":[{"title":"Heat","watched":true}]}',
    [
      'columns title=title rating=rating statement=watched unused=to_string unused=proto_watched',
      'constructor: 9',
      'Heat: seen',
    ],
  ],
  [
    'cells that are words of JavaScript',
    'proto.csv',
    'title,status,rating,type,constructor,__proto__\nHeat,constructor,__proto__,toString,yes,yes\nAlien,watched,8,hasOwnProperty,no,no\n',
    [
      'columns title=title type=type rating=rating statement=status unused=constructor unused=proto',
      'unreadable',
      'Alien: seen',
      'Alien: 8',
    ],
  ],
];

describe('a file of a layout that no reader knows', () => {
  it.each(LAYOUTS)('such as %s is read rightly or asked about', async (_, name, text, lines) => {
    const archive = archiveOf({ [name]: text });
    if (lines === null) {
      await expect(recognize(archive)).rejects.toMatchObject({ code: 'unknown_file' });
      return;
    }
    expect(await recognize(archive)).toBe('csv');
    expect(await readLines('csv', { [name]: text })).toEqual(lines);
  });
});

/** Returns Cyrillic text in windows-1251, as services in Russian write it. */
const inWindows1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((char) => {
      const code = char.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code === 0xab || code === 0xbb ? code : code - 0x350;
    }),
  );

it('a table in HTML that is called .xls is read in the encoding that it names', async () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const file = inWindows1251(
    `<html><head><meta charset="windows-1251"></head><table>${row('название', 'год', 'моя оценка')}${row('«Схватка»', '1995', '9')}</table>`,
  );
  expect(await recognize(archiveOf({ 'votes.xls': file }))).toBe('csv');
  expect(await readLines('csv', { 'votes.xls': file })).toEqual([
    'columns title=название year=год rating=моя_оценка',
    'Схватка (1995): 9',
  ]);
});

it.each([
  ['JSON', 'a.json', JSON.stringify(Array(60_000).fill({ film: { title: 'Heat', year: 1995 }, seen: true }))],
  ['XML', 'a.xml', `<l>${'<film><title>Heat</title><seen>yes</seen></film>'.repeat(60_000)}</l>`],
])('a file of %s in one line of 2.5 MB is no table, and is read', async (_, name, text) => {
  const archive = {
    names: [name],
    text: async function* () {
      for (let from = 0; from < text.length; from += 65_536) yield text.slice(from, from + 65_536);
    },
  };
  expect(text.length).toBeGreaterThan(2_500_000);
  expect(await recognize(archive)).toBe('csv');
});
