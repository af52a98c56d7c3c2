import { NAME_MAX } from '@marquee/contracts/constants';
import { type Archive, baseName } from '../files/archive.ts';
import { csvCells, csvRows, has, notAnExport, type Row } from '../files/csv.ts';
import { createOrderFinder, type DateOrder, parseDay, parseMoment, parseView } from '../files/dates.ts';
import { type EpisodeHint, episodeOf, ofEpisode } from '../files/episode.ts';
import { cleanText, parseMinutes, parseScore, plainWords } from '../files/fields.ts';
import {
  type Entry,
  hintOf,
  PASSED,
  prefixesOf,
  rated,
  type TitleHint,
  UNREADABLE,
  WATCH_LATER,
} from '../records.ts';

/** The part of a title that names a season, in the languages of Netflix. */
const SEASON =
  /^(?:(?:limited series|mini-?s[eé]ries?|miniss[eé]rie|mini-serie|mini dizi|série limitée|série limitada|serie limitada|miniserial|リミテッドシリーズ|リミテッド・シリーズ|限定剧|리미티드 시리즈)|(?:(?:season|series|part|volume|vol\.|book|chapter|collection|temporada|parte|volumen|saison|partie|staffel|teil|stagione|seizoen|deel|säsong|sæson|sesong|kausi|sezon|część|évad|sezona|série|řada|сезон|часть|mùa|bölüm|aflevering|[ée]pisode|episodio|episódio|folge|odcinek|avsnitt|afsnit|jakso|epizoda|partea|sezonul|sesong|osa|del|musim|ฤดูกาล|ตอน)\s*\.?\s*[\divxlc]+\b.*)|(?:[\d]+\.?\s*(?:season|temporada|staffel|sezon|évad|kausi|сезон|시즌|série|řada))|(?:(?:シーズン|シリーズ|パート|エピソード|시즌|파트|第)\s*\d+.*))$/iu;

/** An episode without a name has its number, in the languages of Netflix. */
const EPISODE_WORD =
  /^(?:(?:[ée]pisode|episodio|episódio|folge|aflevering|odcinek|avsnitt|afsnit|jakso|epizoda|epizód|bölüm|серия|эпизод|エピソード|에피소드|第)\s*\.?\s*\d+\s*[話集]?|\d+\s*[話集화]|\d+\s*\.\s*(?:bölüm|epizód|rész))$/iu;

/**
 * Splits the title of an episode: `Dark: Season 2: Beginnings` belongs to the series Dark. `The Crown: Fagan`
 * can be a movie or an episode, so `alternatives` contains the possible series.
 */
function splitEpisode(name: string): { hint: TitleHint; of: EpisodeHint | null } {
  const parts = name.split(/\s*[:：]\s+/);
  const season = parts.findIndex((part, at) => at > 0 && SEASON.test(part));
  if (season > 0) {
    const hint = hintOf({ title: parts.slice(0, season).join(': '), type: 'series' });
    return { hint, of: partOf(parts[season] ?? '', parts.slice(season + 1).join(': ')) };
  }
  if (parts.length < 2) return { hint: hintOf({ title: name }), of: null };
  return { hint: hintOf({ title: name, alternatives: prefixesOf(parts) }), of: null };
}

/** Returns the episode of the parts behind a series: `Season 2` and `Beginnings`, or `Episode 3` alone. */
function partOf(part: string, name: string): EpisodeHint | null {
  // A part without a number is a limited series, or has a Roman one.
  const number = /\d+/.exec(part)?.[0] ?? (/\b[ivxlc]+$/i.test(part) ? null : '1');
  if (EPISODE_WORD.test(part)) return episodeOf(null, number);
  if (name === '') return null;
  return episodeOf(number, EPISODE_WORD.test(name) ? /\d+/.exec(name)?.[0] : null, name);
}

/** Returns whether the row is a trailer or a preview that started automatically. These rows are not views. */
const isPreview = (row: Row): boolean =>
  row.get('supplemental_video_type') !== '' ||
  /autoplayed: user action: none/i.test(row.get('attributes')) ||
  /^0{1,2}:0{1,2}:\d\d$/.test(row.get('duration'));

const isHistory = (columns: ReadonlySet<string>): boolean =>
  columns.size === 2 && has('title', 'date')(columns);
const isActivity = (columns: ReadonlySet<string>): boolean =>
  has('title', 'start_time')(columns) &&
  (columns.has('profile_name') || columns.has('supplemental_video_type'));

/** The names of both columns in the languages of Netflix. */
const TITLE_WORDS =
  /^(?:title|titel|titre|titulo|titolo|tytul|tittel|nimi|nazev|cim|titlu|baslik|название|タイトル|제목|标题|標題|片名|ชื่อเรื่อง|τίτλος|τιτλος|العنوان|כותרת|tieu de|judul|tajuk)$/;
const DATE_WORDS =
  /^(?:date|datum|fecha|data|dato|paivamaara|pvm|datum a cas|tarih|дата|日付|날짜|日期|วันที่|ημερομηνια|التاريخ|תאריך|ngay|tanggal|tarikh)$/;

/**
 * Returns whether the file has a translated header. Such a file has two columns, and the second column
 * contains dates.
 */
async function isTranslated(archive: Archive, name: string): Promise<boolean> {
  let rows = 0;
  let dates = 0;
  for await (const cells of csvCells(archive.text(name))) {
    if (
      rows === 0 &&
      !(TITLE_WORDS.test(plainWords(cells?.[0] ?? '')) && DATE_WORDS.test(plainWords(cells?.[1] ?? '')))
    )
      return false;
    if (cells?.length === 2 && parseDay(cells[1] ?? '', 'dmy')) dates++;
    if (++rows === 20) break;
  }
  return dates > 0 && dates >= rows - 1;
}

async function orderOf(archive: Archive, name: string): Promise<DateOrder> {
  const finder = createOrderFinder();
  for await (const cells of csvCells(archive.text(name))) finder.add(cells?.[1] ?? '');
  return finder.order();
}

const profileOf = (row: Row): { profile?: string } => {
  const profile = cleanText(row.get('profile_name'), NAME_MAX);
  return profile === '' ? {} : { profile };
};

function toEntry(title: string, date: string, order: DateOrder, duration = ''): Entry {
  const name = cleanText(title);
  const on = parseView(date, order);
  if (name === '' || on === null) return UNREADABLE;
  const minutes = parseMinutes(duration);
  const { hint, of } = splitEpisode(name);
  return {
    hint,
    fact: { kind: 'seen', ...ofEpisode(of), on, at: null, ...(minutes !== null && { minutes }) },
  };
}

/** Ratings.csv has thumbs since 2017 and stars before. A thumb of 0 is a rating that was taken back. */
const THUMBS: ReadonlyMap<string, number> = new Map([
  ['1', 3],
  ['2', 8],
  ['3', 10],
]);

/** Reads a row of Ratings.csv. The title is that of a movie or a whole series. */
function toRated(row: Row): Entry {
  const title = cleanText(row.get('title_name'));
  const thumbs = row.get('thumbs_value');
  const thumb = THUMBS.get(thumbs);
  const stars = thumb === undefined ? parseScore(row.get('star_value')) : { rating: thumb };
  if (title === '') return UNREADABLE;
  if (stars === null || ('score' in stars && stars.score === 0))
    return /^0?$/.test(thumbs) ? PASSED : UNREADABLE;
  return { hint: hintOf({ title }), fact: rated(stars, [], parseMoment(row.get('event_utc_ts'))) };
}

/** Reads a row of MyList.csv. */
function toListed(row: Row): Entry {
  const title = cleanText(row.get('title_name'));
  if (title === '') return UNREADABLE;
  const at = parseMoment(row.get('utc_title_add_date'));
  return { hint: hintOf({ title }), list: WATCH_LATER, fact: { kind: 'list', at } };
}

const isRatings = has('title_name', 'thumbs_value');
const isMyList = has('title_name', 'utc_title_add_date');

/** Reads Ratings.csv or MyList.csv, which may have been renamed. */
async function* readTitles(archive: Archive, name: string): AsyncGenerator<Entry> {
  let toEntryOf: (row: Row) => Entry = toListed;
  const rows = csvRows(
    archive.text(name),
    (columns) => isRatings(columns) || isMyList(columns),
    ({ columns }) => {
      if (isRatings(columns)) toEntryOf = toRated;
    },
  );
  for await (const row of rows) {
    const entry = row ? toEntryOf(row) : UNREADABLE;
    yield row && 'hint' in entry ? { ...entry, ...profileOf(row) } : entry;
  }
}

async function* readTable(archive: Archive, name: string): AsyncGenerator<Entry> {
  let isKnown = false;
  const isNamed = FILE.test(baseName(name));
  const isHeader = (columns: ReadonlySet<string>) =>
    isHistory(columns) || isActivity(columns) || (isNamed && has('title', 'start_time')(columns));
  const rows = csvRows(archive.text(name), isHeader, () => {
    isKnown = true;
  });
  const order = await orderOf(archive, name);
  for await (const row of rows) {
    if (row === null) yield UNREADABLE;
    else if (isPreview(row)) yield PASSED;
    else {
      const entry = toEntry(row.get('title'), row.get('date', 'start_time'), order, row.get('duration'));
      yield 'hint' in entry ? { ...entry, ...profileOf(row) } : entry;
    }
  }
  if (isKnown || !(await isTranslated(archive, name))) return;
  let isHead = true;
  for await (const cells of csvCells(archive.text(name))) {
    const entry = cells ? toEntry(cells[0] ?? '', cells[1] ?? '', order) : UNREADABLE;
    if (!(isHead && 'unreadable' in entry)) yield entry;
    isHead = false;
  }
}

/** The files of the full download, beside those of one profile. */
const FILE = /^(?:.*viewing(?:activity|history).*|ratings|mylist)\.csv$/;

/**
 * Reads NetflixViewingHistory.csv of one profile, or ViewingActivity.csv, Ratings.csv and MyList.csv of the full download,
 * alone or together.
 */
export async function* readNetflix(archive: Archive): AsyncGenerator<Entry> {
  const named = archive.names.filter((name) => FILE.test(baseName(name)));
  const names = named.length > 0 ? named : archive.names.length === 1 ? archive.names : [];
  let entries = 0;
  for (const name of names)
    for (const read of [readTitles, readTable])
      for await (const entry of read(archive, name)) {
        entries++;
        yield entry;
      }
  if (entries === 0) throw notAnExport('Netflix');
}
